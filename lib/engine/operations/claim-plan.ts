/** A plan is run once: whoever starts its run writes so beside its seal first, and only one can (A1). */
import { z } from 'zod';
import { corrupt, VamplateError } from '@/lib/base/errors';
import type { ObjectStore, ReadOptions } from '@/lib/engine/store/object-store';
import { newId, type OperationContext } from './operation-context';
import { claimKey } from './plan-names';
import {
  type Asker,
  asker,
  checked,
  decodeJson,
  encodeJson,
  hashText,
  ulidText,
  wallMs,
} from './record-schema';
import { writeSurely } from './write-surely';

const maxClaimBytes = 4_096;

const planClaim = z.strictObject({
  format: z.literal(1),
  planHash: hashText,
  /** Tells two claims apart that one actor sends at once. */
  id: ulidText,
  ...asker,
  at: wallMs,
});
export type PlanClaim = z.infer<typeof planClaim>;

/** @throws `conflict` for a plan that was claimed before, `unavailable` where that is not known; nothing runs then */
export async function claimPlan(
  context: OperationContext,
  planHash: string,
  { actor, role, requestId }: Asker,
): Promise<void> {
  const { store, clock } = context;
  const record = { format: 1, planHash, id: newId(context), actor, role, requestId, at: clock.wall() };
  const body = encodeJson(checked(planClaim, record, 'This claim of a plan'));
  const write = await writeSurely(store, claimKey(planHash), body, { before: null, createOnly: true });
  if (write.kind === 'conflict') {
    throw new VamplateError('conflict', 'This plan was run already; make a new one.', {
      ...{ reason: 'claimed', planHash },
    });
  }
  if (write.kind === 'unknown') {
    throw new VamplateError('unavailable', 'Whether this plan may run is not known; make a new one.', {
      planHash,
    });
  }
}

/** @returns who started its run; null where nobody did. @throws `invalid_input` for no hash, `corrupt`, `unavailable` */
export async function findClaim(
  store: ObjectStore,
  planHash: string,
  options: ReadOptions = {},
): Promise<PlanClaim | null> {
  const key = claimKey(planHash);
  const answer = await store.get(key, { ...options, maxBytes: maxClaimBytes });
  if (answer.kind === 'absent') return null;
  if (answer.kind === 'too_large') throw corrupt('The claim of the plan is too large.', { key });
  return decodeJson(planClaim, answer.body, key);
}
