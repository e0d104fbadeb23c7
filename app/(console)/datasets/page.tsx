/** The datasets of all lakes. */
import type { Metadata } from 'next';
import { callerOfPage } from '@/lib/server/context';
import { DatasetsScreen } from './datasets-screen';

export const metadata: Metadata = { title: 'Datasets' };

export default async function DatasetsPage() {
  await callerOfPage();
  return <DatasetsScreen />;
}
