/** What a lease-aware reader sees at a canonical path: the whole table of F.8 and the mid-scheme tombstone of C.1. */
import { unreachable } from '@/lib/base/unreachable';
import type { StateRecord } from './state-records';

/** What lies at the canonical path. `generation` null is released or legacy content. */
export type CanonicalContent =
  | { readonly kind: 'absent' }
  | { readonly kind: 'tombstone' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'content'; readonly generation: string | null };

/** The state file found for that path; `unreadable` also when it is corrupt. */
export type StateFinding =
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'record'; readonly record: StateRecord };

export type Visibility = 'visible' | 'invisible' | 'tombstone' | 'unknown';

export function visibilityOf(canonical: CanonicalContent, state: StateFinding): Visibility {
  switch (canonical.kind) {
    case 'absent':
      return 'invisible';
    case 'tombstone':
      return 'tombstone';
    case 'unreadable':
      return 'unknown';
    case 'content':
      return canonical.generation === null ? 'visible' : visibilityOfGeneration(canonical.generation, state);
    default:
      return unreachable(canonical);
  }
}

function visibilityOfGeneration(generation: string, state: StateFinding): Visibility {
  if (state.kind === 'none') return 'invisible';
  if (state.kind === 'unreadable') return 'unknown';
  const accepted = acceptedGeneration(state.record);
  return accepted !== null && accepted === generation ? 'visible' : 'invisible';
}

/** The one generation a state vouches for: its live one, or the previous one while a change is under way. */
export function acceptedGeneration(record: StateRecord): string | null {
  switch (record.state) {
    case 'live':
      return record.live.generation;
    case 'pending':
    case 'revoking':
    case 'deleting':
      return record.previous?.generation ?? null;
    case 'legacy':
    case 'vacant':
      return null;
    default:
      return unreachable(record);
  }
}
