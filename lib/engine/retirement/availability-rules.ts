/** Whether a version can be leased or referenced: its manifest is there and no retirement stands in the way (D, H.1). */
import { type StorageInstant, storageInstant } from '@/lib/base/clock';
import { decideAdmission, type MarkerFact } from './retirement-rules';

export interface AvailabilityFacts {
  readonly manifest: 'present' | 'absent';
  readonly markers: readonly MarkerFact[];
  /** A reading of the namespace's clock object; null when nothing had to be judged by it. */
  readonly now: StorageInstant | null;
  /** Keys of draining markers whose run was dropped in this process. */
  readonly abandonedHere: ReadonlySet<string>;
}

export type Availability =
  /** `stale`: draining markers without an owner, to be removed on the way. */
  | { readonly kind: 'available'; readonly stale: readonly MarkerFact[] }
  | { readonly kind: 'gone' }
  | { readonly kind: 'retiring'; readonly because: MarkerFact };

/** Before every instant a store can state: by it no owner has lost its marker. */
const beforeEverything = storageInstant(Number.NEGATIVE_INFINITY);

export function decideAvailability(facts: AvailabilityFacts): Availability {
  if (facts.manifest === 'absent') return { kind: 'gone' };
  const admission = decideAdmission(facts.markers, facts.now ?? beforeEverything, facts.abandonedHere);
  return admission.kind === 'retiring' ? admission : { kind: 'available', stale: admission.remove };
}

/**
 * Whether the storage clock decides. A seal or commit refuses at any age, an abandoned drain counts for nothing, and
 * every reading of that clock is a write (D).
 */
export function needsClock(markers: readonly MarkerFact[], abandonedHere: ReadonlySet<string>): boolean {
  const drainsOnly = markers.every((marker) => marker.marker === 'draining');
  return drainsOnly && markers.some((marker) => !abandonedHere.has(marker.key));
}
