/** The plain facts that protection is decided from, and what is decided: engine types, no wire, no store. */
import type { StorageInstant } from '@/lib/base/clock';
import type { IntentRecord } from '@/lib/engine/references/intent-records';
import type { StateRecord } from '@/lib/engine/references/state-records';
import type { CanonicalContent, Visibility } from '@/lib/engine/references/visibility';
import type { ManifestPresence, MarkerFact } from '@/lib/engine/retirement/retirement-rules';
import type { EffectivePolicy } from './retention-policy';

export type ProtectionKind =
  | 'latest'
  | 'tag'
  | 'branch'
  | 'lease'
  | 'intent'
  | 'reference_state'
  | 'retirement'
  | 'policy'
  | 'detached'
  | 'unsupported'
  | 'unreadable'
  /** A reason from outside the dataset: a serving replica, a flag of the console (D14). */
  | 'outside';

/** `active` holds now; `expired` and `abandoned` hold until somebody settles them; `unknown` cannot be judged. */
export type ProtectionStanding = 'active' | 'expired' | 'abandoned' | 'unknown';

/** `every` Lance cleaner; only `lease_aware` ones; depending on the release; not established. */
export type HonouredBy = 'every' | 'lease_aware' | 'release_dependent' | 'unknown';

/** One reason why one version may not die. */
export interface Protection {
  readonly kind: ProtectionKind;
  readonly subject: string;
  readonly standing: ProtectionStanding;
  /** Null where the format records nobody (D23). */
  readonly holder: string | null;
  readonly since: StorageInstant | null;
  /** The first instant at which it no longer holds by itself; null when it never ends so, or that is not known. */
  readonly until: StorageInstant | null;
  /** The rest of a sentence after 'Ends when ', without its full stop. */
  readonly endsWhen: string;
  readonly honouredBy: HonouredBy;
}

export type Verdict = 'latest' | 'held' | 'policy' | 'reclaimable' | 'unknown';

export type EarliestReclaim =
  | { readonly kind: 'at'; readonly at: StorageInstant; readonly estimated: boolean }
  | { readonly kind: 'now'; readonly estimated: boolean }
  | { readonly kind: 'never'; readonly because: string }
  | { readonly kind: 'unknown'; readonly because: string };

export interface VersionFact {
  readonly version: bigint;
  /** Stored time of the manifest object, from a listing. */
  readonly storedAt: StorageInstant;
  readonly detached: boolean;
  /** Whether the manifest was read; the two fields below mean nothing before. */
  readonly read: 'not_yet' | 'read' | 'failed';
  /** The manifest's own time by its writer's clock; null when not read or not recorded. */
  readonly committedAtMs: number | null;
  /** What stands against cleaning this manifest (`judgeFlags(...).reasons`). */
  readonly flagReasons: readonly string[];
}

export interface TagFact {
  readonly name: string;
  /** Null is main. */
  readonly branch: string | null;
  readonly version: bigint;
  readonly storedAt: StorageInstant;
  readonly visibility: Visibility;
  /** Whether the branch it names has a reference that was read; main always has. */
  readonly branchKnown: boolean;
}

/** A branch that needs a version of the branch being explained. */
export interface BranchPin {
  readonly name: string;
  readonly version: bigint;
  readonly storedAt: StorageInstant;
  /** `parent`: only parentBranch and parentVersion say so, which no cleaner but ours looks at (C.3). */
  readonly evidence: 'identifier' | 'parent';
}

export interface LeaseFact {
  readonly id: string;
  readonly version: bigint;
  readonly ttlMicros: bigint;
  readonly storedAt: StorageInstant;
  /** The store's time of the answer that listed it. */
  readonly listedAt: StorageInstant | null;
  readonly holder: string | null;
}

export interface RetirementFact extends MarkerFact {
  readonly manifests: ManifestPresence;
}

export interface IntentFact {
  readonly id: string;
  readonly version: bigint;
  readonly storedAt: StorageInstant;
  readonly record: IntentRecord | null;
  /** `tag candidate`, for people. */
  readonly reference: string;
}

export interface StateFact {
  readonly record: StateRecord;
  readonly canonical: CanonicalContent;
  readonly storedAt: StorageInstant;
  /** `tag candidate`, for people. */
  readonly reference: string;
}

/** Something that could not be read and may hold what nobody can see. */
export interface UnreadableEvidence {
  readonly subject: string;
  /** The one version it is about; null when it may be about any. */
  readonly version: bigint | null;
}

/** A further reason from outside (D14); what could not be asked is an `UnreadableEvidence`. */
export interface OutsideReason {
  readonly version: bigint;
  readonly subject: string;
  readonly holder: string | null;
  readonly standing: ProtectionStanding;
  readonly since: StorageInstant | null;
  readonly endsWhen: string;
}

/** Everything that may hold a version of one branch; leases, markers and intents are already those of its namespace. */
export interface HolderFacts {
  /** Null is main. */
  readonly branch: string | null;
  readonly namespace: string;
  readonly tags: readonly TagFact[];
  readonly pins: readonly BranchPin[];
  readonly leases: readonly LeaseFact[];
  readonly markers: readonly RetirementFact[];
  readonly intents: readonly IntentFact[];
  /** Of the whole dataset: a state's target says whose version it keeps. */
  readonly states: readonly StateFact[];
  /** Operation ids of all intents of the dataset, and how each stands; a pending state lives with its intent. */
  readonly operations: ReadonlyMap<string, 'active' | 'expired' | 'unknown'>;
  readonly outside: readonly OutsideReason[];
  readonly unreadable: readonly UnreadableEvidence[];
  /** Why nothing of this dataset is cleaned at all: unknown flags, mixed names, commits elsewhere. One phrase each. */
  readonly refusals: readonly string[];
  /** The store's own time; leases are judged by their own answer's. */
  readonly storeTime: StorageInstant | null;
}

export interface CleanerFacts {
  readonly policy: EffectivePolicy;
  /** What `lance.auto_cleanup.*` of the head says, null when it is not set: released cleaners go by it. */
  readonly autoCleanup: EffectivePolicy | null;
  /** Whether a released writer wrote the head; null when the head was not read, which counts as yes. */
  readonly releasedWriter: boolean | null;
  /** Versions stored more recently than this are never retired by us (D12: one hour in a plan; 0 to leave it out). */
  readonly youngGuardMs: number;
}
