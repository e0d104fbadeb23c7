/** The leases of all datasets. */
import type { Metadata } from 'next';
import { callerOfPage } from '@/lib/server/context';
import { LeasesScreen } from './leases-screen';

export const metadata: Metadata = { title: 'Leases' };

export default async function LeasesPage() {
  await callerOfPage();
  return <LeasesScreen />;
}
