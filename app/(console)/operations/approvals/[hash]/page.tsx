/** One request that waits for a second person. */
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { approvalHash } from '@/lib/contracts/approvals';
import { callerOfPage } from '@/lib/server/context';
import { ApprovalScreen } from './approval-screen';

export const metadata: Metadata = { title: 'Request' };

export default async function ApprovalPage({ params }: { params: Promise<{ hash: string }> }) {
  await callerOfPage();
  const hash = approvalHash.safeParse((await params).hash);
  if (!hash.success) notFound();
  return <ApprovalScreen hash={hash.data} />;
}
