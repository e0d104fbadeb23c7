/** Plans as text, to keep and to send: 64-bit numbers are decimal strings, and what is read back is exactly what was hashed. */
import { z } from 'zod';
import { storageInstant } from '@/lib/base/clock';
import { VamplateError } from '@/lib/base/errors';
import type { CleanupPlan } from './cleanup-plan';
import { isIntact } from './plan-hash';

export function formatPlan(plan: CleanupPlan): string {
  return JSON.stringify(plan, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
}

/** @throws `corrupt` for what is no plan of this format, or not what its hash was made of */
export function parsePlan(text: string): CleanupPlan {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new VamplateError('corrupt', 'The plan is not JSON.', {}, { cause });
  }
  const parsed = plan.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new VamplateError('corrupt', `The plan is not readable: ${issue?.message ?? 'unknown'}.`, {
      field: issue?.path.join('.') ?? '',
    });
  }
  if (!isIntact(parsed.data))
    throw new VamplateError('corrupt', 'The plan is not what its hash was made of.');
  return parsed.data;
}

const maxU64 = 0xffff_ffff_ffff_ffffn;
const u64 = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,19})$/)
  .transform(BigInt)
  .refine((value) => value <= maxU64);
const instant = z.number().transform(storageInstant);
const count = z.number().int().nonnegative();
const identity = { key: z.string(), size: count, etag: z.string(), storedAt: instant };
const sums = z.strictObject({ versions: count, objects: count, bytes: count });

const protection = z.strictObject({
  kind: z.enum([
    'latest',
    'tag',
    'branch',
    'lease',
    'intent',
    'reference_state',
    'retirement',
    'policy',
    'detached',
    'unsupported',
    'unreadable',
    'outside',
  ]),
  subject: z.string(),
  standing: z.enum(['active', 'expired', 'abandoned', 'unknown']),
  holder: z.string().nullable(),
  since: instant.nullable(),
  until: instant.nullable(),
  endsWhen: z.string(),
  honouredBy: z.enum(['every', 'lease_aware', 'release_dependent', 'unknown']),
});

const policy = z.strictObject({
  branch: z.string().nullable(),
  olderThanMs: z.number().nullable(),
  retainVersions: count.nullable(),
  beforeVersion: u64.nullable(),
  versions: z.array(u64).nullable(),
  keepTags: z.array(z.string()),
  taggedVersions: z.enum(['refuse', 'keep']),
  deleteUnverified: z.strictObject({ attestation: z.string() }).nullable(),
  youngGuardMs: z.number(),
});

const plan: z.ZodType<CleanupPlan> = z.strictObject({
  format: z.literal(1),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  storeUri: z.string(),
  dataset: z.string(),
  policy,
  namespace: z.string(),
  ground: z.strictObject({
    scheme: z.enum(['v1', 'v2']),
    readerFlags: u64,
    writerFlags: u64,
    authority: z.literal('object_store'),
  }),
  latest: u64,
  versions: z.array(
    z.strictObject({
      version: u64,
      group: z.enum(['certain', 'conditional', 'resume']),
      manifests: z.array(z.strictObject(identity)),
    }),
  ),
  objects: z.array(
    z.strictObject({
      ...identity,
      class: z.enum(['data', 'blob', 'deletion', 'index', 'transaction', 'temporary', 'manifest']),
      because: z.enum(['version', 'unverified']),
      certain: z.boolean(),
    }),
  ),
  kept: z.array(z.strictObject({ version: u64, protections: z.array(protection) })),
  predicted: sums,
  most: sums,
  requestEstimate: count,
  observations: z.strictObject({
    storeTime: instant,
    requests: count,
    bytes: count,
    versionsListed: count,
    manifestsRead: count,
    objectsListed: count,
    datasetsSearchedForClones: count,
    notes: z.array(z.string()),
  }),
});
