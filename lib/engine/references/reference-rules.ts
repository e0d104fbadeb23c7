/** What intents and reference states mean now: whose turn it is, which versions they keep, what ends them (F.5, F.7, H.4). */
import type { StorageInstant } from '@/lib/base/clock';
import { unreachable } from '@/lib/base/unreachable';
import { judgeOwnership, ownedUntil } from '@/lib/engine/retirement/ownership-rules';
import type { IntentRecord } from './intent-records';
import type { LiveReference, ReferenceTarget, StateRecord } from './state-records';
import type { CanonicalContent } from './visibility';

export interface IntentJudgement {
  /** `expired`: its owner no longer owns it, and the next cleanup settles it. `unknown`: no store time. */
  readonly standing: 'active' | 'expired' | 'unknown';
  readonly ownedUntil: StorageInstant;
  readonly sentence: string;
}

/** @param record null when the body could not be read: the file's age still says who may settle it */
export function judgeIntent(
  intent: { readonly storedAt: StorageInstant; readonly record: IntentRecord | null },
  storeTime: StorageInstant | null,
): IntentJudgement {
  const standing = judgeOwnership(intent.storedAt, storeTime);
  return {
    standing,
    ownedUntil: ownedUntil(intent.storedAt),
    sentence: intentSentence(intent.record, standing),
  };
}

function intentSentence(record: IntentRecord | null, standing: IntentJudgement['standing']): string {
  if (record === null) return 'Its body could not be read; nothing is cleaned until it can be.';
  if (record.state === 'completed')
    return 'Left over from a finished publication; the next cleanup removes it.';
  switch (standing) {
    case 'active':
      return 'A reference to this version is being published; every lease-aware cleaner keeps the version meanwhile.';
    case 'expired':
      return 'Its publisher no longer owns it; the next cleanup finishes the publication if its reference was written, otherwise revokes it.';
    case 'unknown':
      return 'A reference to this version may be in publication; the store states no time to judge that.';
    default:
      return unreachable(standing);
  }
}

/** One sentence for each of the six states (F.5). */
export function stateSentence(record: StateRecord): string {
  switch (record.state) {
    case 'pending':
      return record.previous === null && !record.previousWasLegacy
        ? 'A new reference is being published; until it is, nobody sees it.'
        : 'The reference is being moved; until it is, readers see where it was.';
    case 'live':
      return 'The reference was published through the protocol.';
    case 'legacy':
      return 'A released writer wrote the reference; readers see it as it is.';
    case 'vacant':
      return 'There is no reference here any more; the next cleanup removes this file.';
    case 'revoking':
      return 'A publication is being taken back; a late write of it may still land and is then undone.';
    case 'deleting':
      return 'The reference is being deleted; until its file is gone, readers see it.';
    default:
      return unreachable(record);
  }
}

export interface StateHold {
  readonly target: ReferenceTarget;
  /** `unknown` when what lies at the canonical path could not be read. */
  readonly certainty: 'certain' | 'unknown';
}

/**
 * The versions a state keeps from every lease-aware cleaner (F.7): the target of a pending publication always, a live
 * or previous one while the canonical object carries its generation. Stricter than F.7, a version that a rollback may
 * point at again stays until the change is over, whatever lies at the path in between (D20).
 */
export function heldByState(record: StateRecord, canonical: CanonicalContent): readonly StateHold[] {
  switch (record.state) {
    case 'pending':
      return [{ target: record.target, certainty: 'certain' }, ...always(record.previous)];
    case 'live':
      return whileCanonical(record.live, canonical);
    case 'revoking':
      return record.mutation.kind === 'update'
        ? always(record.previous)
        : whileCanonical(record.previous, canonical);
    case 'deleting':
      return whileCanonical(record.previous, canonical);
    case 'legacy':
    case 'vacant':
      return [];
    default:
      return unreachable(record);
  }
}

function always(live: LiveReference | null): readonly StateHold[] {
  return live === null ? [] : [{ target: live.target, certainty: 'certain' }];
}

function whileCanonical(live: LiveReference | null, canonical: CanonicalContent): readonly StateHold[] {
  if (live === null) return [];
  if (canonical.kind === 'unreadable') return [{ target: live.target, certainty: 'unknown' }];
  const carried = canonical.kind === 'content' && canonical.generation === live.generation;
  return carried ? [{ target: live.target, certainty: 'certain' }] : [];
}
