/** A cleanup plan: plain data that a person approves and a run accepts by its hash; a run may only shrink it (D9 to D14). */
import type { StorageInstant } from '@/lib/base/clock';
import type { NamingScheme } from '@/lib/engine/lance/version-names';
import type { Protection } from '@/lib/engine/protection/protection-facts';
import type { ETag } from '@/lib/engine/store/object-store';
import type { CleanupPolicy } from './cleanup-policy';

/** Which content of an object the plan speaks of; what differs later is another object (D10). */
export interface ObjectIdentity {
  /** Key below the store. */
  readonly key: string;
  readonly size: number;
  readonly etag: ETag;
  readonly storedAt: StorageInstant;
}

/**
 * `certain`: nothing holds it. `conditional`: only leases that are over by the answer's time; the run's censuses decide.
 * `resume`: sealed or committed by an earlier run, to be finished whatever the policy says (D9).
 */
export type PlannedGroup = 'certain' | 'conditional' | 'resume';

export interface PlannedVersion {
  readonly version: bigint;
  readonly group: PlannedGroup;
  /** Its manifest, under every spelling it has; empty when a resumed one lost them all and only markers remain. */
  readonly manifests: readonly ObjectIdentity[];
}

export type PlannedClass = 'data' | 'blob' | 'deletion' | 'index' | 'transaction' | 'temporary' | 'manifest';

export interface PlannedObject extends ObjectIdentity {
  readonly class: PlannedClass;
  /** `version`: a planned version that was read mentions it. `unverified`: none that was read does, and it is old enough or attested. */
  readonly because: 'version' | 'unverified';
  /** Whether only the certain group stands behind it; otherwise it is not part of the prediction (D9). */
  readonly certain: boolean;
}

export interface KeptVersion {
  readonly version: bigint;
  readonly protections: readonly Protection[];
}

/** What the plan rests on; a change of any of these makes it stale (D11). */
export interface PlanGround {
  readonly scheme: NamingScheme;
  readonly readerFlags: bigint;
  readonly writerFlags: bigint;
  /** Who decides what a commit is: the store's own names, nothing else is planned for (A.2, D8). */
  readonly authority: 'object_store';
}

/** What was looked at, for people: how fresh and how costly it was. */
export interface PlanObservations {
  /** The store's time by which every age was judged (D12). */
  readonly storeTime: StorageInstant;
  readonly requests: number;
  readonly bytes: number;
  readonly versionsListed: number;
  readonly manifestsRead: number;
  readonly objectsListed: number;
  /** Datasets whose base paths were read, and that clones elsewhere are not seen (D13). */
  readonly datasetsSearchedForClones: number;
  readonly notes: readonly string[];
}

export interface PlanSums {
  readonly versions: number;
  readonly objects: number;
  readonly bytes: number;
}

export interface CleanupPlan {
  readonly format: 1;
  /** SHA-256 of everything below, as 64 hex digits. */
  readonly hash: string;
  readonly storeUri: string;
  /** The dataset's root below the store. */
  readonly dataset: string;
  readonly policy: CleanupPolicy;
  readonly namespace: string;
  readonly ground: PlanGround;
  readonly latest: bigint;
  /** Lowest version first. */
  readonly versions: readonly PlannedVersion[];
  /** Everything but the manifests of `versions`, ordered by key. */
  readonly objects: readonly PlannedObject[];
  readonly kept: readonly KeptVersion[];
  /** Of the certain group alone. */
  readonly predicted: PlanSums;
  /** Of all three groups. */
  readonly most: PlanSums;
  /** Protocol requests the run would take. */
  readonly requestEstimate: number;
  readonly observations: PlanObservations;
}
