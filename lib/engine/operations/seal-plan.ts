/** Stores a plan for those who approve and run it: its chunks first, its seal last, nothing ever written over. */

import pLimit from 'p-limit';
import { corrupt, VamplateError } from '@/lib/base/errors';
import { withoutSecrets } from '@/lib/base/secret-rules';
import type { CleanupPlan } from '@/lib/engine/cleanup/cleanup-plan';
import { isIntact } from '@/lib/engine/cleanup/plan-hash';
import { formatPlan } from '@/lib/engine/cleanup/plan-text';
import { findPlan } from './find-plan';
import type { OperationContext } from './operation-context';
import { chunkKey, sealKey } from './plan-names';
import {
  type CutChunk,
  cutIntoChunks,
  defaultChunkBytes,
  maxPlanBytes,
  type PlanSeal,
  planSeal,
  rootOf,
} from './plan-seal';
import { type Asker, checked, encodeJson } from './record-schema';
import { writeSurely } from './write-surely';

export type SealedPlan =
  | { readonly kind: 'sealed'; readonly seal: PlanSeal }
  /** The same plan was stored before, and is all there. */
  | { readonly kind: 'already_sealed'; readonly seal: PlanSeal }
  /** Whether the seal was written is not known; sealing the same plan again settles it. */
  | { readonly kind: 'unknown' };

/**
 * @param chunkBytes most bytes of one chunk
 * @throws `invalid_input` for a plan that is not what its hash says, is too large, or holds what looks like a secret;
 * `corrupt` when something else lies in its place; `unavailable` when it is certainly not sealed
 */
export async function sealPlan(
  context: OperationContext,
  plan: CleanupPlan,
  { actor, role, requestId }: Asker,
  chunkBytes: number = defaultChunkBytes,
): Promise<SealedPlan> {
  const { store, clock } = context;
  const cut = cutIntoChunks(checkedText(plan), chunkBytes);
  const chunks = cut.map(({ hash, bytes }) => ({ hash, bytes }));
  const by = { actor, role, requestId, at: clock.wall() };
  const content = { format: 1, planHash: plan.hash, dataset: plan.dataset, chunks, ...by };
  const { root: _, ...clean } = checked(planSeal, { ...content, root: plan.hash }, 'This plan');
  const seal: PlanSeal = { ...clean, root: rootOf(clean) };
  const limit = pLimit(4);
  await Promise.all(cut.map((one) => limit(() => writeChunk(context, plan.hash, one))));
  const key = sealKey(plan.hash);
  const write = await writeSurely(store, key, encodeJson(seal), { before: null, createOnly: true });
  if (write.kind === 'written') return { kind: 'sealed', seal };
  if (write.kind === 'unknown') return { kind: 'unknown' };
  const found = await findPlan(store, plan.hash);
  return found.kind === 'found' ? { kind: 'already_sealed', seal: found.seal } : { kind: 'unknown' };
}

function checkedText(plan: CleanupPlan): Uint8Array {
  if (!isIntact(plan)) throw new VamplateError('invalid_input', 'The plan is not what its hash was made of.');
  const attestation = plan.policy.deleteUnverified?.attestation ?? '';
  if (withoutSecrets(attestation) !== attestation) {
    throw new VamplateError(
      'invalid_input',
      'The attestation seems to hold a secret; plans are kept and shown.',
    );
  }
  const body = new TextEncoder().encode(formatPlan(plan));
  if (body.length > maxPlanBytes) {
    throw new VamplateError('invalid_input', 'This plan is too large; let its policy take fewer versions.', {
      bytes: body.length,
      maxBytes: maxPlanBytes,
    });
  }
  return body;
}

async function writeChunk({ store }: OperationContext, planHash: string, { hash, body }: CutChunk) {
  const key = chunkKey(planHash, hash);
  const write = await writeSurely(store, key, body, { before: null, createOnly: true });
  if (write.kind === 'conflict') throw corrupt('A chunk of the plan is not what its name says.', { key });
  if (write.kind === 'unknown') {
    throw new VamplateError('unavailable', 'A part of the plan could not be stored; it is not sealed.', {
      key,
      outcome: 'not_written',
    });
  }
}
