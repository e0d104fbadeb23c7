/** Deletes a group's manifests, each time after a fresh look: one that is not the planned one any more stays (D10, D15, D16). */
import { VamplateError } from '@/lib/base/errors';
import type { CleanupContext } from '@/lib/engine/cleanup/cleanup-context';
import type { ObjectIdentity, PlannedVersion } from '@/lib/engine/cleanup/cleanup-plan';
import type { CleanupRun } from '@/lib/engine/cleanup/cleanup-run';
import { deleteMatching, type MatchedDelete } from '@/lib/engine/cleanup/delete-matching';
import { pauseBefore, sendings } from '@/lib/engine/cleanup/resend-rules';
import { tryDeleteAll } from '@/lib/engine/retirement/try-delete';
import { spareNeeded } from './spare-needed';

interface GoingManifest {
  readonly version: bigint;
  readonly manifest: ObjectIdentity;
}

/**
 * What had no answer is sent again as a batch of its own.
 * @param going versions whose objects are gone; shrinks by those whose manifest stays
 * @returns false when asked to stop
 * @throws `unavailable` when a delete is not certain
 */
export async function deleteManifests(
  run: CleanupRun,
  group: readonly PlannedVersion[],
  going: Set<bigint>,
): Promise<boolean> {
  let pending: readonly GoingManifest[] = group.flatMap(({ version, manifests }) =>
    manifests.map((manifest) => ({ version, manifest })),
  );
  const open = new Set<string>();
  for (let sending = 0; sending < sendings && (sending === 0 || open.size > 0); sending += 1) {
    if (sending > 0) await run.context.clock.sleep(pauseBefore(sending));
    if (run.signal?.aborted === true) return false;
    await run.beforeBatch();
    pending = await sendOnce(run, pending, going, open);
  }
  for (const { version } of pending) going.delete(version);
  if (open.size > 0) {
    throw new VamplateError(
      'unavailable',
      'Whether manifests were deleted is not known; the next run goes on.',
      { keys: [...open], outcome: 'unknown' },
    );
  }
  return true;
}

/**
 * @param open keys whose delete may still land; kept up to date
 * @returns what may be sent again; of what is held by now an open delete stays open, and is not sent again
 */
async function sendOnce(
  run: CleanupRun,
  pending: readonly GoingManifest[],
  going: Set<bigint>,
  open: Set<string>,
): Promise<readonly GoingManifest[]> {
  const { context, ledger } = run;
  const { seen } = await spareNeeded(run, going);
  const listed = new Map(seen.facts.target.versions.map((one) => [one.key, one]));
  const batch = pending.filter(({ version }) => going.has(version));
  const same = batch.filter(({ manifest }) => listed.get(manifest.key)?.etag === manifest.etag);
  const ends = await sendDeletes(
    context,
    same.map(({ manifest }) => manifest),
    open,
  );
  const again: GoingManifest[] = [];
  let count = 0;
  for (const one of batch) {
    const { version, manifest } = one;
    const end = ends.get(manifest.key) ?? endWithout(listed.has(manifest.key), open.has(manifest.key));
    if (end === 'deleted') {
      count += 1;
      ledger.deleted(manifest.size, null);
    }
    if (end === 'changed') {
      ledger.leave(version, 'changed');
      going.delete(version);
    }
    if (end === 'unknown') again.push(one);
    if (end === 'unknown') open.add(manifest.key);
    else open.delete(manifest.key);
  }
  ledger.step('delete', `${count} manifests deleted.`);
  return again;
}

/** Nothing was sent: another object has the name, or none has it; that is what an open delete was for. */
function endWithout(isListed: boolean, isOpen: boolean): MatchedDelete {
  if (isListed) return 'changed';
  return isOpen ? 'deleted' : 'gone';
}

/** By key. One by one under a condition where the store honours it (A3), so that none lands on another table's (D10). */
async function sendDeletes(
  { store, conditionalDelete }: CleanupContext,
  manifests: readonly ObjectIdentity[],
  open: ReadonlySet<string>,
): Promise<ReadonlyMap<string, MatchedDelete>> {
  if (conditionalDelete) {
    const ends = await deleteMatching(store, manifests, open);
    return new Map(manifests.map(({ key }, index) => [key, ends[index] ?? 'unknown']));
  }
  const keys = manifests.map(({ key }) => key);
  const left = new Set(await tryDeleteAll(store, keys));
  return new Map(keys.map((key) => [key, left.has(key) ? 'unknown' : 'deleted']));
}
