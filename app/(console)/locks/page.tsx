/** The locks of the configured cluster roots. */
import type { Metadata } from 'next';
import { callerOfPage } from '@/lib/server/context';
import { LocksScreen } from './locks-screen';

export const metadata: Metadata = { title: 'Locks' };

export default async function LocksPage() {
  await callerOfPage();
  return <LocksScreen />;
}
