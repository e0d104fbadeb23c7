/** Deletes a group's manifests after a last look: one that is not the planned one any more stays (D10, D15, D16). */
import { VamplateError } from '@/lib/base/errors';
import type { CleanupContext } from '@/lib/engine/cleanup/cleanup-context';
import type { ObjectIdentity, PlannedVersion } from '@/lib/engine/cleanup/cleanup-plan';
import type { CleanupRun } from '@/lib/engine/cleanup/cleanup-run';
import { deleteMatching, type MatchedDelete } from '@/lib/engine/cleanup/delete-matching';
import { deleteSurely } from '@/lib/engine/cleanup/delete-surely';
import { spareNeeded } from './spare-needed';

/**
 * @param going versions whose objects are gone; shrinks by those whose manifest stays
 * @returns false when asked to stop
 * @throws `unavailable` when a delete is not certain
 */
export async function deleteManifests(
  run: CleanupRun,
  group: readonly PlannedVersion[],
  going: Set<bigint>,
): Promise<boolean> {
  const { context, ledger } = run;
  if (run.signal?.aborted === true) return false;
  await run.beforeBatch();
  const { seen } = await spareNeeded(run, going);
  const listed = new Map(seen.facts.target.versions.map((one) => [one.key, one]));
  const batch = group
    .filter(({ version }) => going.has(version))
    .flatMap(({ version, manifests }) => manifests.map((manifest) => ({ version, manifest })))
    .filter(({ manifest }) => listed.has(manifest.key));
  const same = batch.filter(({ manifest }) => listed.get(manifest.key)?.etag === manifest.etag);
  const ends = await sendDeletes(
    context,
    same.map(({ manifest }) => manifest),
  );
  const unknown: string[] = [];
  for (const { version, manifest } of batch) {
    const end = ends.get(manifest.key) ?? 'changed';
    if (end === 'deleted') ledger.deleted(manifest.size, null);
    if (end === 'changed') ledger.leave(version, 'changed');
    if (end === 'unknown') unknown.push(manifest.key);
    if (end === 'changed' || end === 'unknown') going.delete(version);
  }
  const count = [...ends.values()].filter((end) => end === 'deleted').length;
  ledger.step('delete', `${count} manifests deleted.`);
  if (unknown.length > 0) {
    throw new VamplateError(
      'unavailable',
      'Whether manifests were deleted is not known; the next run goes on.',
      { keys: unknown, outcome: 'unknown' },
    );
  }
  return true;
}

/** By key. One by one under a condition where the store honours it (A3), so that none lands on another table's (D10). */
async function sendDeletes(
  { store, clock, conditionalDelete }: CleanupContext,
  manifests: readonly ObjectIdentity[],
): Promise<ReadonlyMap<string, MatchedDelete>> {
  if (conditionalDelete) {
    const ends = await deleteMatching(store, clock, manifests);
    return new Map(manifests.map(({ key }, index) => [key, ends[index] ?? 'unknown']));
  }
  const keys = manifests.map(({ key }) => key);
  const left = new Set(await deleteSurely({ store, clock }, keys));
  return new Map(keys.map((key) => [key, left.has(key) ? 'unknown' : 'deleted']));
}
