/** The memory of one lake's operations, one line for each verb: what `engine.ts` hands to the server. */
import type { CleanupPlan } from '@/lib/engine/cleanup/cleanup-plan';
import type { CleanupReport } from '@/lib/engine/cleanup/cleanup-report';
import { Pace } from '@/lib/engine/cleanup/pace';
import type { ReadOptions } from '@/lib/engine/store/object-store';
import { type Appended, appendIntent, appendOutcome, type Intent, type Outcome } from './append-journal';
import type { Approval } from './approval-record';
import { approvalRefusal, changesSince } from './approval-rules';
import { type ApprovedPlan, approvePlan, findApproval, type PlanApproval } from './approve-plan';
import { type ApprovalAsked, askApproval, type PreparedRequest, prepareApproval } from './ask-approval';
import { branchReceiptOf } from './branch-receipt-rules';
import { type FreezeChange, type FreezeRequest, freezeLake, unfreezeLake } from './change-freeze';
import { changeRun, type RunChange, type RunRequest, registerRun, runLockRoot } from './change-run';
import { claimPlan, findClaim, type PlanClaim } from './claim-plan';
import { type Approver, consumeApproval } from './consume-approval';
import { type Continuation, continuePlan, drainsLeftMs } from './continuation-rules';
import { type FoundApproval, findApprovalRequest } from './find-approval';
import { type FoundPlan, type FoundSeal, findPlan, findSeal } from './find-plan';
import type { FreezeReading, SeenFreeze } from './freeze-record';
import { isFrozen } from './freeze-rules';
import type { IntentEntry, OutcomeEntry } from './journal-entry';
import { listWaitingApprovals, removeOldApprovals, type WaitingApprovals } from './list-approvals';
import { type ListedPlans, listPlans } from './list-plans';
import { newId, type OperationContext } from './operation-context';
import { plansInUse } from './plan-use';
import { readFreeze } from './read-freeze';
import { type JournalPage, type JournalRequest, readJournal } from './read-journal';
import { type OwnBytesReading, readOwnBytes } from './read-own-bytes';
import { findOpenRuns, findRun, listRuns, type OpenRuns, type RunPage } from './read-runs';
import type { Receipt } from './receipt';
import { openReceiptKey, type ReceiptKey, type ReceiptPublicKey, type SignedReceipt } from './receipt-key';
import { type Circumstances, receiptOf } from './receipt-rules';
import type { Asker } from './record-schema';
import {
  listUnusedPlans,
  type PlanUse,
  type RemovedPlan,
  removeUnusedPlan,
  type UnusedPlan,
} from './remove-plans';
import type { RunRecord } from './run-record';
import type { RunEvent } from './run-rules';
import { type SealedPlan, sealPlan } from './seal-plan';
import {
  noteLook,
  provesSilence,
  type RunLook,
  runBeatMs,
  runSilenceMs,
  type SilenceWatch,
  silentMs,
} from './silence-rules';
import { type FoundReceipts, findReceipts, type StoredReceipt, storeReceipt } from './store-receipt';
import { type ReceiptVerdict, verifyReceipt } from './verify-receipt';

