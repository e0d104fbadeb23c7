/** Writers of Lance itself, which know nothing of leases: one commits new versions, one restores old ones (D16). */

import { isVamplateError } from '@/lib/base/errors';
import { parseVersionName } from '@/lib/engine/lance/version-names';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import type { Actor, Stage } from '@/lib/testing/simulation/cast';
import {
  at,
  commitVersion,
  manifestAt,
  minuteMs,
  root,
  transactionOf,
  utf8,
} from '@/lib/testing/simulation/world';

/** Each version adds a file to the newest one it finds, and drops an older one. */
export const writer: Actor = async (process, stage) => {
  const { clock, random, store, name } = process;
  for (let round = 0; round < 3; round += 1) {
    await clock.sleep(random.int(30_000));
    await unlessUnavailable(async () => {
      const found = await listVersions(store);
      const latest = found.at(-1);
      const seen = latest === undefined ? null : await readSnapshot(store, stage, latest);
      if (latest === undefined || seen === null) return;
      const file = `${name}-${round}.lance`;
      // The file lies there for a while before any manifest mentions it.
      if ((await store.create(at(`data/${file}`), utf8('x'))).kind === 'unknown') return;
      await clock.sleep(random.chance(0.6) ? random.int(15 * minuteMs) : 0);
      const version = latest + 1n;
      const files = [...seen.files.slice(-2), 'shared.lance', file];
      const snapshot = { version, files: [...new Set(files)], committedAtMs: stage.now(), by: `w${round}` };
      if ((await commitVersion(store, stage.manifests, root.key, snapshot, [])) === 'written') {
        stage.ledger.hit('committed a version');
      }
    });
  }
};

/** Reads an old version and commits it again under the next number, with neither lease nor intent. */
export const restorer: Actor = async (process, stage) => {
  const { clock, random, store } = process;
  for (let round = 0; round < 3; round += 1) {
    await clock.sleep(random.int(60_000));
    await unlessUnavailable(async () => {
      const found = await listVersions(store);
      const latest = found.at(-1);
      const [first, ...others] = found;
      if (latest === undefined || first === undefined) return;
      const old = await readSnapshot(store, stage, random.pick([first, ...others]));
      if (old === null) return;
      const snapshot = { ...old, version: latest + 1n, committedAtMs: stage.now(), by: `r${round}` };
      const key = manifestAt(root.key, latest + 1n);
      const transaction = await store.create(transactionOf(root.key, snapshot), utf8('x'));
      if (transaction.kind === 'unknown') return;
      const answer = await store.create(key, stage.manifests.make(root.key, snapshot));
      if (answer.kind === 'written') stage.ledger.hit('restored a version');
    });
  }
};

/** Lowest first. */
export async function listVersions(store: ObjectStore): Promise<readonly bigint[]> {
  const versions: bigint[] = [];
  let next: string | null = null;
  do {
    const page = await store.list({ prefix: `${root.key}/_versions/`, ...(next === null ? {} : { next }) });
    for (const { key } of page.objects) {
      const name = parseVersionName(key.slice(key.lastIndexOf('/') + 1));
      if (name.kind === 'attached') versions.push(name.version);
    }
    next = page.next;
  } while (next !== null);
  return versions.sort((a, b) => (a < b ? -1 : 1));
}

export async function readSnapshot(store: ObjectStore, { manifests }: Stage, version: bigint) {
  const answer = await store.get(manifestAt(root.key, version), { maxBytes: 100_000 });
  return answer.kind === 'found' ? manifests.snapshotOf(answer.body) : null;
}

export async function unlessUnavailable(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isVamplateError(error) || error.kind !== 'unavailable') throw error;
  }
}
