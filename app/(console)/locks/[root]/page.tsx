/** One lock. */
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { lockRootId } from '@/lib/contracts/locks';
import { callerOfPage } from '@/lib/server/context';
import { LockScreen } from './lock-screen';

export const metadata: Metadata = { title: 'Lock' };

export default async function LockPage({ params }: { params: Promise<{ root: string }> }) {
  await callerOfPage();
  const root = lockRootId.safeParse((await params).root);
  if (!root.success) notFound();
  return <LockScreen root={root.data} />;
}
