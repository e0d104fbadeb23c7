/** Breaks one lock by its exact id, and moves a record that nobody can read aside (cluster-lock.md, G.4). */
import { VamplateError } from '@/lib/base/errors';
import type { RefusalReason } from '@/lib/contracts/actions';
import { endpoints } from '@/lib/contracts/endpoints';
import type { UnlockOutcome } from '@/lib/engine/lock/force-unlock';
import type { QuarantineOutcome } from '@/lib/engine/lock/quarantine-lock';
import type { UnlockRefusal, UnlockRequest } from '@/lib/engine/lock/unlock-rules';
import type { Findings } from '@/lib/engine/store/capability-rules';
import { lookAtLock, requireSeen } from '../approvals/look-at-object';
import { type Approved, askSecondPerson, linesOf, needsSecondPerson } from '../approvals/second-person';
import { rootOf, type WatchedRoot } from '../clusters';
import type { InputOf, Operation, OperationContext } from '../http/operation';
import { recordAction } from '../journal/record-action';
import { reasonWith } from '../journal/refusal-rules';
import { targetName } from '../journal/target-names';
import type { Runtime } from '../runtime';
import { isFresh } from '../to-contract/lock-rows';
import { refusalWords } from '../to-contract/lock-words';

type UnlockInput = Pick<InputOf<typeof endpoints.forceUnlock>, 'params' | 'body'>;
type QuarantineInput = Pick<InputOf<typeof endpoints.quarantineLock>, 'params' | 'body'>;

export const forceUnlock: Operation<typeof endpoints.forceUnlock> = async (context, { params, body }) => {
  const { runtime } = context;
  if (!needsSecondPerson(runtime, 'force_unlock')) return forceUnlockNow(context, { params, body }, null);
  const root = rootOf(runtime, params.root);
  const { lockId, reason } = body;
  return askSecondPerson(context, {
    ...{ action: 'force_unlock', rule: endpoints.forceUnlock.action, lake: root.lake },
    target: lockTarget(root, lockId),
    ...{ reason, typedName: lockId, params, body },
    look: async ({ findings }) => {
      const seen = lookAtLock(runtime, root);
      requireSeen(seen, lockId, 'Another id holds the lock, or none.');
      requireUnlock(root, unlockRequest(runtime, root, body), findings);
      return seen;
    },
  });
};

/** @param approved by whom it was asked for, where this caller is the second person */
export async function forceUnlockNow(
  context: OperationContext,
  { params, body }: UnlockInput,
  approved: Approved | null,
) {
  const { runtime } = context;
  const root = rootOf(runtime, params.root);
  const { lockId, reason } = body;
  const { value, notes, recorded } = await recordAction(
    context,
    endpoints.forceUnlock.action,
    { lake: root.lake, target: lockTarget(root, lockId), reason, ...linesOf(approved) },
    async ({ findings, engine }) => {
      if (approved !== null) {
        requireUnlock(root, unlockRequest(runtime, root, body), findings);
        await approved.take(engine);
      }
      const request = unlockRequest(runtime, root, body);
      const outcome = await root.lockOver(root.lake.store).forceUnlock(request, findings);
      if (outcome.kind === 'refused') throw unlockRefusal(outcome);
      return { value: outcome.how, sentence: `The lock ${lockId} was ${outcome.how}.` };
    },
  );
  return { how: value, lockId, notes: [...notes], recorded };
}

export const quarantineLock: Operation<typeof endpoints.quarantineLock> = async (
  context,
  { params, body },
) => {
  const { runtime } = context;
  if (!needsSecondPerson(runtime, 'quarantine_lock')) return quarantineNow(context, { params, body }, null);
  const root = rootOf(runtime, params.root);
  const { etag, reason, ...attestation } = body;
  return askSecondPerson(context, {
    ...{ action: 'quarantine_lock', rule: endpoints.quarantineLock.action, lake: root.lake },
    ...{ target: recordTarget(root), reason, typedName: etag, params, body },
    look: async ({ findings }) => {
      const seen = lookAtLock(runtime, root);
      requireSeen(seen, etag, 'The record is not the one that was shown.');
      requireQuarantine(root, { reason, attestation }, findings);
      return seen;
    },
  });
};

