/** Reads a stored plan and believes nothing: the root, every chunk and the plan's own hash are made again. */
import pLimit from 'p-limit';
import { corrupt } from '@/lib/base/errors';
import type { CleanupPlan } from '@/lib/engine/cleanup/cleanup-plan';
import { parsePlan } from '@/lib/engine/cleanup/plan-text';
import type { ObjectStore, ReadOptions } from '@/lib/engine/store/object-store';
import { type PlanLife, planLife } from './plan-life-rules';
import { chunkKey, sealKey } from './plan-names';
import {
  maxPlanBytes,
  maxSealBytes,
  type PlanChunk,
  type PlanSeal,
  planSeal,
  rootOf,
  sha256,
} from './plan-seal';
import { decodeJson } from './record-schema';

export type FoundPlan =
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'found';
      readonly plan: CleanupPlan;
      readonly seal: PlanSeal;
      readonly life: PlanLife;
    };

export interface FoundSeal {
  readonly seal: PlanSeal;
  readonly life: PlanLife;
}

/** @throws `invalid_input` for no hash, `corrupt` for a plan that is not whole, `unavailable` without an answer */
export async function findPlan(
  store: ObjectStore,
  planHash: string,
  options: ReadOptions = {},
): Promise<FoundPlan> {
  const sealed = await findSeal(store, planHash, options);
  if (sealed === null) return { kind: 'absent' };
  const { seal, life } = sealed;
  const limit = pLimit(4);
  const parts = await Promise.all(
    seal.chunks.map((chunk) => limit(() => readChunk(store, planHash, chunk, options))),
  );
  const plan = parsePlan(decodeUtf8(Buffer.concat(parts), planHash));
  if (plan.hash !== planHash || plan.dataset !== seal.dataset)
    throw corrupt('Another plan is stored under this hash.', { planHash });
  return { kind: 'found', plan, seal, life };
}

/** Who stored it and how it is cut, without its content. @throws as `findPlan` */
export async function findSeal(
  store: ObjectStore,
  planHash: string,
  options: ReadOptions = {},
): Promise<FoundSeal | null> {
  const key = sealKey(planHash);
  const answer = await store.get(key, { ...options, maxBytes: maxSealBytes });
  if (answer.kind === 'absent') return null;
  if (answer.kind === 'too_large') throw corrupt('The seal of the plan is too large.', { key });
  const seal = decodeJson(planSeal, answer.body, key);
  if (seal.planHash !== planHash || seal.root !== rootOf(seal)) {
    throw corrupt('The seal of the plan is broken.', { key });
  }
  if (seal.chunks.reduce((sum, { bytes }) => sum + bytes, 0) > maxPlanBytes) {
    throw corrupt('The stored plan is larger than any plan.', { key });
  }
  return { seal, life: planLife(answer.meta.storedAt, answer.storeTime) };
}

async function readChunk(
  store: ObjectStore,
  planHash: string,
  { hash, bytes }: PlanChunk,
  options: ReadOptions,
): Promise<Uint8Array> {
  const key = chunkKey(planHash, hash);
  const answer = await store.get(key, { ...options, maxBytes: bytes });
  if (answer.kind === 'absent') throw corrupt('A chunk of the plan is missing.', { key });
  if (answer.kind === 'too_large' || answer.body.length !== bytes || sha256(answer.body) !== hash) {
    throw corrupt('A chunk of the plan was changed.', { key });
  }
  return answer.body;
}

function decodeUtf8(body: Uint8Array, planHash: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw corrupt('The stored plan is no text.', { planHash });
  }
}
