/** The last step of a publication: pending becomes live, or what was written is taken back and nobody is told of success (F.4). */
import { isVamplateError } from '@/lib/base/errors';
import { tryDelete } from '@/lib/engine/retirement/try-delete';
import { type Announcement, requireBranch } from './announce-reference';
import { reconcile } from './reconcile-state';
import type { ReferenceContext } from './reference-context';
import { referenceConflict } from './reference-errors';
import { sameBytes } from './settle-rules';
import { readCanonical, readState, type StoredCanonical } from './stored-references';
import { writeState } from './write-state';

const rounds = 6;

/**
 * The canonical object was written; the caller holds its lock.
 * @returns the ETag of the canonical object
 * @throws `conflict` when the branch is being deleted, the content is no longer ours, or others revoked it: what is left
 * of it is invisible. `unavailable` when the state is not certain: the intent stays, and whoever settles it decides by
 * what was written.
 */
export async function confirm(context: ReferenceContext, announcement: Announcement): Promise<string> {
  const { key, mutation, operationId, place } = announcement;
  const { namespace, version } = place;
  for (let round = 0; round < rounds; round += 1) {
    const stands = await branchStands(context, namespace);
    const canonical = await readCanonical(context, key);
    const carries = canonical.content.kind === 'content' && canonical.content.generation === operationId;
    const state = await readState(context, mutation.path);
    const record = state?.record ?? null;
    if (carries && record?.state === 'live' && record.live.generation === operationId) {
      // Somebody who met the intent after its time has completed it.
      await tryDelete(context.store, announcement.intentKey);
      return canonical.etag ?? '';
    }
    if (state === null || record?.state !== 'pending' || record.operationId !== operationId) {
      await removeUnowned(context, announcement, canonical);
      break;
    }
    if (stands && carries) {
      const live = { generation: operationId, target: { namespace, version } };
      const written = await writeState(context, state, { state: 'live', canonicalPath: mutation.path, live });
      if (written.kind === 'lost') continue;
      await tryDelete(context.store, announcement.intentKey);
      return canonical.etag ?? '';
    }
    const { target, previous, previousWasLegacy } = record;
    const revoking = {
      state: 'revoking',
      canonicalPath: mutation.path,
      ...{ operationId, target, previous, previousWasLegacy, mutation },
    } as const;
    if ((await writeState(context, state, revoking)).kind === 'lost') continue;
    await reconcile(context, mutation.path);
    break;
  }
  await tryDelete(context.store, announcement.intentKey);
  throw referenceConflict('The publication was taken back before it was confirmed.', 'revoked', {
    key,
    operationId,
  });
}

async function branchStands(context: ReferenceContext, namespace: string): Promise<boolean> {
  try {
    await requireBranch(context, namespace);
    return true;
  } catch (error) {
    if (isVamplateError(error) && error.kind === 'conflict') return false;
    throw error;
  }
}

/** Revoked while we wrote: nobody vouches for a new object with our generation, so it is of use to nobody. */
async function removeUnowned(
  context: ReferenceContext,
  { key, mutation }: Announcement,
  canonical: StoredCanonical,
): Promise<void> {
  if (mutation.kind !== 'create' || !context.conditionalDelete) return;
  const { body, etag } = canonical;
  if (body === null || etag === null || !sameBytes(body, mutation.payload)) return;
  try {
    await context.store.deleteIfMatch(key, etag);
  } catch (error) {
    if (!isVamplateError(error) || error.kind !== 'unavailable') throw error;
  }
}
