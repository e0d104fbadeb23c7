/** The verbs of one lock, one line each: what `engine.ts` hands to whoever watches, holds or unlocks it. */
import { type AcquireOutcome, type AcquireRequest, acquireLock } from './acquire-lock';
import { forceUnlock, type UnlockOutcome } from './force-unlock';
import type { LockContext } from './lock-context';
import { type LockPlace, placeUri } from './lock-place';
import type { LockSnapshot } from './lock-snapshot-rules';
import { type QuarantineOutcome, type QuarantineRequest, quarantineLock } from './quarantine-lock';
import { type ClusterFacts, readClusterFacts } from './read-cluster-ledger';
import { type SharedWatch, type ShareOptions, shareWatch } from './share-watch';
import {
  decideUnlock,
  missingForQuarantine,
  type ProbedConditions,
  stockUnlockCommand,
  type UnlockDecision,
  type UnlockRefusal,
  type UnlockRequest,
} from './unlock-rules';
import { type WatchOptions, watchLock } from './watch-lock';

export interface LockEngine {
  readonly place: LockPlace;
  /** For one listener, which ends it with its signal. */
  watch(options: WatchOptions): AsyncGenerator<LockSnapshot, void>;
  /** For as long as the process lives and however many listen: one per lock and process. */
  share(options: ShareOptions): SharedWatch;
  /** Only for a process that will do what the lock guards. */
  acquire(request: AcquireRequest): Promise<AcquireOutcome>;
  /** Every precondition that is missing, before anybody asks for the effect. Pure. */
  decideUnlock(request: UnlockRequest, probed: ProbedConditions): UnlockDecision;
  forceUnlock(request: UnlockRequest, probed: ProbedConditions): Promise<UnlockOutcome>;
  /** The command that does it where this console may not. */
  stockUnlockCommand(lockId: string): string;
  /** The same for a record that nobody can read. Pure. */
  missingForQuarantine(
    request: Pick<QuarantineRequest, 'reason' | 'attestation'>,
    probed: ProbedConditions,
  ): readonly UnlockRefusal[];
  quarantine(request: QuarantineRequest, probed: ProbedConditions): Promise<QuarantineOutcome>;
  /** What lies beside a cluster's lock (J). */
  facts(): Promise<ClusterFacts>;
}

export function openLock(context: LockContext, place: LockPlace): LockEngine {
  return {
    place,
    watch: (options) => watchLock(context, place, options),
    share: (options) => shareWatch(context, place, options),
    acquire: (request) => acquireLock(context, place, request),
    decideUnlock: (request, probed) => decideUnlock(request, place, probed),
    forceUnlock: (request, probed) => forceUnlock(context, place, request, probed),
    stockUnlockCommand: (lockId) => stockUnlockCommand(placeUri(context.store, place), lockId),
    missingForQuarantine,
    quarantine: (request, probed) => quarantineLock(context, place, request, probed),
    facts: () => readClusterFacts(context.store, place),
  };
}