/** Errors are those of the verbs, each said in its own file. */
export interface Operations {
  readFreeze(options?: ReadOptions): Promise<FreezeReading>;
  /** D19. Pure. */
  isFrozen(reading: FreezeReading): boolean;
  freeze(request: FreezeRequest): Promise<FreezeChange>;
  unfreeze(seen: SeenFreeze, request: FreezeRequest): Promise<FreezeChange>;
  appendIntent(intent: Intent): Promise<Appended<IntentEntry>>;
  appendOutcome(intent: IntentEntry, outcome: Outcome): Promise<Appended<OutcomeEntry>>;
  readJournal(request?: JournalRequest): Promise<JournalPage>;
  sealPlan(plan: CleanupPlan, by: Asker): Promise<SealedPlan>;
  findPlan(planHash: string, options?: ReadOptions): Promise<FoundPlan>;
  /** Who sealed it and for how long it may be run, without its content; null for no such plan. */
  findSeal(planHash: string, options?: ReadOptions): Promise<FoundSeal | null>;
  listPlans(options?: ReadOptions): Promise<ListedPlans>;
  approvePlan(planHash: string, by: Asker): Promise<ApprovedPlan>;
  claimPlan(planHash: string, by: Asker): Promise<void>;
  findClaim(planHash: string, options?: ReadOptions): Promise<PlanClaim | null>;
  findApproval(planHash: string, options?: ReadOptions): Promise<PlanApproval | null>;
  /** What would be recorded for a second person, and its hash; writes nothing. */
  prepareApproval(asked: ApprovalAsked): PreparedRequest;
  askApproval(prepared: PreparedRequest): Promise<void>;
  findApprovalRequest(hash: string, options?: ReadOptions): Promise<FoundApproval | null>;
  listWaitingApprovals(options?: ReadOptions): Promise<WaitingApprovals>;
  /** Uses the request up. */
  consumeApproval(hash: string, by: Approver): Promise<Approval>;
  removeOldApprovals(options?: ReadOptions): Promise<number>;
  /** Pure. */
  readonly approvalRefusal: typeof approvalRefusal;
  /** Pure. */
  readonly changesSince: typeof changesSince;
  /** Pure. */
  continuePlan(approved: CleanupPlan, now: CleanupPlan): Continuation;
  /** Pure. */
  readonly drainsLeftMs: typeof drainsLeftMs;
  /** Limits how many objects a run deletes in a second; its limit may be changed while the run works. */
  paceOf(perSecond: number | null): Pace;
  plansInUse(options?: ReadOptions): Promise<PlanUse>;
  listUnusedPlans(isUsed: PlanUse, options?: ReadOptions): AsyncGenerator<UnusedPlan>;
  removeUnusedPlan(planHash: string, isUsed: PlanUse): Promise<RemovedPlan>;
  registerRun(request: RunRequest): Promise<RunRecord>;
  changeRun(run: string, event: RunEvent): Promise<RunChange>;
  findRun(run: string, options?: ReadOptions): Promise<RunRecord | null>;
  listRuns(limit: number, after?: string | null, options?: ReadOptions): Promise<RunPage>;
  findOpenRuns(ended: ReadonlySet<string>, options?: ReadOptions): Promise<OpenRuns>;
  /** How often an owner beats, and how long no beat is silence. */
  readonly runTimes: { readonly beatMs: number; readonly silenceMs: number };
  /** For `ownLock`: whoever runs anything on this dataset holds it. Pure. */
  runLockRoot(dataset: string): string;
  /** One more look at a run by who would go on with it. Pure. */
  noteLook(watch: SilenceWatch | null, look: RunLook): SilenceWatch;
  /** Pure: for how long the watched owner is known to be silent. */
  silentMs(watch: SilenceWatch): number;
  /** Pure. */
  provesSilence(watch: SilenceWatch | null, run: RunRecord): boolean;
  /** Pure. */
  receiptOf(plan: CleanupPlan, report: CleanupReport, around: Circumstances): Receipt;
  /** Pure. */
  readonly branchReceiptOf: typeof branchReceiptOf;
  /** An id that is new and sorts by this host's clock. */
  newId(): string;
  openReceiptKey(jwk: unknown): Promise<ReceiptKey>;
  verifyReceipt(pasted: string, keys: readonly ReceiptPublicKey[]): Promise<ReceiptVerdict>;
  storeReceipt(receipt: SignedReceipt): Promise<StoredReceipt>;
  findReceipts(run: string, options?: ReadOptions): Promise<FoundReceipts>;
  readOwnBytes(options?: ReadOptions): Promise<OwnBytesReading>;
}

export function openOperations(context: OperationContext): Operations {
  const { store } = context;
  return {
    readFreeze: (options) => readFreeze(store, options),
    isFrozen,
    freeze: (request) => freezeLake(context, request),
    unfreeze: (seen, request) => unfreezeLake(context, seen, request),
    appendIntent: (intent) => appendIntent(context, intent),
    appendOutcome: (intent, outcome) => appendOutcome(context, intent, outcome),
    readJournal: (request) => readJournal(store, request),
    sealPlan: (plan, by) => sealPlan(context, plan, by),
    findPlan: (planHash, options) => findPlan(store, planHash, options),
    findSeal: (planHash, options) => findSeal(store, planHash, options),
    listPlans: (options) => listPlans(store, options),
    approvePlan: (planHash, by) => approvePlan(context, planHash, by),
    claimPlan: (planHash, by) => claimPlan(context, planHash, by),
    findClaim: (planHash, options) => findClaim(store, planHash, options),
    findApproval: (planHash, options) => findApproval(store, planHash, options),
    prepareApproval: (asked) => prepareApproval(context, asked),
    askApproval: (prepared) => askApproval(context, prepared),
    findApprovalRequest: (hash, options) => findApprovalRequest(store, hash, options),
    listWaitingApprovals: (options) => listWaitingApprovals(store, options),
    consumeApproval: (hash, by) => consumeApproval(context, hash, by),
    removeOldApprovals: (options) => removeOldApprovals(store, options),
    ...{ approvalRefusal, changesSince, continuePlan, drainsLeftMs },
    paceOf: (perSecond) => new Pace(context.clock, perSecond),
    plansInUse: (options) => plansInUse(store, options),
    listUnusedPlans: (isUsed, options) => listUnusedPlans(store, isUsed, options),
    removeUnusedPlan: (planHash, isUsed) => removeUnusedPlan(store, planHash, isUsed),
    registerRun: (request) => registerRun(context, request),
    changeRun: (run, event) => changeRun(context, run, event),
    findRun: (run, options) => findRun(store, run, options),
    listRuns: (limit, after, options) => listRuns(store, limit, after, options),
    findOpenRuns: (ended, options) => findOpenRuns(context, ended, options),
    runTimes: { beatMs: runBeatMs, silenceMs: runSilenceMs },
    runLockRoot,
    ...{ noteLook, silentMs, provesSilence, receiptOf, branchReceiptOf },
    ...{ openReceiptKey, verifyReceipt },
    newId: () => newId(context),
    storeReceipt: (receipt) => storeReceipt(store, receipt),
    findReceipts: (run, options) => findReceipts(store, run, options),
    readOwnBytes: (options) => readOwnBytes(store, options),
  };
}
