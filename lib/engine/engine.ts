/** The front door of the protocol engine: one line per verb, over one store (no HTTP, no pages). */
import type { Clock } from '@/lib/base/clock';
import type { Random } from '@/lib/base/random';
import type { BranchDeletionReport, DeleteBranchRequest } from './cleanup/branch/branch-deletion';
import { cancelRetirement } from './cleanup/cancel-retirement';
import type { CancelRequest } from './cleanup/cancel-rules';
import { type CleanupRules, cleanupRules } from './cleanup/census-rules';
import type { CleanupContext, OtherDataset } from './cleanup/cleanup-context';
import type { CleanupPlan } from './cleanup/cleanup-plan';
import type { CleanupPolicy } from './cleanup/cleanup-policy';
import type { CleanupReport } from './cleanup/cleanup-report';
import { deleteBranch } from './cleanup/delete-branch';
import { noOutsideReasons, type OutsideReasons } from './cleanup/outside-reasons';
import { planCleanup } from './cleanup/plan-cleanup';
import { type PlanRules, planRules } from './cleanup/plan-rules';
import { type RunOptions, runCleanup } from './cleanup/run-cleanup';
import { ManifestMemory } from './cleanup/survey/manifest-memory';
import { BoundedBodyCache } from './control/body-cache';
import { type AcquireOptions, acquireLease } from './leases/acquire-lease';
import { type FoundLease, findLease } from './leases/find-lease';
import type { LeaseHandle } from './leases/lease-handle';
import { type LeaseRules, leaseRules } from './leases/lease-protocol-rules';
import { type LockEngine, openLock } from './lock/lock-engine';
import { clusterPlace, type LockPlace, ownPlace } from './lock/lock-place';
import { lockRules } from './lock/lock-rules';
import { comparePlan, type PlanDifference } from './operations/compare-plan';
import { type Operations, openOperations } from './operations/operations';
import type { DatasetSums } from './operations/receipt';
import { countBranch, countDataset, type FolderCount, type Stock, takeStock } from './operations/take-stock';
import { type VersionVerification, verifyVersion } from './protection/verify-version';
import { type CreateTagRequest, createTag } from './references/create-tag';
import { type DeletedReference, type DeleteTagRequest, deleteTag } from './references/delete-tag';
import { placeOfBranch } from './references/find-reference';
import { type MoveTagRequest, moveTag } from './references/move-tag';
import { type PublishBranchRequest, type PublishedBranch, publishBranch } from './references/publish-branch';
import type { ReferenceContext } from './references/reference-context';
import { type ReferenceRules, referenceRules } from './references/reference-protocol-rules';
import { type SettledPublication, settlePublications } from './references/settle-publications';
import type { WrittenTag } from './references/tag-body';
import { AbandonedDrains } from './retirement/abandoned-drains';
import { datasetRoot } from './retirement/dataset-path';
import type { MaintenanceProof } from './serving/maintenance-rules';
import { proveMaintenance } from './serving/prove-maintenance';
import type { ObjectStore } from './store/object-store';

export interface EngineOptions {
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly random: Random;
  /** Whether the store honours delete-if-match (A3), as its probe found; without it decision D4 applies. */
  readonly conditionalDelete: boolean;
  /** Further holders, asked when planning and by every guard (D14); none by default. */
  readonly outsideReasons?: OutsideReasons;
  /** The other datasets of the configured lakes, whose clones are searched (D13); none by default, which plans say. */
  readonly otherDatasets?: (rootKey: string) => Promise<readonly OtherDataset[]>;
  /** Commits go through an external manifest store: nothing is planned then (D8). */
  readonly externalCommits?: boolean;
  /** How far clocks of one store may be apart; 5,000 outside tests (D12). */
  readonly clockMarginMs?: number;
  /** One per process, where several engines share it. */
  readonly abandoned?: AbandonedDrains;
  /** For proofs alone: one rule changed. */
  readonly rules?: EngineRules;
}

export interface EngineRules {
  readonly lease?: LeaseRules;
  readonly reference?: ReferenceRules;
  readonly plan?: PlanRules;
  readonly cleanup?: CleanupRules;
}

/** A version by the branch it is on; null is main. */
export interface VersionOfBranch {
  readonly branch: string | null;
  readonly version: bigint;
}

