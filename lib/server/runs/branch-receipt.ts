/** The receipt of one request that deletes a branch: counted around it, signed, and kept under the id of its line in the journal. */
import type { Clock } from '@/lib/base/clock';
import { isVamplateError } from '@/lib/base/errors';
import type { BranchOutcome } from '@/lib/engine/operations/branch-receipt-rules';
import type { Receipt } from '@/lib/engine/operations/receipt';
import type { FolderCount } from '@/lib/engine/operations/take-stock';
import type { OperationContext } from '../http/operation';
import type { DatasetChange } from '../journal/change-dataset';
import { receiptKeyOf } from './receipt-key';

/** Counting lists the whole dataset: what takes longer than a request has is left out of the receipt, which says so. */
const countMs = 5_000;
const lookMs = 12_000;

export interface BranchReceipt {
  /** Signs and keeps it. Never throws: what was done is done. @returns its id, or why there is none */
  end(done: BranchOutcome): Promise<{ readonly id: string | null; readonly notes: readonly string[] }>;
}

/** @throws `unavailable` where the branch's folder cannot be listed: then nothing was begun */
export async function beginBranchReceipt(
  { runtime, caller, requestId, log }: OperationContext,
  { engine, begun, path, lake }: DatasetChange,
  {
    branch,
    reason,
    askedBy,
  }: { readonly branch: string; readonly reason: string; readonly askedBy: string | null },
): Promise<BranchReceipt> {
  const { clock } = runtime;
  const { operations } = begun.engine;
  const startedAt = clock.wall();
  const [before, folderBefore] = await Promise.all([
    inTime(clock, countMs, engine.count()),
    engine.countBranch(branch),
  ]);
  const sign = async (done: BranchOutcome) => {
    const [stock, folderAfter] = await Promise.all([
      inTime(clock, lookMs, engine.takeStock()),
      engine.countBranch(branch).catch((error: unknown) => leftOf(done, error)),
    ]);
    const said = operations.branchReceiptOf(done, {
      ...{
        run: begun.intent.id,
        actor: askedBy ?? caller.actor,
        role: caller.role,
        requestId,
        reason,
        branch,
      },
      approvedBy: askedBy === null ? null : caller.actor,
      ...{ storeUri: lake.store.uri, dataset: path, startedAt, endedAt: clock.wall() },
      ...{ before, after: stock?.sums ?? null, folderBefore, folderAfter },
      verification: stock?.verification ?? notVerified,
    });
    return operations.storeReceipt(await (await receiptKeyOf(runtime)).sign(said));
  };
  return {
    async end(done) {
      if (runtime.secrets.receiptKey === null) {
        return { id: null, notes: ['This server has no key that signs receipts: there is none of this.'] };
      }
      try {
        const kept = await sign(done);
        if (kept !== 'unknown') return { id: begun.intent.id, notes: [] };
      } catch (error) {
        log.error({ error, intent: begun.intent.id }, 'the receipt of a deleted branch could not be kept');
        if (!isVamplateError(error)) throw error;
      }
      return { id: null, notes: ['Its receipt could not be kept for certain; the journal tells of it.'] };
    },
  };
}

const notVerified: Receipt['verification'] = {
  kind: 'not_done',
  versionsVerified: 0,
  sentence: 'The dataset was not looked through within the time of the request.',
};

/** A branch that went whole left nothing; of any other a number nobody read is not signed. @throws the error itself */
function leftOf({ outcome }: BranchOutcome, error: unknown): FolderCount {
  if (outcome !== 'completed' || !isVamplateError(error)) throw error;
  return { sums: { versions: 0, objects: 0, bytes: 0 }, versions: [] };
}

/** Null where it takes longer or is not answered; what was begun ends by itself. */
async function inTime<T>(clock: Clock, ms: number, asked: Promise<T>): Promise<T | null> {
  const late = new AbortController();
  try {
    return await Promise.race([
      asked.catch(nullWhenKnown),
      clock.sleep(ms, late.signal).then(
        () => null,
        () => null,
      ),
    ]);
  } finally {
    late.abort();
  }
}

function nullWhenKnown(error: unknown): null {
  if (isVamplateError(error)) return null;
  throw error;
}
