/** The receipt of one run. */
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { runId } from '@/lib/contracts/runs';
import { callerOfPage } from '@/lib/server/context';
import { ReceiptScreen } from './receipt-screen';

export const metadata: Metadata = { title: 'Receipt' };

export default async function ReceiptPage({ params }: { params: Promise<{ run: string }> }) {
  await callerOfPage();
  const run = runId.safeParse((await params).run);
  if (!run.success) notFound();
  return <ReceiptScreen run={run.data} />;
}
