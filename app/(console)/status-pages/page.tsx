/** The status pages that were made, and making one. */
import type { Metadata } from 'next';
import { callerOfPage } from '@/lib/server/context';
import { StatusPagesScreen } from './status-pages-screen';

export const metadata: Metadata = { title: 'Status pages' };

export default async function StatusPagesPage() {
  await callerOfPage();
  return <StatusPagesScreen />;
}
