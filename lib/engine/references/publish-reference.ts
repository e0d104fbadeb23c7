/** Writes an announced and claimed reference, and confirms it: success is reported only when its state is live (F.4). */
import { isVamplateError } from '@/lib/base/errors';
import { below } from '@/lib/engine/lance/paths';
import { askAvailability } from '@/lib/engine/retirement/ask-availability';
import { clockEntry } from '@/lib/engine/retirement/marker-names';
import { judgeOwnership } from '@/lib/engine/retirement/ownership-rules';
import type { WriteAnswer } from '@/lib/engine/store/object-store';
import { readStorageClock } from '@/lib/engine/store/storage-clock';
import { type Announcement, removeIntent, requireBranch } from './announce-reference';
import { claim } from './claim-reference';
import { confirm } from './confirm-reference';
import type { ReferenceContext } from './reference-context';
import { referenceConflict, undecidedReference, unreferenceable } from './reference-errors';
import { cancelled, sameBytes } from './settle-rules';
import { listedAt, readCanonical, readState } from './stored-references';
import { vacate, writeState } from './write-state';

export interface PublishedReference {
  readonly operationId: string;
  readonly key: string;
  /** Of the canonical object as it was confirmed. */
  readonly etag: string;
}

/**
 * Step 6. The caller holds the reference's lock.
 * @throws what the claim throws; then the intent is gone where that is safe, and otherwise left to expire
 */
export async function claimAnnounced(context: ReferenceContext, announcement: Announcement): Promise<void> {
  try {
    await claim(context, announcement);
  } catch (error) {
    // A claim that may still land needs its intent, by which it will be settled.
    const open = isVamplateError(error) && error.details.outcome === 'unknown';
    if (!open) await dropIntentUnlessClaimed(context, announcement).catch(ignoreUnavailable);
    throw error;
  }
}

/**
 * `ensure_owned` and the checks before the write (F.4): after the last of them nothing but the write itself is sent.
 * @throws `conflict` when the intent, its time, the claim, the version or the branch is no longer ours to publish
 */
export async function ensureOwned(context: ReferenceContext, announcement: Announcement): Promise<void> {
  const { store, root, abandoned, rules } = context;
  const { place, intentKey, intentStoredAt, manifestKey, mutation, operationId } = announcement;
  const lost = (what: string) => referenceConflict(what, 'not_owned', { operationId });
  if ((await listedAt(context, intentKey)) !== intentStoredAt) {
    throw lost('The intent of this publication is no longer as it was written.');
  }
  const now = await readStorageClock(store, below(root.key, clockEntry(place.namespace)), 'list');
  if (judgeOwnership(intentStoredAt, now) !== 'active') {
    throw lost('This publication took longer than its intent is owned.');
  }
  const asked = await askAvailability(store, place, abandoned.in(store), rules.beforeReference, manifestKey);
  if (asked.answer.kind !== 'available') throw unreferenceable(place.version, asked.answer);
  await requireBranch(context, place.namespace);
  const state = await readState(context, mutation.path);
  if (state?.record.state !== 'pending' || state.record.operationId !== operationId) {
    throw lost('The claim of this publication was taken back.');
  }
}

/**
 * The caller holds the reference's lock.
 * @throws `conflict` when somebody else's content is there or the publication was taken back: then nothing of ours is
 * visible. `unavailable` with outcome `unknown` when the write may still land: then nothing more is touched, and the
 * intent is settled once it expires.
 */
export async function publishClaimed(
  context: ReferenceContext,
  announcement: Announcement,
): Promise<PublishedReference> {
  const { key, mutation, operationId } = announcement;
  try {
    await ensureOwned(context, announcement);
    if ((await write(context, announcement)) === 'conflict') {
      const message =
        mutation.kind === 'create'
          ? 'A reference of this name is already there.'
          : 'The reference has changed.';
      throw referenceConflict(message, 'changed', { key });
    }
  } catch (error) {
    throw await afterCancelling(context, announcement, error);
  }
  try {
    return { operationId, key, etag: await confirm(context, announcement) };
  } catch (error) {
    if (isVamplateError(error) && error.kind === 'unavailable') throw undecidedReference(key, error);
    throw error;
  }
}

/** One call when all is well. `published` only with our own bytes seen or acknowledged (F.6, D1). */
async function write(
  context: ReferenceContext,
  { key, mutation }: Announcement,
): Promise<'published' | 'conflict'> {
  const answer: WriteAnswer =
    mutation.kind === 'create'
      ? await context.store.create(key, mutation.payload)
      : await context.store.replace(key, mutation.payload, mutation.expectedEtag ?? '');
  if (answer.kind === 'written') return 'published';
  const ours = await isOurs(context, key, mutation.payload).catch((error: unknown) => {
    throw undecidedReference(key, error);
  });
  if (ours) return 'published';
  if (answer.kind === 'unknown') throw undecidedReference(key, answer.cause);
  return 'conflict';
}

async function isOurs(context: ReferenceContext, key: string, payload: Uint8Array): Promise<boolean> {
  const { body } = await readCanonical(context, key);
  return body !== null && sameBytes(body, payload);
}

/**
 * Takes the claim back after a failure, then the intent; returns the error to throw. One whose outcome is open leaves
 * everything as it is.
 */
export async function afterCancelling(
  context: ReferenceContext,
  announcement: Announcement,
  error: unknown,
): Promise<unknown> {
  if (isVamplateError(error) && error.details.outcome === 'unknown') return error;
  await cancelClaim(context, announcement).catch(ignoreUnavailable);
  return error;
}

/**
 * The state returns to what it was before the claim; the intent goes once the claim is surely gone. May be repeated.
 * @throws `unavailable` when a step is not certain: then intent and claim stay
 */
export async function cancelClaim(context: ReferenceContext, announcement: Announcement): Promise<void> {
  const { mutation, operationId } = announcement;
  const state = await readState(context, mutation.path);
  if (state?.record.state === 'pending' && state.record.operationId === operationId) {
    const back = cancelled(state.record);
    const canonicalPath = mutation.path;
    if (back.kind === 'vacant') await vacate(context, state, canonicalPath);
    else if (back.kind === 'legacy') await writeState(context, state, { state: 'legacy', canonicalPath });
    else await writeState(context, state, { state: 'live', canonicalPath, live: back.live });
  }
  await dropIntentUnlessClaimed(context, announcement);
}

async function dropIntentUnlessClaimed(context: ReferenceContext, announcement: Announcement): Promise<void> {
  const state = await readState(context, announcement.mutation.path);
  const { record } = state ?? { record: null };
  if (record?.state === 'pending' && record.operationId === announcement.operationId) return;
  await removeIntent(context, announcement);
}

/** What stays behind is settled once the intent expires; the error that led here says more. */
function ignoreUnavailable(error: unknown): void {
  if (!isVamplateError(error) || error.kind === 'internal') throw error;
}
