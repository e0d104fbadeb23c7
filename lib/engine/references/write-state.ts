/** Moves a reference state by compare-and-swap and reads back what became of it; a lost race is a value, doubt an error (F.3, D1). */
import { storageInstant } from '@/lib/base/clock';
import { isVamplateError, VamplateError } from '@/lib/base/errors';
import { below } from '@/lib/engine/lance/paths';
import type { WriteAnswer } from '@/lib/engine/store/object-store';
import type { ReferenceContext } from './reference-context';
import { formatStateName, stateHash } from './state-names';
import { encodeStateRecord, type StateRecord } from './state-records';
import { readState, type StoredState } from './stored-references';

export type StateWrite =
  | { readonly kind: 'applied'; readonly state: StoredState }
  /** Somebody else moved it; `state` is where it is now. */
  | { readonly kind: 'lost'; readonly state: StoredState | null };

/**
 * Two calls: the write on condition that the state is still `before` (null: not there), and the reading back. It is
 * sent once: were it sent again, the first could still land after the state has come back to what it was before.
 * @throws `unavailable` with outcome `unknown` when it may still land, or when what it became cannot be read
 */
export async function writeState(
  context: ReferenceContext,
  before: StoredState | null,
  record: StateRecord,
): Promise<StateWrite> {
  const body = encodeStateRecord(record);
  const key = below(context.root.key, formatStateName(record.canonicalPath));
  const answer: WriteAnswer =
    before === null
      ? await context.store.create(key, body)
      : await context.store.replace(key, body, before.etag);
  const now = await readBack(context, record.canonicalPath, answer.kind !== 'conflict');
  const ours = now !== null && Buffer.compare(encodeStateRecord(now.record), body) === 0;
  if (answer.kind === 'written') {
    if (now !== null && ours) return { kind: 'applied', state: now };
    // Ours was in force; whoever builds on it finds by its ETag that it no longer is.
    const storedAt = answer.storeTime ?? storageInstant(0);
    return {
      kind: 'applied',
      state: { hash: stateHash(record.canonicalPath), key, record, etag: answer.etag, storedAt },
    };
  }
  if (answer.kind === 'conflict') return { kind: 'lost', state: now };
  if (now !== null && ours && now.etag !== before?.etag) return { kind: 'applied', state: now };
  if ((now?.etag ?? null) !== (before?.etag ?? null)) return { kind: 'lost', state: now };
  throw undecided(key, answer.cause);
}

/**
 * Writes `vacant` and takes the file away; whether that succeeds does not matter, since a vacant state says the same
 * as none and is swept later (F.3).
 */
export async function vacate(
  context: ReferenceContext,
  before: StoredState,
  canonicalPath: string,
): Promise<StateWrite> {
  const written = await writeState(context, before, { state: 'vacant', canonicalPath });
  if (written.kind === 'applied') await sweepVacant(context, written.state);
  return written;
}

/** Removes a vacant state if it is still that; without conditional delete it stays. */
export async function sweepVacant(context: ReferenceContext, state: StoredState): Promise<void> {
  if (!context.conditionalDelete) return;
  try {
    await context.store.deleteIfMatch(state.key, state.etag);
  } catch (error) {
    if (!isVamplateError(error)) throw error;
  }
}

async function readBack(
  context: ReferenceContext,
  path: string,
  mayBeWritten: boolean,
): Promise<StoredState | null> {
  try {
    return await readState(context, path);
  } catch (error) {
    if (!mayBeWritten || !isVamplateError(error) || error.kind !== 'unavailable') throw error;
    throw undecided(path, error);
  }
}

function undecided(key: string, cause: unknown): VamplateError {
  const details = { key, outcome: 'unknown' };
  return new VamplateError('unavailable', 'Whether a reference state was written is not known.', details, {
    cause,
  });
}
