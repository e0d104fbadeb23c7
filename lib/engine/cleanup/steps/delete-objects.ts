/** Deletes planned objects batch by batch, each after a fresh look; what anybody needs, or what changed, stays (D10, D16). */

import { storageInstant } from '@/lib/base/clock';
import type { PlannedObject } from '@/lib/engine/cleanup/cleanup-plan';
import type { CleanupRun, WaitingObject } from '@/lib/engine/cleanup/cleanup-run';
import { keysPerBatch } from '@/lib/engine/cleanup/delete-surely';
import { fateOf } from '@/lib/engine/cleanup/deletion-set-rules';
import { pauseBefore, sendings } from '@/lib/engine/cleanup/resend-rules';
import { visitObjects } from '@/lib/engine/cleanup/survey/list-objects';
import { relativeTo } from '@/lib/engine/lance/paths';
import { tryDeleteAll } from '@/lib/engine/retirement/try-delete';
import type { ObjectMeta } from '@/lib/engine/store/object-store';
import { spareNeeded } from './spare-needed';

/** The name by which manifests mention an object; null for what is never deleted. */
export function nameOf(root: string, key: string): string | null {
  const entry = relativeTo(root, key);
  if (entry === null) return null;
  const always = { kept: () => false, mentioned: () => true, recentFrom: storageInstant(0) };
  const fate = fateOf(entry, storageInstant(0), always);
  return fate.kind === 'goes' ? fate.name : null;
}

/**
 * What had no answer is sent again in a later batch, after a look of its own (D16).
 * @param going versions whose deletion is under way; shrinks when something came to need one
 * @param root key of the root the objects lie in
 * @returns false when asked to stop
 */
export async function deleteObjects(run: CleanupRun, root: string, going: Set<bigint>): Promise<boolean> {
  const { context, waiting } = run;
  const present = new Map<string, ObjectMeta>();
  await visitObjects(context, root, (_, meta) => present.set(meta.key, meta));
  if (!context.rules.keepsToPlan()) widen(run, root, present);

  let queue: readonly WaitingObject[] | null = [...waiting.values()];
  for (let sending = 0; sending < sendings && queue.length > 0; sending += 1) {
    if (sending > 0) await context.clock.sleep(pauseBefore(sending));
    queue = await sendOnce(run, queue, present, going);
    if (queue === null) return false;
  }
  return true;
}

/** @returns those without an answer; null when asked to stop */
async function sendOnce(
  run: CleanupRun,
  queue: readonly WaitingObject[],
  present: ReadonlyMap<string, ObjectMeta>,
  going: Set<bigint>,
): Promise<readonly WaitingObject[] | null> {
  const { context, ledger, pace, signal, waiting } = run;
  const open: WaitingObject[] = [];
  for (let at = 0; at < queue.length; ) {
    if (signal?.aborted === true) return null;
    await run.beforeBatch();
    // Versions of later groups and versions that were left are among those whose needs it counts.
    const { kept } = await spareNeeded(run, going);
    const most = pace.batchSize(keysPerBatch);
    const batch: WaitingObject[] = [];
    for (; at < queue.length && batch.length < most; at += 1) {
      const one = queue[at];
      if (one === undefined || kept.has(one.name)) continue;
      const found = present.get(one.object.key);
      if (found === undefined) waiting.delete(one.object.key);
      else if (isSame(one.object, found)) batch.push(one);
    }
    const keys = batch.map(({ object }) => object.key);
    const left = new Set(await tryDeleteAll(context.store, keys));
    for (const one of batch) {
      const { object, name } = one;
      // Also one whose delete may still land is as good as gone to whoever needs it.
      ledger.deletedNames.add(name);
      if (left.has(object.key)) {
        open.push(one);
        continue;
      }
      waiting.delete(object.key);
      ledger.deleted(object.size, name);
    }
    ledger.step('delete', `${batch.length} objects deleted.`);
    await pace.after(batch.length, signal);
  }
  return open;
}

/** Where the store names no content, by its size and time; both come from listings. */
function isSame(planned: PlannedObject, found: ObjectMeta): boolean {
  const alike = planned.etag === found.etag && planned.size === found.size;
  return alike && (planned.etag !== '' || planned.storedAt === found.storedAt);
}

/** What a run must never do; only the simulation asks for it. */
function widen({ waiting }: CleanupRun, root: string, present: ReadonlyMap<string, ObjectMeta>): void {
  for (const meta of present.values()) {
    const name = nameOf(root, meta.key);
    if (name === null || waiting.has(meta.key)) continue;
    const object: PlannedObject = { ...meta, class: 'data', because: 'unverified', certain: false };
    waiting.set(meta.key, { object, name });
  }
}
