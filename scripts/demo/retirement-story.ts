/** Retirement markers of the demo: a cleaner at work, one that died while draining, one that died after sealing. */

import { mainNamespace } from '@/lib/engine/lance/branch-identifier';
import { below } from '@/lib/engine/lance/paths';
import { formatMarkerName, type MarkerKind } from '@/lib/engine/retirement/marker-names';
import { createMarker } from '@/lib/engine/retirement/write-marker';
import { age, type DemoDataset, manifestPath, mustBeWritten } from './demo-dataset';

const hourMs = 3_600_000;

/** Every cleanup run has one id; these are the demo's, fixed so that an actor finds its own marker again. */
const runs = {
  working: '7d1f0c6a52b94e3b8a4c9e0d1f2a3b41',
  diedDraining: '7d1f0c6a52b94e3b8a4c9e0d1f2a3b42',
  diedSealed: '7d1f0c6a52b94e3b8a4c9e0d1f2a3b43',
} as const;

const drainedVersion = 2n;

export async function writeMarkers(products: DemoDataset): Promise<void> {
  await mark(products, runs.working, drainedVersion, 'draining');
  await mark(products, runs.diedDraining, 3n, 'draining', 3 * hourMs);
  await mark(products, runs.diedSealed, 4n, 'sealed', 5 * hourMs);
}

/** The cleaner at work begins its drain anew, as it must before its 15 minutes end. */
export async function drainAgain(products: DemoDataset): Promise<void> {
  const entry = formatMarkerName(markerName(runs.working, drainedVersion, 'draining'));
  await products.store.delete(below(products.root.key, entry));
  await mark(products, runs.working, drainedVersion, 'draining');
}

async function mark(
  dataset: DemoDataset,
  markerOperationId: string,
  version: bigint,
  marker: MarkerKind,
  ageMs = 0,
): Promise<void> {
  const name = markerName(markerOperationId, version, marker);
  const written = await createMarker(dataset.store, dataset.root, name, [manifestPath(dataset, version)]);
  mustBeWritten(written, `a ${marker} marker`);
  if (ageMs > 0) await age(dataset, formatMarkerName(name), ageMs);
}

function markerName(markerOperationId: string, version: bigint, marker: MarkerKind) {
  return { namespace: mainNamespace, version, markerOperationId, marker };
}
