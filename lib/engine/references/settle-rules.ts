/** How unfinished publications and deletions end, from plain facts: nothing is replayed, everything is undone or kept (F.5 to F.7). */
import type { StorageInstant } from '@/lib/base/clock';
import { judgeOwnership } from '@/lib/engine/retirement/ownership-rules';
import type { LiveReference, StateRecord } from './state-records';
import type { CanonicalContent } from './visibility';

export type RevokingState = Extract<StateRecord, { state: 'revoking' }>;
export type PendingState = Extract<StateRecord, { state: 'pending' }>;
export type DeletingState = Extract<StateRecord, { state: 'deleting' }>;

/** What lies at a canonical path, with its bytes. */
export interface CanonicalFact {
  readonly content: CanonicalContent;
  readonly body: Uint8Array | null;
}

export type Undoing =
  /** A create may still land: the state stays until nobody can be waiting for it any more. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'delete' }
  | { readonly kind: 'replace'; readonly body: Uint8Array }
  | { readonly kind: 'leave' };

const newline = 0x0a;

/**
 * What a revoking state does to the canonical object (F.6). A rolled-back or untouched update changes the bytes, so
 * that the ETag a late write still waits for never returns.
 * @param storeTime when null nothing is believed to be over
 */
export function decideUndoing(
  state: RevokingState,
  canonical: CanonicalFact,
  revokedAt: StorageInstant,
  storeTime: StorageInstant | null,
): Undoing {
  const { mutation } = state;
  const carries = (bytes: Uint8Array) => canonical.body !== null && sameBytes(canonical.body, bytes);
  if (mutation.kind === 'create') {
    if (canonical.content.kind === 'absent') {
      return judgeOwnership(revokedAt, storeTime) === 'expired' ? { kind: 'leave' } : { kind: 'wait' };
    }
    return carries(mutation.payload) ? { kind: 'delete' } : { kind: 'leave' };
  }
  if (carries(mutation.payload)) return { kind: 'replace', body: mutation.expectedPayload };
  if (carries(mutation.expectedPayload)) {
    return { kind: 'replace', body: Uint8Array.of(...mutation.expectedPayload, newline) };
  }
  return { kind: 'leave' };
}

export type Terminal =
  | { readonly kind: 'live'; readonly live: LiveReference }
  | { readonly kind: 'legacy' }
  | { readonly kind: 'vacant' }
  /** Content of a generation this state never knew. */
  | { readonly kind: 'conflict' };

/** Where a state comes to rest, by what lies at its path (F.5). A tombstone of the mid scheme means absent. */
export function terminalOf(previous: LiveReference | null, content: CanonicalContent): Terminal {
  if (content.kind === 'absent' || content.kind === 'tombstone') return { kind: 'vacant' };
  if (content.kind === 'unreadable') return { kind: 'conflict' };
  if (content.generation === null) return { kind: 'legacy' };
  if (previous !== null && content.generation === previous.generation)
    return { kind: 'live', live: previous };
  return { kind: 'conflict' };
}

/** Where a claim that was never published goes back to: what it was before (F.5). */
export function cancelled(state: PendingState): Exclude<Terminal, { kind: 'conflict' }> {
  if (state.previous !== null) return { kind: 'live', live: state.previous };
  return state.previousWasLegacy ? { kind: 'legacy' } : { kind: 'vacant' };
}

export interface ExpiredIntentFacts {
  readonly operationId: string;
  readonly state: StateRecord | null;
  /** Whether the canonical bytes are exactly the announced ones. */
  readonly published: boolean;
  readonly manifest: 'present' | 'absent';
  /** Whether the target has a committed marker. */
  readonly committed: boolean;
}

/** `keep`: the version is referenced. `complete`, then keep. `revoke` or `reconcile`, then not kept. `drop`: only the file. */
export type ExpiredIntent = 'keep' | 'complete' | 'revoke' | 'reconcile' | 'drop';

/** What becomes of a pending intent whose owner no longer owns it (F.7, H.4). A publication is never replayed. */
export function settleExpiredIntent(facts: ExpiredIntentFacts): ExpiredIntent {
  const { operationId, state } = facts;
  if (operationId === '') return facts.published ? 'keep' : 'drop';
  if (state?.state === 'live' && state.live.generation === operationId) return 'keep';
  if (state?.state === 'pending' && state.operationId === operationId) {
    const complete = facts.published && facts.manifest === 'present' && !facts.committed;
    return complete ? 'complete' : 'revoke';
  }
  return state?.state === 'revoking' && state.operationId === operationId ? 'reconcile' : 'drop';
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
