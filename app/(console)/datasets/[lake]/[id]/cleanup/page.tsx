/** The cleanup of one dataset, from policy to sealed plan. */
import type { Metadata } from 'next';
import { callerOfPage } from '@/lib/server/context';
import { placeOfPage } from '../../place-of-page';
import { CleanupScreen } from './cleanup-screen';

export const metadata: Metadata = { title: 'Cleanup' };

export default async function CleanupPage({ params }: { params: Promise<{ lake: string; id: string }> }) {
  await callerOfPage();
  return <CleanupScreen place={placeOfPage(await params)} />;
}
