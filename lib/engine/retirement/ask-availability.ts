/** Asks the store whether a version can be leased or referenced now, and clears abandoned drains on the way (D, H.1). */
import { below, branchRoot, versionsFolder } from '@/lib/engine/lance/paths';
import { formatVersionName } from '@/lib/engine/lance/version-names';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { readStorageClock } from '@/lib/engine/store/storage-clock';
import type { Availability, AvailabilityFacts } from './availability-rules';
import { needsClock } from './availability-rules';
import type { DatasetRoot } from './dataset-path';
import { listVersionMarkers } from './list-markers';
import { clockEntry } from './marker-names';
import { tryDeleteAll } from './try-delete';

/** One version of one branch incarnation. */
export interface VersionPlace {
  readonly root: DatasetRoot;
  /** `main`, or the 32 hex digits of the branch's incarnation. */
  readonly namespace: string;
  /** The branch's name, null for main. */
  readonly branch: string | null;
  readonly version: bigint;
}

export interface AskedAvailability {
  readonly answer: Availability;
  /** The manifest's key, to be asked alone next time; null when it is gone. */
  readonly manifestKey: string | null;
}

/**
 * Two calls; one more for a V1 name, two for the storage clock when drains are met, one to remove those without owner.
 *
 * The markers are asked before the manifest. In the other order a retirement that ends between the two would be seen
 * neither by its markers, already removed, nor by the missing manifest.
 * @param manifestKey from an earlier answer
 * @throws `unavailable` or `corrupt`: then nothing is known
 */
export async function askAvailability(
  store: ObjectStore,
  place: VersionPlace,
  abandonedHere: ReadonlySet<string>,
  decide: (facts: AvailabilityFacts) => Availability,
  manifestKey: string | null = null,
): Promise<AskedAvailability> {
  const { root, namespace, version } = place;
  const markers = await listVersionMarkers(store, root, namespace, version);
  const found = await findManifest(store, manifestKey === null ? manifestKeys(place) : [manifestKey]);
  const clocked = found !== null && needsClock(markers, abandonedHere);
  // Marker times come from a listing, so the clock is read from one too (D18).
  const now = clocked ? await readStorageClock(store, below(root.key, clockEntry(namespace)), 'list') : null;
  const manifest = found === null ? 'absent' : 'present';
  const answer = decide({ manifest, markers, now, abandonedHere });
  if (answer.kind === 'available') {
    // One that stays is judged again by whoever meets it next.
    await tryDeleteAll(
      store,
      answer.stale.map((marker) => marker.key),
    );
  }
  return { answer, manifestKey: found };
}

function manifestKeys(place: VersionPlace): readonly string[] {
  const folder = below(branchRoot(place.root.key, place.branch), versionsFolder);
  return (['v2', 'v1'] as const).map((scheme) => folder + formatVersionName(scheme, place.version));
}

async function findManifest(store: ObjectStore, keys: readonly string[]): Promise<string | null> {
  for (const key of keys) {
    const head = await store.head(key);
    if (head.kind === 'found') return key;
  }
  return null;
}
