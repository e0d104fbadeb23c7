/** What a run says while it works and when it ends; nothing it left undone goes unmentioned. */
import type { Protection } from '@/lib/engine/protection/protection-facts';

export type RunStep =
  | 'verify'
  | 'recover'
  | 'fence'
  | 'lease_census'
  | 'seal'
  | 'reference_census'
  | 'commit'
  | 'guard'
  | 'delete'
  | 'finalize'
  | 'cancel';

export interface RunProgress {
  readonly step: RunStep;
  /** Groups of at most 200 versions, counted from 1 (D15). */
  readonly group: number;
  readonly groups: number;
  readonly versionsRetired: number;
  readonly objectsDeleted: number;
  readonly bytesDeleted: number;
  readonly sentence: string;
}

/** A planned version that stays: it needs no plan to be stale, only somebody who came (D11). */
export interface LeftVersion {
  readonly version: bigint;
  readonly reason:
    | 'held'
    | 'new_retirement'
    | 'not_sealed_in_time'
    | 'undecided_commit'
    | 'refused_commit'
    | 'not_reached'
    | 'changed';
  readonly protections: readonly Protection[];
  readonly sentence: string;
}

/** Something of a version that is needed again is already gone (D16, D20). */
export interface Incident {
  readonly version: bigint;
  readonly sentence: string;
  readonly missingKeys: readonly string[];
}

export interface CleanupReport {
  readonly planHash: string;
  readonly markerOperationIds: readonly string[];
  /** `stopped`: asked to, between two batches. `incident` outranks every other ending. */
  readonly outcome: 'completed' | 'stopped' | 'failed' | 'incident';
  readonly retired: readonly bigint[];
  readonly left: readonly LeftVersion[];
  readonly objectsDeleted: number;
  readonly bytesDeleted: number;
  /** Objects of the plan that stayed because they changed, are needed, or their delete is not certain. */
  readonly objectsLeft: number;
  /** Markers that may remain; the next run finishes or removes them. */
  readonly markersLeft: readonly string[];
  readonly incidents: readonly Incident[];
  readonly requests: number;
  /** Null unless the outcome is `failed`: kind and sentence of what stopped it. */
  readonly failure: { readonly kind: string; readonly sentence: string } | null;
}
