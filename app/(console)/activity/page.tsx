/** The journals of all lakes. */
import type { Metadata } from 'next';
import { callerOfPage } from '@/lib/server/context';
import { ActivityScreen } from './activity-screen';

export const metadata: Metadata = { title: 'Activity' };

export default async function ActivityPage() {
  await callerOfPage();
  return <ActivityScreen />;
}
