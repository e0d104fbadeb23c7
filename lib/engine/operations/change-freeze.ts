/** Closes a lake to operations and opens it again, each by compare-and-swap; an unknown answer is said as unknown. */
import { VamplateError } from '@/lib/base/errors';
import type { ETag } from '@/lib/engine/store/object-store';
import {
  type FreezeReading,
  type FreezeRecord,
  freezeKey,
  freezeRecord,
  type SeenFreeze,
} from './freeze-record';
import { decideFreeze, decideUnfreeze, type FreezeDecision } from './freeze-rules';
import { newId, type OperationContext } from './operation-context';
import { readFreeze } from './read-freeze';
import { type Asker, checked, encodeJson } from './record-schema';
import { writeSurely } from './write-surely';

export type FreezeChange =
  | { readonly kind: 'written'; readonly record: FreezeRecord; readonly etag: ETag }
  | { readonly kind: 'unchanged'; readonly found: FreezeReading }
  /** Somebody else was there first; nothing of ours was written. */
  | { readonly kind: 'conflict'; readonly found: FreezeReading }
  /** Whether it was written is not known: look again before acting on it. */
  | { readonly kind: 'unknown' };

export interface FreezeRequest extends Asker {
  readonly reason: string;
}

/** @throws `invalid_input` for a request that cannot be recorded, `unavailable` when certainly nothing was written */
export async function freezeLake(context: OperationContext, request: FreezeRequest): Promise<FreezeChange> {
  const record = recordOf(context, 'frozen', request);
  const found = await readFreeze(context.store);
  return apply(context, decideFreeze(found), found, record);
}

/**
 * @param seen the ETag of the freeze that the person was shown
 * @throws `invalid_input` for a request that cannot be recorded, `unavailable` when certainly nothing was written
 */
export async function unfreezeLake(
  context: OperationContext,
  seen: SeenFreeze,
  request: FreezeRequest,
): Promise<FreezeChange> {
  const record = recordOf(context, 'open', request);
  const found = await readFreeze(context.store);
  return apply(context, decideUnfreeze(found, seen), found, record);
}

function recordOf(
  context: OperationContext,
  state: FreezeRecord['state'],
  { actor, role, requestId, reason }: FreezeRequest,
): FreezeRecord {
  const at = context.clock.wall();
  const record = { format: 1, id: newId(context), state, actor, role, requestId, reason, at };
  return checked(freezeRecord, record, 'This change of the freeze');
}

async function apply(
  { store }: OperationContext,
  decision: FreezeDecision,
  found: FreezeReading,
  record: FreezeRecord,
): Promise<FreezeChange> {
  if (decision.kind === 'unchanged') return { kind: 'unchanged', found };
  if (decision.kind === 'changed') return { kind: 'conflict', found };
  if (decision.kind === 'no_answer') {
    throw new VamplateError('unavailable', 'The freeze could not be read, so it was not changed.', {
      key: freezeKey,
      outcome: 'not_written',
    });
  }
  const { before } = decision;
  const write = await writeSurely(store, freezeKey, encodeJson(record), { before, createOnly: false });
  if (write.kind === 'written') return { kind: 'written', record, etag: write.etag };
  if (write.kind === 'conflict') return { kind: 'conflict', found: await readFreeze(store) };
  return { kind: 'unknown' };
}
