/** What deleting a branch works with, is asked, and says when it ends (D21). */
import type { CleanupContext } from '@/lib/engine/cleanup/cleanup-context';
import { rootUri } from '@/lib/engine/lance/root-uri';
import type { ReferenceContext } from '@/lib/engine/references/reference-context';
import type { ObjectMeta } from '@/lib/engine/store/object-store';

export type BranchDeletionStep =
  | 'look'
  | 'retire'
  | 'remove_reference'
  | 'guard'
  | 'delete'
  | 'remove_control';

export interface BranchDeletionProgress {
  readonly step: BranchDeletionStep;
  readonly objectsDeleted: number;
  readonly bytesDeleted: number;
}

export interface DeleteBranchRequest {
  readonly name: string;
  readonly onProgress?: (progress: BranchDeletionProgress) => void;
  /** Stops between two steps or batches; what was begun is finished by the next call. */
  readonly signal?: AbortSignal;
  /** Awaited before the fence, the commits, the reference, every batch and the control files; throwing stops it (D19). */
  readonly beforeBatch?: () => Promise<void>;
  /** As for a run: asked right before every change is sent, in the same turn; throws once the owner's time is over (D19). */
  readonly mayProceed?: () => void;
}

export interface BranchDeletionReport {
  readonly name: string;
  /** Of the incarnation that was deleted. */
  readonly namespace: string;
  /**
   * `stopped`: asked to, or given up by its owner, or the store did not answer, or something came that needs a part of what is left; a later call
   * goes on where it may. `incident`: that something came when a part of what it needs was already gone.
   */
  readonly outcome: 'completed' | 'stopped' | 'incident';
  readonly versionsRetired: number;
  readonly objectsDeleted: number;
  readonly bytesDeleted: number;
  /** Keys that may remain: changed, foreign, or their delete is not certain. */
  readonly left: readonly string[];
  /** Why it did not complete, and what the store leaves open; one sentence each. */
  readonly notes: readonly string[];
}

/** Objects of one incarnation, as they were while its reference still stood; nothing else is ever deleted. */
export interface Doomed {
  readonly name: string;
  readonly namespace: string;
  /** Key of the branch's own root below the store. */
  readonly rootKey: string;
  readonly objects: readonly ObjectMeta[];
  /** Everything below `_versions/`. */
  readonly manifests: readonly ObjectMeta[];
}

export function referencesOf(context: CleanupContext): ReferenceContext {
  const { referenceRules: rules, bodies: memory } = context;
  const { store, root, clock, random, abandoned, conditionalDelete, clockMarginMs } = context;
  return { store, root, clock, random, abandoned, conditionalDelete, clockMarginMs, rules, memory };
}

/** The address of a root below the store, as base paths name it. */
export function addressOf({ store }: CleanupContext, rootKey: string): string {
  return rootUri(store, rootKey);
}
