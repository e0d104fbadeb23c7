/** Runs, plans and receipts of all lakes. */
import type { Metadata } from 'next';
import { callerOfPage } from '@/lib/server/context';
import { OperationsScreen } from './operations-screen';

export const metadata: Metadata = { title: 'Operations' };

export default async function OperationsPage() {
  await callerOfPage();
  return <OperationsScreen />;
}
