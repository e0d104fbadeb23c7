/** The watched locks with their verdicts; asking costs the store nothing, since the watches already look. */
import type { endpoints } from '@/lib/contracts/endpoints';
import { rootsOf, type WatchedRoot } from '../clusters';
import type { Operation } from '../http/operation';
import type { Runtime } from '../runtime';
import { type LockRowInput, lockRowOf } from '../to-contract/lock-rows';
import { iso } from '../to-contract/scalars';

export const listLocks: Operation<typeof endpoints.locks> = ({ runtime }) => {
  const items = rowsOf(runtime);
  return { items, meta: metaOfRows(runtime, items) };
};

/** Every watched lock as it is known now. */
export function rowsOf(runtime: Runtime): LockRowInput[] {
  return rootsOf(runtime).map((root) => rowOf(runtime, root));
}

export function rowOf(runtime: Runtime, root: WatchedRoot): LockRowInput {
  const { settings, lake } = root;
  const problem = root.begin();
  return lockRowOf({
    id: settings.id,
    lake: settings.lake,
    uri:
      settings.root === '' ? lake.settings.uri : `${lake.settings.uri.replace(/\/$/, '')}/${settings.root}`,
    place: root.place,
    snapshot: root.latest(),
    problem,
    now: runtime.clock.monotonic(),
  });
}

/** As old as the oldest look; a root of which nothing is known now makes the reply incomplete. */
export function metaOfRows(runtime: Runtime, rows: readonly LockRowInput[]) {
  const looks = rows.flatMap(({ lookedAt }) => (lookedAt === null ? [] : [lookedAt]));
  const notes = rows
    .filter(({ state }) => state === 'unwatched' || state === 'unreadable')
    .map(({ root, sentence }) => `${root}: ${sentence}`);
  return {
    readAt: looks.toSorted()[0] ?? iso(runtime.clock.wall()),
    storeTime: null,
    requests: 0,
    bytes: 0,
    complete: notes.length === 0,
    notes,
  };
}
