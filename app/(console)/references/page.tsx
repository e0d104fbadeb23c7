/** The references of all datasets, and the intents to change them. */
import type { Metadata } from 'next';
import { callerOfPage } from '@/lib/server/context';
import { ReferencesScreen } from './references-screen';

export const metadata: Metadata = { title: 'References' };

export default async function ReferencesPage() {
  await callerOfPage();
  return <ReferencesScreen />;
}
