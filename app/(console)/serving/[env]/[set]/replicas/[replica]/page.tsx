/** One replica of a serving set. */
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { lineageQuery, servingReplicaParams } from '@/lib/contracts/serving-endpoints';
import { callerOfPage } from '@/lib/server/context';
import { ReplicaScreen } from './replica-screen';

export const metadata: Metadata = { title: 'Replica' };

interface ReplicaPageProps {
  readonly params: Promise<{ env: string; set: string; replica: string }>;
  readonly searchParams: Promise<{ lineage?: string | string[] }>;
}

export default async function ReplicaPage({ params, searchParams }: ReplicaPageProps) {
  await callerOfPage();
  const place = servingReplicaParams.safeParse(await params);
  const query = lineageQuery.safeParse(await searchParams);
  if (!place.success) notFound();
  return <ReplicaScreen {...place.data} lineage={query.data?.lineage ?? null} />;
}
