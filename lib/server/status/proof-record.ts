/** What the canary proved last of each target, and what it spent this hour: one register for all replicas. */
import { count, instant } from '@/lib/contracts/primitives';
import { z } from '@/lib/contracts/zod';
import { sampleBounds } from './sample-record';

export const proofKey = '_vamplate/status/proofs.json';

/** Versions of one target that are asked in one round; so many that miss objects are named. */
export const provenAtOnce = 20;

/** Of canary-choice-rules.ts. */
const versionName = z.string().max(4_096);

export const proof = z.object({
  /** `targetKey` of page-rules.ts. */
  key: z.string().max(4_096),
  triedAt: instant,
  /** When every chosen version was last seen to be there, by the store's clock; null: never yet. */
  provenAt: instant.nullable(),
  /** Versions that missed objects when each was last asked for. */
  missing: z.array(versionName).max(provenAtOnce),
  /** The walk over all versions that is under way; null: the next round begins one. */
  pass: z
    .object({
      /** The last by name that was asked, beside the newest; empty: none yet. */
      after: versionName,
      /** SHA-256 of the names up to it. */
      asked: z.string().regex(/^[0-9a-f]{64}$/),
      /** Of its answers. */
      oldest: instant.nullable(),
      /** Whether each of its answers was restorable. */
      whole: z.boolean(),
    })
    .nullable(),
});
export type Proof = z.infer<typeof proof>;

/** It named no versions: what it says is found out again. */
const earlierProof = z.object({ missing: z.enum(['none', 'newest', 'older']) }).transform(() => null);

export const proofRecord = z.object({
  format: z.literal(1),
  /** Beginning of the hour that `used` counts requests of. */
  hour: instant,
  used: count,
  proofs: z
    .array(z.union([proof, earlierProof]))
    .max(sampleBounds.targets)
    .transform((proofs) => proofs.filter((one) => one !== null)),
});
export type ProofRecord = z.infer<typeof proofRecord>;