/** @param approved by whom it was asked for, where this caller is the second person */
export async function quarantineNow(
  context: OperationContext,
  { params, body }: QuarantineInput,
  approved: Approved | null,
) {
  const root = rootOf(context.runtime, params.root);
  const { etag, reason, ...attestation } = body;
  const { value, notes, recorded } = await recordAction(
    context,
    endpoints.quarantineLock.action,
    { lake: root.lake, target: recordTarget(root), reason, ...linesOf(approved) },
    async ({ findings, engine }) => {
      if (approved !== null) {
        requireQuarantine(root, { reason, attestation }, findings);
        await approved.take(engine);
      }
      const lock = root.lockOver(root.lake.store);
      const outcome = await lock.quarantine({ etag, reason, attestation }, findings);
      if (outcome.kind === 'refused') throw quarantineRefusal(outcome);
      return { value: outcome.key, sentence: `The record was moved to ${outcome.key}.` };
    },
  );
  return { key: value, notes: [...notes], recorded };
}

function lockTarget({ lake, settings }: WatchedRoot, lockId: string): string {
  return targetName(lake.settings.id, settings.root, `lock ${lockId}`);
}

function recordTarget({ lake, settings }: WatchedRoot): string {
  return targetName(lake.settings.id, settings.root, 'unreadable lock record');
}

/** What is known to be missing uses no request up. @throws `refused` */
function requireUnlock(root: WatchedRoot, request: UnlockRequest, findings: Findings): void {
  const decision = root.lockOver(root.lake.store).decideUnlock(request, findings);
  if (decision.kind === 'refuse') {
    const message = 'The lock stays until every precondition holds.';
    throw new VamplateError('refused', message, { reasons: decision.reasons.map(missingReason) });
  }
}

/** @throws `refused` */
function requireQuarantine(
  root: WatchedRoot,
  request: Pick<UnlockRequest, 'reason' | 'attestation'>,
  findings: Findings,
): void {
  const missing = root.lockOver(root.lake.store).missingForQuarantine(request, findings);
  if (missing.length > 0) {
    const message = 'The record stays until every precondition holds.';
    throw new VamplateError('refused', message, { reasons: missing.map(missingReason) });
  }
}

/** With what the watch says now: who asked long ago proves nothing of it. */
function unlockRequest(runtime: Runtime, root: WatchedRoot, body: UnlockInput['body']): UnlockRequest {
  const { lockId, reason, stopLive, ...attestation } = body;
  const snapshot = root.latest();
  const known = snapshot !== null && isFresh(snapshot, runtime.clock.monotonic());
  return { lockId, reason, attestation, observed: known ? snapshot.state : 'unreadable', stopLive };
}

function unlockRefusal(refused: Extract<UnlockOutcome, { kind: 'refused' }>): VamplateError {
  const { code, message, missing, holder, effect, stockCommand } = refused;
  if (effect === 'unknown') return new VamplateError('unavailable', message, { outcome: 'unknown' });
  const held = holder === null ? {} : { holder: holder.lockId };
  const reasons = missing.length > 0 ? missing.map(missingReason) : [reasonWith(code, message, held)];
  return new VamplateError('refused', message, { reasons, stockCommand });
}

function quarantineRefusal(refused: Extract<QuarantineOutcome, { kind: 'refused' }>): VamplateError {
  const { code, message, missing, key } = refused;
  if (code === 'unsettled') return new VamplateError('unavailable', message, { outcome: 'unknown', key });
  const reasons = missing.length > 0 ? missing.map(missingReason) : [reasonWith(code, message)];
  return new VamplateError('refused', message, { reasons, key });
}

function missingReason(code: UnlockRefusal): RefusalReason {
  const { by, sentence } = refusalWords[code];
  const remedies = {
    operator: 'Make sure of it, then say so.',
    lock: 'Wait until the watch shows another state.',
    store: 'Probe the store in Settings.',
  };
  return reasonWith(code, sentence, { remedy: remedies[by] });
}
