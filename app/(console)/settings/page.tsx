/** Settings: the lakes and what their stores can do, this browser, this session. */
import type { Metadata } from 'next';
import { callerOfPage } from '@/lib/server/context';
import { SettingsScreen } from './settings-screen';

export const metadata: Metadata = { title: 'Settings' };

export default async function SettingsPage() {
  const { runtimeId } = await callerOfPage();
  return <SettingsScreen runtimeId={runtimeId} />;
}
