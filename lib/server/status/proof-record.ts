/** What the canary proved last of each target, and what it spent this hour: one register for all replicas. */
import { count, instant } from '@/lib/contracts/primitives';
import { z } from '@/lib/contracts/zod';
import { sampleBounds } from './sample-record';

export const proofKey = '_vamplate/status/proofs.json';

export const proof = z.object({
  /** `targetKey` of page-rules.ts. */
  key: z.string().max(4_096),
  triedAt: instant,
  /** When every chosen version was last seen to be there, by the store's clock; null: never yet. */
  provenAt: instant.nullable(),
  /** Of the newest answer that was one: objects of the newest version, or of an older one, are missing. */
  missing: z.enum(['none', 'newest', 'older']),
});
export type Proof = z.infer<typeof proof>;

export const proofRecord = z.object({
  format: z.literal(1),
  /** Beginning of the hour that `used` counts requests of. */
  hour: instant,
  used: count,
  proofs: z.array(proof).max(sampleBounds.targets),
});
export type ProofRecord = z.infer<typeof proofRecord>;
