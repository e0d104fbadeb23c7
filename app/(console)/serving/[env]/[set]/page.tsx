/** One serving set. */
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { servingSetParams } from '@/lib/contracts/serving-endpoints';
import { callerOfPage } from '@/lib/server/context';
import { SetScreen } from './set-screen';

export const metadata: Metadata = { title: 'Serving set' };

export default async function ServingSetPage({ params }: { params: Promise<{ env: string; set: string }> }) {
  await callerOfPage();
  const place = servingSetParams.safeParse(await params);
  if (!place.success) notFound();
  return <SetScreen env={place.data.env} set={place.data.set} />;
}
