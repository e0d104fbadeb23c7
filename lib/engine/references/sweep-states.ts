/** Brings every unfinished state of a dataset to rest as far as it may go, before references are counted (G.2 step 9). */
import { storageInstant } from '@/lib/base/clock';
import { isVamplateError } from '@/lib/base/errors';
import { judgeOwnership } from '@/lib/engine/retirement/ownership-rules';
import { withReferenceLock } from '@/lib/engine/store/reference-lock';
import { canonicalKey, comeToRest, expiryClock, reconcile } from './reconcile-state';
import type { ReferenceContext } from './reference-context';
import { listIntents, readCanonical, readState, type StoredState } from './stored-references';
import { sweepVacant } from './write-state';

/**
 * Reconciles revoking and deleting states, removes vacant ones, and settles a pending one that no intent announces.
 * @returns whether anything was unfinished, so that states must be listed again before they are counted
 * @throws `unavailable` when a step is not certain
 */
export async function sweepStates(
  context: ReferenceContext,
  states: readonly StoredState[],
): Promise<boolean> {
  const unfinished = states.filter(({ record }) => record.state !== 'live' && record.state !== 'legacy');
  for (const state of unfinished) await sweep(context, state);
  return unfinished.length > 0;
}

async function sweep(context: ReferenceContext, state: StoredState): Promise<void> {
  const { canonicalPath } = state.record;
  const underLock = <T>(work: () => Promise<T>) =>
    withReferenceLock(context.store, canonicalKey(context, canonicalPath), work);
  switch (state.record.state) {
    case 'vacant':
      return sweepVacant(context, state);
    case 'revoking':
    case 'deleting':
      await underLock(() => reconcile(context, canonicalPath)).catch(unlessConflict);
      return;
    case 'pending':
      await underLock(() => settleStranded(context, state)).catch(unlessConflict);
      return;
    default:
      return;
  }
}

/** A reference that keeps changing, or that holds what it never knew, still keeps its versions; it blocks no cleanup. */
function unlessConflict(error: unknown): void {
  if (!isVamplateError(error) || error.kind !== 'conflict') throw error;
}

/**
 * A claim whose intent is gone: its write arrived after everybody had given it up (D1). Its owner's last check fails
 * without the intent, so nothing of it is under way. The intent is written before the claim and removed only after the
 * state has moved on, so a state that is read first and has no intent afterwards is such a one.
 */
async function settleStranded(context: ReferenceContext, listed: StoredState): Promise<void> {
  const { record } = listed;
  if (record.state !== 'pending') return;
  const { operationId, target, canonicalPath } = record;
  const intents = await listIntents(context, target.namespace, target.version);
  if (intents.some((intent) => intent.record.operationId === operationId)) return;
  const now = await expiryClock(context, target.namespace);
  if (judgeOwnership(storageInstant(listed.storedAt), now) !== 'expired') return;
  const state = await readState(context, canonicalPath);
  if (state === null || state.record.state !== 'pending' || state.etag !== listed.etag) return;
  const canonical = await readCanonical(context, canonicalKey(context, canonicalPath));
  // Were it published, some confirmation would be missing and not the intent: nothing known leads there; it keeps its
  // version as it is.
  if (canonical.content.kind === 'content' && canonical.content.generation === operationId) return;
  await comeToRest(context, state, record.previous, canonical);
}
