/** Breaks one lock by its exact id, and moves a record that nobody can read aside (cluster-lock.md, G.4). */
import { VamplateError } from '@/lib/base/errors';
import type { RefusalReason } from '@/lib/contracts/actions';
import { endpoints } from '@/lib/contracts/endpoints';
import type { UnlockOutcome } from '@/lib/engine/lock/force-unlock';
import type { QuarantineOutcome } from '@/lib/engine/lock/quarantine-lock';
import type { UnlockRefusal } from '@/lib/engine/lock/unlock-rules';
import { rootOf } from '../clusters';
import type { Operation } from '../http/operation';
import { recordAction } from '../journal/record-action';
import { reasonWith } from '../journal/refusal-rules';
import { requireNoSecondPerson } from '../journal/second-person';
import { targetName } from '../journal/target-names';
import { isFresh } from '../to-contract/lock-rows';
import { refusalWords } from '../to-contract/lock-words';

export const forceUnlock: Operation<typeof endpoints.forceUnlock> = async (context, { params, body }) => {
  const { runtime } = context;
  const root = rootOf(runtime, params.root);
  const { lockId, reason, stopLive, ...attestation } = body;
  const target = targetName(root.lake.settings.id, root.settings.root, `lock ${lockId}`);
  const { value, notes, recorded } = await recordAction(
    context,
    endpoints.forceUnlock.action,
    { lake: root.lake, target, reason },
    async ({ findings }) => {
      requireNoSecondPerson(runtime, 'force_unlock');
      const snapshot = root.latest();
      const known = snapshot !== null && isFresh(snapshot, runtime.clock.monotonic());
      const observed = known ? snapshot.state : 'unreadable';
      const request = { lockId, reason, attestation, observed, stopLive };
      const outcome = await root.lockOver(root.lake.store).forceUnlock(request, findings);
      if (outcome.kind === 'refused') throw unlockRefusal(outcome);
      return { value: outcome.how, sentence: `The lock ${lockId} was ${outcome.how}.` };
    },
  );
  return { how: value, lockId, notes: [...notes], recorded };
};

export const quarantineLock: Operation<typeof endpoints.quarantineLock> = async (
  context,
  { params, body },
) => {
  const root = rootOf(context.runtime, params.root);
  const { etag, reason, ...attestation } = body;
  const target = targetName(root.lake.settings.id, root.settings.root, 'unreadable lock record');
  const { value, notes, recorded } = await recordAction(
    context,
    endpoints.quarantineLock.action,
    { lake: root.lake, target, reason },
    async ({ findings }) => {
      requireNoSecondPerson(context.runtime, 'quarantine_lock');
      const lock = root.lockOver(root.lake.store);
      const outcome = await lock.quarantine({ etag, reason, attestation }, findings);
      if (outcome.kind === 'refused') throw quarantineRefusal(outcome);
      return { value: outcome.key, sentence: `The record was moved to ${outcome.key}.` };
    },
  );
  return { key: value, notes: [...notes], recorded };
};

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
