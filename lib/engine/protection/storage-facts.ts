/** What storage accounting is given and what it answers: bytes by reason and class, what each holder costs, what is missing. */
import type { StorageInstant } from '@/lib/base/clock';
import type { Protection, Verdict } from './protection-facts';

/**
 * The reasons, strongest first: an object that several versions need counts once, under the strongest of their reasons.
 * `live`: the head or a detached version. `protocol`: intents, states, markers, outside reasons, and the control files.
 * `unknown`: needed by a version of unknown verdict, or not needed by any version read while some were not read.
 * `unverified` and `orphaned`: no version needs it, stored within the last 7 days or earlier. `foreign`: nothing of Lance.
 */
export const storageReasons = [
  'live',
  'tag',
  'lease',
  'branch',
  'protocol',
  'policy',
  'unknown',
  'reclaimable',
  'unverified',
  'orphaned',
  'foreign',
] as const;
export type StorageReason = (typeof storageReasons)[number];

export type StorageClass =
  | 'data'
  | 'blob'
  | 'deletion'
  | 'index'
  | 'manifest'
  | 'transaction'
  | 'control'
  | 'branch'
  | 'other';

/** One object below the dataset's (or branch's) root. */
export interface StorageObject {
  /** Relative to that root. */
  readonly key: string;
  readonly size: number;
  readonly storedAt: StorageInstant;
}

export interface StorageVersion {
  readonly version: bigint;
  readonly manifestKey: string;
  readonly verdict: Verdict;
  readonly protections: readonly Protection[];
  /** Everything else it needs here; a folder ends with a slash. Null: not read, or its manifest contradicts itself. */
  readonly keys: Iterable<string> | null;
}

export interface StorageFacts {
  readonly objects: Iterable<StorageObject>;
  /** Whether the objects are all there are; otherwise nothing is called missing. */
  readonly listedInFull: boolean;
  /** Every version of the branch, detached ones too. */
  readonly versions: readonly StorageVersion[];
  /** Whether `versions` are all there are; otherwise nothing is called orphaned or reclaimable. */
  readonly versionsInFull: boolean;
  readonly storeTime: StorageInstant | null;
}

export interface StorageSlice {
  readonly bytes: number;
  readonly objects: number;
}

export interface HolderCost {
  readonly kind: 'tag' | 'lease' | 'branch';
  readonly subject: string;
  readonly version: bigint;
  readonly since: StorageInstant | null;
  /** Bytes that no other holder, version or policy needs; null while some version's needs are unknown. */
  readonly exclusiveBytes: number | null;
}

export interface StorageAccount {
  readonly total: StorageSlice;
  readonly byReason: ReadonlyMap<StorageReason, StorageSlice>;
  readonly byClass: ReadonlyMap<StorageClass, StorageSlice>;
  /** Largest first, unknown ones last. */
  readonly holders: readonly HolderCost[];
  /** Bytes that only this version needs; empty while some version's needs are unknown. */
  readonly exclusiveByVersion: ReadonlyMap<bigint, number>;
  /** Needed objects that were not listed, at most `maxMissing`; `missingCount` says how many there are. */
  readonly missing: readonly { readonly key: string; readonly neededBy: bigint }[];
  readonly missingCount: number;
  /** Versions whose needs are not known. */
  readonly unreadVersions: number;
}

export const maxMissing = 1_000;
