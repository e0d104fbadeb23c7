/** Serving sets of the configured environments. */
import type { Metadata } from 'next';
import { callerOfPage } from '@/lib/server/context';
import { ServingScreen } from './serving-screen';

export const metadata: Metadata = { title: 'Serving' };

export default async function ServingPage() {
  await callerOfPage();
  return <ServingScreen />;
}