export interface DatasetEngine {
  acquireLease(of: VersionOfBranch, options: AcquireOptions): Promise<LeaseHandle>;
  /** Null when no lease has this id. */
  findLease(id: string): Promise<FoundLease | null>;
  createTag(request: CreateTagRequest): Promise<WrittenTag>;
  moveTag(request: MoveTagRequest): Promise<WrittenTag>;
  deleteTag(request: DeleteTagRequest): Promise<DeletedReference>;
  publishBranch(request: PublishBranchRequest): Promise<PublishedBranch>;
  deleteBranch(request: DeleteBranchRequest): Promise<BranchDeletionReport>;
  /** Settles every publication that its owner left (F.7). */
  settlePublications(): Promise<readonly SettledPublication[]>;
  /** Takes back one marker that its run left; the keys that were removed. */
  cancelRetirement(request: CancelRequest): Promise<readonly string[]>;
  /** Whether everything that a version needs is there; writes nothing. */
  verifyVersion(of: VersionOfBranch, signal?: AbortSignal): Promise<VersionVerification>;
  /** Which versions of main from clean + 1 on are maintenance, by their transactions; bounded, writes nothing (E.6). */
  proveMaintenance(clean: bigint, head: bigint, signal?: AbortSignal): Promise<MaintenanceProof>;
  /** Writes nothing. */
  planCleanup(policy: CleanupPolicy, signal?: AbortSignal): Promise<CleanupPlan>;
  runCleanup(plan: CleanupPlan, options?: RunOptions): Promise<CleanupReport>;
  /** Whether a plan is stale now, and what changed since it was made; writes nothing (D11). */
  comparePlan(plan: CleanupPlan, signal?: AbortSignal): Promise<PlanDifference>;
  /** The whole dataset, counted. */
  count(): Promise<DatasetSums>;
  /** A branch's own folder, counted. */
  countBranch(branch: string): Promise<FolderCount>;
  /** Counted, and whether every object that its versions need is there. */
  takeStock(): Promise<Stock>;
}

export interface Engine {
  /** @param rootKey the dataset's root below the store, '' for the store's own root */
  dataset(rootKey: string): DatasetEngine;
  /** The lock of a cluster whose root lies at this key. `stock` unless the configuration says otherwise (D26). */
  clusterLock(rootKey: string, cluster?: Partial<Pick<LockPlace, 'writers' | 'backend'>>): LockEngine;
  /** A lock of this console's own, below `_vamplate/` (D25). @throws `invalid_input` for another key */
  ownLock(rootKey: string): LockEngine;
  /** What the console remembers in this store: freeze, journal, sealed plans, runs, receipts. */
  readonly operations: Operations;
}

const bodyBytes = 32 * 1024 * 1024;

export function openEngine(options: EngineOptions): Engine {
  const { store, clock, random, conditionalDelete, rules = {}, clockMarginMs = 5_000 } = options;
  const { outsideReasons = noOutsideReasons, abandoned = new AbandonedDrains() } = options;
  const otherDatasets = options.otherDatasets ?? (async () => []);
  const bodies = new BoundedBodyCache(bodyBytes);
  const memory = new ManifestMemory();
  const locking = { store, clock, random, rules: lockRules };

  return {
    dataset(rootKey) {
      const root = datasetRoot(store.rootPath, rootKey);
      const process = { store, root, clock, random, abandoned, conditionalDelete, clockMarginMs };
      const references: ReferenceContext = {
        ...process,
        memory: bodies,
        rules: rules.reference ?? referenceRules,
      };
      const cleanup: CleanupContext = {
        ...{ ...process, bodies, memory, outsideReasons },
        otherDatasets: () => otherDatasets(rootKey),
        externalCommits: options.externalCommits === true,
        planRules: rules.plan ?? planRules,
        rules: rules.cleanup ?? cleanupRules,
        referenceRules: references.rules,
      };
      const leases = { store, random, abandoned, rules: rules.lease ?? leaseRules };
      return {
        async acquireLease({ branch, version }, request) {
          const { namespace } = await placeOfBranch(references, branch);
          return acquireLease(leases, { root, namespace, branch, version }, request);
        },
        findLease: (id) => findLease(leases, root, id),
        createTag: (request) => createTag(references, request),
        moveTag: (request) => moveTag(references, request),
        deleteTag: (request) => deleteTag(references, request),
        publishBranch: (request) => publishBranch(references, request),
        deleteBranch: (request) => deleteBranch(cleanup, request),
        settlePublications: () => settlePublications(references),
        cancelRetirement: (request) => cancelRetirement(cleanup, request),
        verifyVersion: ({ branch, version }, signal) =>
          verifyVersion({ store, rootKey, branch, ...(signal === undefined ? {} : { signal }) }, version),
        proveMaintenance: (clean, head, signal) =>
          proveMaintenance({
            ...{ store, root: rootKey, clean, head, ...(signal === undefined ? {} : { signal }) },
          }),
        planCleanup: (policy, signal) =>
          planCleanup(signal === undefined ? cleanup : { ...cleanup, signal }, policy),
        runCleanup: (plan, run) => runCleanup(cleanup, plan, run),
        comparePlan: (plan, signal) =>
          comparePlan(signal === undefined ? cleanup : { ...cleanup, signal }, plan),
        count: () => countDataset(cleanup),
        countBranch: (branch) => countBranch(cleanup, branch),
        takeStock: () => takeStock(cleanup),
      };
    },
    clusterLock: (rootKey, { writers, backend } = {}) =>
      openLock(locking, clusterPlace(store, rootKey, writers, backend)),
    ownLock: (rootKey) => openLock(locking, ownPlace(rootKey)),
    operations: openOperations({ store, clock, random }),
  };
}
