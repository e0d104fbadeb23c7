/** The typed rows of one `_refs/` listing: what each key says by its name, and what its body was found to be. */
import type { BranchFacts, ReferenceReading, TagFacts } from '@/lib/engine/lance/decode-reference';
import type { LeaseName } from '@/lib/engine/leases/lease-names';
import type { IntentName } from '@/lib/engine/references/intent-names';
import type { IntentRecord } from '@/lib/engine/references/intent-records';
import type { StateRecord } from '@/lib/engine/references/state-records';
import type { DatasetRoot } from '@/lib/engine/retirement/dataset-path';
import type { MarkerName } from '@/lib/engine/retirement/marker-names';
import type { MarkerRecord } from '@/lib/engine/retirement/marker-records';
import type { ObjectMeta, StoreTime } from '@/lib/engine/store/object-store';

/** One listed object below `_refs/`. */
export interface ListedEntry extends ObjectMeta {
  /** Relative to the dataset root, `_refs/…`. */
  readonly entry: string;
  /** The store's time of the answer that listed it: leases are judged by this one (5.3). */
  readonly listedAt: StoreTime;
}

/**
 * What was found where a body was asked for. Only `read` says anything; the others keep the row and mean that nobody
 * knows: never that the object is absent. `vanished`: it went between listing and reading.
 */
export type BodyOf<T> =
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'corrupt'; readonly reason: string; readonly excerpt: string }
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'vanished' };

export interface LeaseEntry extends ListedEntry, LeaseName {}

export interface MarkerEntry extends ListedEntry, MarkerName {
  /** Null for draining markers, whose body means nothing. */
  readonly body: BodyOf<MarkerRecord> | null;
}

export interface IntentEntry extends ListedEntry, IntentName {
  readonly body: BodyOf<IntentRecord>;
}

export interface StateEntry extends ListedEntry {
  readonly hash: string;
  readonly body: BodyOf<StateRecord>;
}

export interface TerminationEntry extends ListedEntry {
  readonly namespace: string;
}

export interface TagEntry extends ListedEntry {
  readonly name: string;
  readonly body: BodyOf<ReferenceReading<TagFacts>>;
}

export interface BranchEntry extends ListedEntry {
  readonly name: string;
  readonly body: BodyOf<ReferenceReading<BranchFacts>>;
}

/** The part of the lifecycle a corrupt key lies in. */
export type ControlArea =
  | 'lease'
  | 'retirement'
  | 'intent'
  | 'state'
  | 'termination'
  | 'tag'
  | 'branch'
  | 'other';

/** A key whose name or body does not parse: never dropped, never followed (4.4, D6). */
export interface CorruptEntry extends ListedEntry {
  readonly area: ControlArea;
  /** Namespace of a corrupt lease, marker or intent; null where the name does not say or the area has none. */
  readonly namespace: string | null;
  readonly reason: string;
  /** At most 4 KiB, escaped; null when it could not be read. */
  readonly excerpt: string | null;
}

export interface ControlState {
  readonly root: DatasetRoot;
  readonly leases: readonly LeaseEntry[];
  readonly markers: readonly MarkerEntry[];
  readonly intents: readonly IntentEntry[];
  readonly states: readonly StateEntry[];
  readonly terminations: readonly TerminationEntry[];
  readonly tags: readonly TagEntry[];
  readonly branches: readonly BranchEntry[];
  readonly corrupt: readonly CorruptEntry[];
  /** Clock objects, reference locks and files that nobody of the protocol reads: counted, not shown. */
  readonly counts: { readonly clocks: number; readonly locks: number; readonly other: number };
  /** Keys that only an unmerged proposal writes (`_refs/catalog/`): such a dataset is not to be cleaned (A.1). */
  readonly proposals: readonly string[];
  /** Another root that control files name: this dataset was copied, moved or mounted elsewhere (D6). */
  readonly foreignRoot: string | null;
  /** False when a bound stopped the listing or a body was not read; `notes` says which. */
  readonly complete: boolean;
  /** The last key listed where `complete` is false because of the listing; null when it reached the end. */
  readonly listedUpTo: string | null;
  readonly notes: readonly string[];
  /** The store's time of the oldest answer the rows rest on: what was listed is at least as new. */
  readonly storeTime: StoreTime;
  readonly cost: { readonly requests: number; readonly bytes: number };
  /** Whether a lease-aware writer has been here: any state file says so (J). */
  readonly leaseAware: boolean;
}
