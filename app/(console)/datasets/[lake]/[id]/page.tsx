/** A dataset without a tab named: its versions. */
import type { Metadata } from 'next';
import { callerOfPage } from '@/lib/server/context';
import { DatasetScreen } from '../dataset-screen';
import { placeOfPage } from '../place-of-page';

export const metadata: Metadata = { title: 'Dataset' };

export default async function DatasetPage({ params }: { params: Promise<{ lake: string; id: string }> }) {
  await callerOfPage();
  return <DatasetScreen place={placeOfPage(await params)} tab="versions" />;
}
