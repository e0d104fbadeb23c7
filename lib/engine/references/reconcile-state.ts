/** Brings an unfinished state to rest under its reference's lock: what was half written is undone, what is gone is forgotten (F.6). */
import { type StorageInstant, storageInstant } from '@/lib/base/clock';
import { VamplateError } from '@/lib/base/errors';
import { below } from '@/lib/engine/lance/paths';
import { entryOf } from '@/lib/engine/retirement/dataset-path';
import { clockEntry } from '@/lib/engine/retirement/marker-names';
import { readStorageClock } from '@/lib/engine/store/storage-clock';
import type { ReferenceContext } from './reference-context';
import { type DeletingState, type RevokingState, sameBytes, terminalOf } from './settle-rules';
import type { LiveReference } from './state-records';
import {
  listedAt,
  readCanonical,
  readState,
  type StoredCanonical,
  type StoredState,
} from './stored-references';
import { type StateWrite, vacate, writeState } from './write-state';

/**
 * `settled`: at rest, or no longer unfinished. `waiting`: a create may still land, or the store cannot undo it safely.
 * `conflict`: something else lies at the path, of a generation this state never knew; for people to look at.
 */
export type Reconciled = 'settled' | 'waiting' | 'conflict';

const rounds = 6;

/**
 * Takes a revoking or deleting state as far as it goes. The caller holds the reference's lock.
 * @throws `unavailable` when what was sent may still land: the state stays and a later call goes on
 */
export async function reconcile(context: ReferenceContext, canonicalPath: string): Promise<Reconciled> {
  const key = canonicalKey(context, canonicalPath);
  for (let round = 0; round < rounds; round += 1) {
    const state = await readState(context, canonicalPath);
    if (state === null) return 'settled';
    const { record } = state;
    if (record.state !== 'revoking' && record.state !== 'deleting') return 'settled';
    const canonical = await readCanonical(context, key);
    const undone =
      record.state === 'revoking'
        ? await undo(context, { ...state, record }, canonical, key)
        : await finishDelete(context, record, canonical, key);
    if (undone === 'waiting') return 'waiting';
    if (undone === 'again') continue;
    const rest = await comeToRest(context, state, record.previous, undone);
    if (rest === 'conflict') return 'conflict';
    if (rest.kind === 'applied') return 'settled';
  }
  throw new VamplateError('conflict', 'Others kept changing a reference while it was settled.', { key });
}

/** The state's place in the store. Its path was checked when it was decoded. */
export function canonicalKey({ root }: ReferenceContext, canonicalPath: string): string {
  const entry = entryOf(root, canonicalPath);
  if (entry === null) throw new VamplateError('internal', 'A reference path lies outside its dataset.');
  return below(root.key, entry);
}

/** Writes the terminal state that fits the content. */
export async function comeToRest(
  context: ReferenceContext,
  state: StoredState,
  previous: LiveReference | null,
  canonical: StoredCanonical,
): Promise<StateWrite | 'conflict'> {
  const { canonicalPath } = state.record;
  const terminal = terminalOf(previous, canonical.content);
  switch (terminal.kind) {
    case 'conflict':
      return 'conflict';
    case 'vacant':
      return vacate(context, state, canonicalPath);
    case 'legacy':
      return writeState(context, state, { state: 'legacy', canonicalPath });
    case 'live':
      return writeState(context, state, { state: 'live', canonicalPath, live: terminal.live });
  }
}

type Revoking = StoredState & { readonly record: RevokingState };

/** @returns what lies there once undone, or that it must wait, or that it changed and has to be looked at again */
async function undo(
  context: ReferenceContext,
  state: Revoking,
  canonical: StoredCanonical,
  key: string,
): Promise<StoredCanonical | 'waiting' | 'again'> {
  const times = await timesOf(context, state, canonical);
  const undoing = context.rules.undo(state.record, canonical, times.revokedAt, times.storeTime);
  switch (undoing.kind) {
    case 'wait':
      return 'waiting';
    case 'leave':
      return canonical;
    case 'delete':
      if (!context.conditionalDelete || canonical.etag === null) return 'waiting';
      return deleteExactly(context, key, canonical.etag);
    case 'replace': {
      if (canonical.etag === null) return 'again';
      const answer = await context.store.replace(key, undoing.body, canonical.etag);
      if (answer.kind === 'unknown') throw undecided(key, answer.cause);
      return answer.kind === 'conflict' ? 'again' : readCanonical(context, key);
    }
  }
}

/** Only an absent create is judged by age; every reading of the clock is a write (D). */
async function timesOf(
  context: ReferenceContext,
  state: Revoking,
  canonical: StoredCanonical,
): Promise<{ readonly revokedAt: StorageInstant; readonly storeTime: StorageInstant | null }> {
  const young = { revokedAt: state.storedAt, storeTime: null };
  if (state.record.mutation.kind !== 'create' || canonical.content.kind !== 'absent') return young;
  const now = await expiryClock(context, state.record.target.namespace);
  const revokedAt = await listedAt(context, state.key);
  return revokedAt === null ? young : { revokedAt, storeTime: now };
}

/** The clock of a namespace, by a listing, less the margin: what is over by it is over on every gateway (D12, D18). */
export async function expiryClock(
  { store, root, clockMarginMs }: ReferenceContext,
  namespace: string,
): Promise<StorageInstant> {
  const now = await readStorageClock(store, below(root.key, clockEntry(namespace)), 'list');
  return storageInstant(now - clockMarginMs);
}

async function finishDelete(
  context: ReferenceContext,
  record: DeletingState,
  canonical: StoredCanonical,
  key: string,
): Promise<StoredCanonical | 'waiting' | 'again'> {
  const { body, etag } = canonical;
  if (body === null || etag === null || !sameBytes(body, record.expectedPayload)) return canonical;
  if (record.expectedEtag !== null && record.expectedEtag !== etag) return canonical;
  if (!context.conditionalDelete) return 'waiting';
  return deleteExactly(context, key, etag);
}

/** @throws `unavailable` when the delete may still land */
async function deleteExactly(
  context: ReferenceContext,
  key: string,
  etag: string,
): Promise<StoredCanonical | 'again'> {
  const answer = await context.store.deleteIfMatch(key, etag);
  if (answer.kind === 'unknown') {
    const now = await readCanonical(context, key);
    if (now.content.kind !== 'absent') throw undecided(key, answer.cause);
    return now;
  }
  if (answer.kind === 'conflict') return 'again';
  return readCanonical(context, key);
}

function undecided(key: string, cause: unknown): VamplateError {
  return new VamplateError(
    'unavailable',
    'Whether a reference was undone is not known; it will be tried again.',
    { key, outcome: 'unknown' },
    { cause },
  );
}
