/** Writes what a schedule begins with: versions, a branch, a clone, leftovers of dead cleaners and of earlier schemes. */

import { pathOf } from '@/lib/engine/references/canonical-names';
import { createIntent } from '@/lib/engine/references/write-reference';
import { formatMarkerName } from '@/lib/engine/retirement/marker-names';
import { encodeMarkerRecord } from '@/lib/engine/retirement/marker-records';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import type { SeededRandom } from '@/lib/testing/seeded-random';
import type { ScheduleConfig } from './schedule-config';
import {
  at,
  branchFolder,
  cloneRoot,
  commitVersion,
  dayMs,
  type Manifests,
  manifestKey,
  root,
  utf8,
} from './world';

export interface Seeded {
  readonly hasClone: boolean;
  /** Versions that outside reasons hold. */
  readonly heldOutside: readonly bigint[];
}

export async function seedWorld(
  store: ObjectStore,
  manifests: Manifests,
  random: SeededRandom,
  config: ScheduleConfig,
  setAgeMs: (ms: number) => number,
): Promise<Seeded> {
  let time = setAgeMs(8.5 * dayMs);
  await store.create(at('data/abandoned.lance'), utf8('old'));
  await store.create(at('data/shared.lance'), utf8('shared'));
  for (let version = 1n; version <= 5n; version += 1n) {
    time = setAgeMs((30 - 4 * Number(version)) * dayMs);
    const files = ['shared.lance', `v${version}.lance`, ...(version === 3n ? ['v2.lance'] : [])];
    await commitVersion(store, manifests, root.key, { version, files, committedAtMs: time });
  }
  time = setAgeMs(dayMs);
  await store.create(at('data/in-flight.lance'), utf8('young'));
  if (random.chance(0.4)) await writeBranch(store, manifests, time);
  const hasClone = random.chance(0.4);
  if (hasClone) {
    const snapshot = { version: 4n, files: [], borrowed: ['shared.lance', 'v4.lance'], committedAtMs: time };
    await commitVersion(store, manifests, cloneRoot, snapshot);
  }
  if (!config.releasedOnly) await writeLeftovers(store, random);
  setAgeMs(0);
  return { hasClone, heldOutside: random.chance(0.15) ? [1n] : [] };
}

/** Released writers made it: no generation, no state. */
async function writeBranch(store: ObjectStore, manifests: Manifests, committedAtMs: number): Promise<void> {
  const branch = 'exp';
  const borrowed = ['shared.lance', 'v2.lance'];
  const folder = branchFolder(branch);
  await commitVersion(store, manifests, folder, { version: 2n, files: [], borrowed, branch, committedAtMs });
  await commitVersion(store, manifests, folder, {
    version: 3n,
    files: ['e3.lance'],
    borrowed,
    branch,
    committedAtMs,
  });
  const mapping = `{"version_mapping":[[2,"${'cd'.repeat(16)}"]]}`;
  const body = `{"parentBranch":null,"identifier":${mapping},"parentVersion":2,"createAt":1,"manifestSize":1}`;
  await store.create(at(`_refs/branches/${branch}.json`), utf8(body));
}

async function writeLeftovers(store: ObjectStore, random: SeededRandom): Promise<void> {
  if (random.chance(0.25)) await mark(store, 1n, random.chance(0.6) ? 'sealed' : 'committed');
  if (random.chance(0.1)) await mark(store, 3n, 'draining');
  if (!random.chance(0.25)) return;
  // The mid scheme overwrote its intent instead of deleting it.
  const path = pathOf(root, '_refs/tags/mid.json');
  const payload = utf8('{"branch":null,"version":3,"manifestSize":1}');
  if (random.chance(0.5)) await store.create(at('_refs/tags/mid.json'), payload);
  const intent = { namespace: 'main', version: 3n, id: 'e'.repeat(32) };
  const mutation = { kind: 'create', path, payload } as const;
  const manifestPath = pathOf(root, manifestKey(3n).slice(root.key.length + 1));
  await createIntent(store, root, intent, { manifestPath, mutation, operationId: '', state: 'completed' });
}

async function mark(
  store: ObjectStore,
  version: bigint,
  marker: 'draining' | 'sealed' | 'committed',
): Promise<void> {
  const name = { namespace: 'main', version, markerOperationId: 'd'.repeat(32), marker };
  const path = pathOf(root, manifestKey(version).slice(root.key.length + 1));
  await store.create(at(formatMarkerName(name)), encodeMarkerRecord([path]));
}
