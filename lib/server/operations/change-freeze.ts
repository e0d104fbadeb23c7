/** Tells whether a lake is frozen, closes it to operations, and opens it again. */
import { VamplateError } from '@/lib/base/errors';
import { endpoints } from '@/lib/contracts/endpoints';
import type { FreezeChange } from '@/lib/engine/operations/change-freeze';
import type { FreezeReading } from '@/lib/engine/operations/freeze-record';
import { metered } from '@/lib/engine/store/metered-store';
import type { Operation, OperationContext } from '../http/operation';
import { type BegunAction, type Done, recordAction } from '../journal/record-action';
import { targetName } from '../journal/target-names';
import { operationsOver } from '../lake-engine';
import { lakesOf } from '../lakes';
import { freezeOf } from '../to-contract/freeze-state';
import { iso } from '../to-contract/scalars';

export const readFreeze: Operation<typeof endpoints.freeze> = async ({ runtime, signal }, { params }) => {
  const lake = lakesOf(runtime).lake(params.lake);
  const readAt = runtime.clock.wall();
  const { store, meter } = metered(lake.store);
  const found = await operationsOver(runtime, store).readFreeze({ signal });
  return {
    freeze: freezeOf(found),
    meta: {
      readAt: iso(readAt),
      storeTime: null,
      requests: meter.requests,
      bytes: meter.bytes,
      complete: found.kind !== 'unreadable',
      notes: found.kind === 'unreadable' ? [found.reason] : [],
    },
  };
};

export const freezeLake: Operation<typeof endpoints.freezeLake> = (context, { params, body }) =>
  change(context, 'freezeLake', params.lake, body.reason, (begun) =>
    begun.engine.operations.freeze(askerOf(context, body.reason)),
  );

export const unfreezeLake: Operation<typeof endpoints.unfreezeLake> = (context, { params, body }) =>
  change(context, 'unfreezeLake', params.lake, body.reason, (begun) =>
    begun.engine.operations.unfreeze(body.etag, askerOf(context, body.reason)),
  );

function askerOf({ caller: { actor, role }, requestId }: OperationContext, reason: string) {
  return { actor, role, requestId, reason };
}

async function change(
  context: OperationContext,
  name: 'freezeLake' | 'unfreezeLake',
  id: string,
  reason: string,
  apply: (begun: BegunAction) => Promise<FreezeChange>,
) {
  const lake = lakesOf(context.runtime).lake(id);
  const target = { lake, target: targetName(id, null), reason };
  const { value, notes, recorded } = await recordAction(
    context,
    endpoints[name].action,
    target,
    async (begun) => doneOf(await apply(begun), name === 'freezeLake' ? 'frozen' : 'open'),
  );
  return { freeze: freezeOf(value), notes: [...notes], recorded };
}

function doneOf(change: FreezeChange, state: 'frozen' | 'open'): Done<FreezeReading> {
  switch (change.kind) {
    case 'written': {
      const { record, etag } = change;
      return { value: { kind: record.state, record, etag }, sentence: `The lake is ${state} now.` };
    }
    case 'unchanged':
      return { value: change.found, sentence: `The lake was ${state} already.` };
    case 'conflict':
      throw new VamplateError('conflict', 'Somebody else changed the freeze at the same time.', {
        reason: 'changed',
      });
    default:
      throw new VamplateError('unavailable', 'Whether the freeze was changed is not known: look again.', {
        outcome: 'unknown',
      });
  }
}
