/** One sealed plan. */
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { planHash } from '@/lib/contracts/plans';
import { callerOfPage } from '@/lib/server/context';
import { PlanScreen } from './plan-screen';

export const metadata: Metadata = { title: 'Plan' };

export default async function PlanPage({ params }: { params: Promise<{ hash: string }> }) {
  await callerOfPage();
  const hash = planHash.safeParse((await params).hash);
  if (!hash.success) notFound();
  return <PlanScreen hash={hash.data} />;
}
