/** One status page, for its admins. */
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { statusPageParams } from '@/lib/contracts/status-pages';
import { callerOfPage } from '@/lib/server/context';
import { StatusPageScreen } from './status-page-screen';

export const metadata: Metadata = { title: 'Status page' };

export default async function StatusPagePage({ params }: { params: Promise<{ slug: string }> }) {
  await callerOfPage();
  const place = statusPageParams.safeParse(await params);
  if (!place.success) notFound();
  return <StatusPageScreen slug={place.data.slug} />;
}
