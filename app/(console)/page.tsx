/** Overview: what needs an operator now. */
import type { Metadata } from 'next';
import { callerOfPage } from '@/lib/server/context';
import { Overview } from './overview';

export const metadata: Metadata = { title: 'Overview' };

export default async function OverviewPage() {
  await callerOfPage();
  return <Overview />;
}
