/** Deletes what an incarnation held, its manifests last; before each batch a look, which can only make it fewer (D16, D21). */

import { isVamplateError } from '@/lib/base/errors';
import type { CleanupContext } from '@/lib/engine/cleanup/cleanup-context';
import { findReference } from '@/lib/engine/references/find-reference';
import type { DeleteAnswer, ObjectMeta } from '@/lib/engine/store/object-store';
import { type Doomed, referencesOf } from './branch-deletion';
import { isVersion } from './find-unfinished';
import { lookAtBranch } from './look-at-branch';

export interface ObjectsDeleted {
  /** `came`: something needs what is left, or is new; `stopped`: asked to. */
  readonly ended: 'all' | 'came' | 'stopped';
  readonly objects: number;
  readonly bytes: number;
  /** Keys that changed or whose delete is not certain. */
  readonly left: readonly string[];
  readonly notes: readonly string[];
}

interface Batch {
  readonly metas: readonly ObjectMeta[];
  readonly manifests: boolean;
}

const batchSize = 500;

/** A look that does not tell all ends it: what is left stays for the next call. */
export async function deleteBranchObjects(
  context: CleanupContext,
  doomed: Doomed,
  tell: (step: 'guard' | 'delete', objects: number, bytes: number) => void,
  beforeBatch: () => Promise<void>,
): Promise<ObjectsDeleted> {
  const left: string[] = [];
  let [objects, bytes] = [0, 0];
  for (const batch of [...batches(doomed.objects, false), ...batches(doomed.manifests, true)]) {
    if (context.signal?.aborted === true)
      return { ended: 'stopped', objects, bytes, left, notes: ['It was asked to stop.'] };
    tell('guard', objects, bytes);
    let seen: Guarded;
    try {
      await beforeBatch();
      seen = await guard(context, doomed, batch);
    } catch (error) {
      if (!isVamplateError(error)) throw error;
      return { ended: 'stopped', objects, bytes, left, notes: [error.message] };
    }
    if (seen.notes.length > 0) return { ended: 'came', objects, bytes, left, notes: seen.notes };
    left.push(...seen.changed);
    const { answers, error } = await deleteAll(context, seen.same, batch.manifests);
    for (const [at, meta] of seen.same.entries()) {
      if (answers[at]?.kind === 'deleted') [objects, bytes] = [objects + 1, bytes + meta.size];
      else left.push(meta.key);
    }
    tell('delete', objects, bytes);
    if (error !== null) throw error;
  }
  return { ended: 'all', objects, bytes, left, notes: [] };
}

function batches(metas: readonly ObjectMeta[], manifests: boolean): readonly Batch[] {
  const parts: Batch[] = [];
  for (let at = 0; at < metas.length; at += batchSize)
    parts.push({ metas: metas.slice(at, at + batchSize), manifests });
  return parts;
}

interface Guarded {
  readonly same: readonly ObjectMeta[];
  readonly changed: readonly string[];
  /** Why nothing more may be deleted; empty when it may. */
  readonly notes: readonly string[];
}

/** The reference is still absent, no manifest is new, nothing needs the branch, and each object is the one listed. */
async function guard(context: CleanupContext, doomed: Doomed, { metas }: Batch): Promise<Guarded> {
  const { name, namespace } = doomed;
  const look = await lookAtBranch(context, name, namespace, 'guard');
  const notes = look.obstacles.map(({ subject, sentence }) => `${subject}: ${sentence}`);
  const reference = await findReference(referencesOf(context), 'branch', name);
  if (reference.body !== null) notes.push('A branch of this name is there again.');
  const known = new Map(doomed.manifests.map(({ key, etag }) => [key, etag]));
  const unknown = look.found.manifests.find((meta) => isVersion(meta) && known.get(meta.key) !== meta.etag);
  if (unknown !== undefined) notes.push(`${unknown.key}: It was not there before the reference went.`);
  const now = new Map([...look.found.objects, ...look.found.manifests].map((meta) => [meta.key, meta]));
  const same = metas.filter(({ key, etag, size }) => {
    const found = now.get(key);
    return found !== undefined && found.etag === etag && found.size === size;
  });
  const changed = metas.filter((meta) => now.has(meta.key) && !same.includes(meta)).map(({ key }) => key);
  return { same, changed, notes };
}

/**
 * A manifest's name may be used again, so that one is deleted on condition where the store can: a delete that lands
 * late meets another manifest and does nothing. All other names are never used twice.
 * @returns the answers to what was sent, and what ended it, `unavailable` apart
 */
async function deleteAll(
  { store, conditionalDelete }: CleanupContext,
  metas: readonly ObjectMeta[],
  manifests: boolean,
): Promise<{ readonly answers: readonly DeleteAnswer[]; readonly error: unknown }> {
  const answers: DeleteAnswer[] = [];
  try {
    if (metas.length === 0) return { answers, error: null };
    if (!manifests || !conditionalDelete) {
      return { answers: await store.deleteBatch(metas.map(({ key }) => key)), error: null };
    }
    for (const { key, etag } of metas) answers.push(await store.deleteIfMatch(key, etag));
    return { answers, error: null };
  } catch (error) {
    // What the store did not take stays, and is told as left; what it took before is counted.
    return { answers, error: isVamplateError(error) && error.kind === 'unavailable' ? null : error };
  }
}
