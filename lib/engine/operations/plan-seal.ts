/** The seal of a stored plan: the root hash over its chunks, in order. A plan is stored when its seal is. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { asker, hashText, wallMs } from './record-schema';

export const defaultChunkBytes = 4 * 1024 * 1024;
/** Larger plans are refused: they are made whole in memory where they are shown and run. */
export const maxPlanBytes = 256 * 1024 * 1024;
export const maxSealBytes = 1024 * 1024;

const chunk = z.strictObject({ hash: hashText, bytes: z.int().positive().max(maxPlanBytes) });
export type PlanChunk = z.infer<typeof chunk>;

export const planSeal = z.strictObject({
  format: z.literal(1),
  planHash: hashText,
  /** Below the store, so that a list need not read the plan. */
  dataset: z.string().max(1_024),
  /** Over everything else here. */
  root: hashText,
  chunks: z.array(chunk).min(1).max(4_096),
  /** Who had the plan stored, and when by that host's clock. */
  ...asker,
  at: wallMs,
});
export type PlanSeal = z.infer<typeof planSeal>;

export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function rootOf(seal: Omit<PlanSeal, 'root'>): string {
  const { planHash, dataset, chunks, actor, role, requestId, at } = seal;
  const cut = chunks.map(({ hash, bytes }) => [hash, bytes]);
  return sha256(JSON.stringify([planHash, dataset, cut, actor, role, requestId, at]));
}

export interface CutChunk extends PlanChunk {
  readonly body: Uint8Array;
}

export function cutIntoChunks(body: Uint8Array, chunkBytes: number): readonly CutChunk[] {
  return Array.from({ length: Math.ceil(body.length / chunkBytes) }, (_, at) => {
    const part = body.subarray(at * chunkBytes, (at + 1) * chunkBytes);
    return { hash: sha256(part), bytes: part.length, body: part };
  });
}
