/** One run, live. */
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { runId } from '@/lib/contracts/runs';
import { callerOfPage } from '@/lib/server/context';
import { RunScreen } from './run-screen';

export const metadata: Metadata = { title: 'Run' };

export default async function RunPage({ params }: { params: Promise<{ run: string }> }) {
  await callerOfPage();
  const run = runId.safeParse((await params).run);
  if (!run.success) notFound();
  return <RunScreen run={run.data} />;
}
