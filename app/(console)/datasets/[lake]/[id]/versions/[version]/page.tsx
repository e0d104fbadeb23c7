/** One version of a dataset. */
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { versionString } from '@/lib/contracts/primitives';
import { callerOfPage } from '@/lib/server/context';
import { placeOfPage } from '../../../place-of-page';
import { VersionScreen } from './version-screen';

export const metadata: Metadata = { title: 'Version' };

interface Params {
  readonly lake: string;
  readonly id: string;
  readonly version: string;
}

export default async function VersionPage({ params }: { params: Promise<Params> }) {
  await callerOfPage();
  const asked = await params;
  const version = versionString.safeParse(asked.version);
  if (!version.success) notFound();
  return <VersionScreen place={placeOfPage(asked)} version={version.data} />;
}
