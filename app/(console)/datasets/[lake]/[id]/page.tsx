/** A dataset without a tab named: its versions. */
import { callerOfPage } from '@/lib/server/context';
import { DatasetScreen } from '../dataset-screen';
import { placeOfPage } from '../place-of-page';

export default async function DatasetPage({ params }: { params: Promise<{ lake: string; id: string }> }) {
  await callerOfPage();
  return <DatasetScreen place={placeOfPage(await params)} tab="versions" />;
}
