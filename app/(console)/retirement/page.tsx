/** The retirement markers of all datasets. */
import type { Metadata } from 'next';
import { callerOfPage } from '@/lib/server/context';
import { RetirementScreen } from './retirement-screen';

export const metadata: Metadata = { title: 'Retirement' };

export default async function RetirementPage() {
  await callerOfPage();
  return <RetirementScreen />;
}
