/** One lock with its evidence, its ledger, and what an unlock would still need. Writes nothing. */
import { isVamplateError } from '@/lib/base/errors';
import type { endpoints } from '@/lib/contracts/endpoints';
import type { LockState } from '@/lib/engine/lock/lock-states';
import type { ClusterFacts } from '@/lib/engine/lock/read-cluster-ledger';
import type { UnlockDecision, UnlockRefusal, UnlockRequest } from '@/lib/engine/lock/unlock-rules';
import { metered } from '@/lib/engine/store/metered-store';
import { type Shared, shareReading } from '@/lib/lake/shared-reading';
import { rootOf, type WatchedRoot } from '../clusters';
import type { Operation, OperationContext, ReplyOf } from '../http/operation';
import type { Runtime } from '../runtime';
import { cannotProve, lockEvidenceOf, provenBy } from '../to-contract/lock-detail';
import { type LockLedgerInput, ledgerOf, noLedger, unreadableLedger } from '../to-contract/lock-ledger';
import { isFresh } from '../to-contract/lock-rows';
import { refusalWords } from '../to-contract/lock-words';
import { iso } from '../to-contract/scalars';
import { metaOfRows, rowOf } from './list-locks';
import { probedConditions } from './probe-lake';

type Reply = Awaited<ReplyOf<typeof endpoints.lock>>;

/** The ledger is no part of the watch: it is read for whoever opens the page, this often at most. */
const ledgerAgeMs = 30_000;

export const readLock: Operation<typeof endpoints.lock> = async (context, { params }) => {
  const { runtime } = context;
  const root = rootOf(runtime, params.root);
  const ledger = await readLedger(runtime, root);
  const unlock = await unlockView(context, root);
  const row = rowOf(runtime, root);
  const snapshot = root.latest();
  const fresh = snapshot !== null && isFresh(snapshot, runtime.clock.monotonic());
  return {
    ...row,
    ...lockEvidenceOf(root.settings.root, snapshot),
    proves: fresh ? provenBy(snapshot) : [],
    cannotProve: [...cannotProve],
    ledger,
    unlock,
    meta: { ...metaOfRows(runtime, [row]), storeTime: iso(snapshot?.evidence?.storeTime ?? null) },
  };
};

async function readLedger(runtime: Runtime, root: WatchedRoot): Promise<LockLedgerInput> {
  if (root.place.kind === 'own') return noLedger;
  try {
    const { value, readAt } = await ledgerReading(runtime, root).get(ledgerAgeMs);
    return ledgerOf(value, readAt);
  } catch (error) {
    if (!isVamplateError(error)) throw error;
    return unreadableLedger(error.message);
  }
}

function ledgerReading(runtime: Runtime, root: WatchedRoot): Shared<ClusterFacts> {
  return runtime.once(`ledger of ${root.settings.id}`, () =>
    shareReading<ClusterFacts>(
      runtime.clock,
      async () => {
        const { store, meter } = metered(root.lake.store);
        const value = await root.lockOver(store).facts();
        return { value, cost: { requests: meter.requests, bytes: meter.bytes } };
      },
      () => '',
    ),
  );
}

/** Asked as if nobody had said anything yet: every precondition that a person must give is among what is missing. */
async function unlockView(context: OperationContext, root: WatchedRoot): Promise<Reply['unlock']> {
  const { clock } = context.runtime;
  const { findings, probedAt } = await probedConditions(context, root.lake);
  const snapshot = root.latest();
  const known = snapshot !== null && isFresh(snapshot, clock.monotonic());
  const lockId = snapshot?.record?.content?.lockId ?? null;
  const request: UnlockRequest = {
    lockId: lockId ?? '',
    reason: '',
    attestation: { processStopped: false, ioQuiescent: false, nothingElseRuns: false },
    observed: known ? snapshot.state : 'unreadable',
    stopLive: false,
  };
  const lock = root.lockOver(root.lake.store);
  const missing = isUnusable(request.observed)
    ? lock.missingForQuarantine(request, findings)
    : missingForUnlock(lock.decideUnlock(request, findings));
  return {
    missing: missing.map((code) => ({ code, ...refusalWords[code] })),
    stockCommand: lockId === null || root.place.kind === 'own' ? null : lock.stockUnlockCommand(lockId),
    probedAt: iso(probedAt),
  };
}

function missingForUnlock(decision: UnlockDecision): readonly UnlockRefusal[] {
  return decision.kind === 'allow' ? [] : decision.reasons;
}

/** Such a record has no id that an unlock could name: it can only be moved aside (G.4). */
function isUnusable(state: LockState): boolean {
  return state === 'corrupt' || state === 'oversize';
}
