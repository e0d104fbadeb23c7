/** One tab of a dataset. */
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { datasetTabOf } from '@/components/dataset/dataset-tabs';
import { callerOfPage } from '@/lib/server/context';
import { DatasetScreen } from '../../dataset-screen';
import { placeOfPage } from '../../place-of-page';

export const metadata: Metadata = { title: 'Dataset' };

interface Params {
  readonly lake: string;
  readonly id: string;
  readonly tab: string;
}

export default async function DatasetTabPage({ params }: { params: Promise<Params> }) {
  await callerOfPage();
  const asked = await params;
  const tab = datasetTabOf(asked.tab);
  if (tab === null) notFound();
  return <DatasetScreen place={placeOfPage(asked)} tab={tab} />;
}
