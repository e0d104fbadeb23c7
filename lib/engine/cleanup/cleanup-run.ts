/** One run of one plan: what its steps share. */
import type { CleanupContext } from './cleanup-context';
import type { CleanupPlan, PlannedObject } from './cleanup-plan';
import type { Pace } from './pace';
import type { RunLedger } from './run-ledger';
import type { NeedsIndex } from './survey/needs-index';

/** A planned object that is still there as far as the run knows, with the name manifests use. */
export interface WaitingObject {
  readonly object: PlannedObject;
  readonly name: string;
}

export interface CleanupRun {
  readonly context: CleanupContext;
  readonly plan: CleanupPlan;
  readonly ledger: RunLedger;
  readonly pace: Pace;
  /** Key of the root whose versions are retired: of the dataset, or of its branch. */
  readonly targetRoot: string;
  /** What each manifest of this root that was read needs of it, by the names manifests use. */
  readonly needs: NeedsIndex;
  /** Asked to stop: honoured between two batches. */
  readonly signal: AbortSignal | undefined;
  /** Awaited before fence, commits and every batch: reads again who owns the run and whether it is frozen (D19). */
  readonly beforeBatch: () => Promise<void>;
  /** By key. */
  readonly waiting: Map<string, WaitingObject>;
}
