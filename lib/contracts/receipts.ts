/** Receipts of runs: what was there before and after, what went, what was kept and why; signed, and verified by anybody. */
import { replyOf } from './meta';
import { planHash, planSums } from './plans';
import { byteCount, count, instant, lakeId, versionString } from './primitives';
import { runId, runOutcome } from './runs';
import { z } from './zod';

const listOf = <Item extends z.ZodType>(item: Item) => z.object({ total: count, listed: z.array(item) });

export const receiptView = z.object({
  kind: z.enum(['cleanup', 'delete_branch']),
  /** Of a deleted branch: the line in the journal that says what was set out to do. */
  run: runId,
  storeUri: z.string(),
  /** The dataset's path below the lake. */
  path: z.string(),
  /** The branch that was deleted. */
  branch: z.string().nullable(),
  /** Null where nothing was planned: a branch goes with all it holds. */
  planHash: planHash.nullable(),
  actor: z.string(),
  role: z.string(),
  reason: z.string(),
  approvedBy: z.string().nullable(),
  startedAt: instant,
  endedAt: instant,
  outcome: runOutcome,
  failure: z.object({ kind: z.string(), sentence: z.string() }).nullable(),
  before: planSums.nullable(),
  after: planSums.nullable(),
  predicted: planSums,
  most: planSums,
  actual: planSums,
  takeovers: count,
  requests: count.nullable(),
  retired: listOf(versionString),
  kept: listOf(z.object({ version: versionString, because: listOf(z.string()) })),
  left: listOf(z.object({ version: versionString, reason: z.string(), sentence: z.string() })),
  objectsLeft: count,
  incidents: listOf(
    z.object({ version: versionString, sentence: z.string(), missingKeys: listOf(z.string()) }),
  ),
  verification: z.object({
    kind: z.enum(['passed', 'failed', 'not_done']),
    versionsVerified: count,
    sentence: z.string(),
  }),
});
export type ReceiptView = z.infer<typeof receiptView>;

/** `changed`: it names a known key, which did not sign it. `other_run`: it is true, and of another run than asked for. */
export const receiptVerdict = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('valid'), kid: z.string(), receipt: receiptView }),
  z.object({
    kind: z.literal('invalid'),
    because: z.enum(['not_a_receipt', 'unknown_key', 'changed', 'unknown_format', 'other_run']),
    sentence: z.string(),
  }),
]);
export type ReceiptVerdictView = z.infer<typeof receiptVerdict>;

/** `text` is a compact JSON Web Signature: what is kept, downloaded and pasted. */
export const receiptReply = replyOf({
  lake: lakeId,
  text: z.string(),
  bytes: byteCount,
  /** Of the first valid one of this run, where several texts lie there. */
  verdict: receiptVerdict,
  /** What else lies in its place: somebody who can write to the lake put it there. */
  incidents: z.array(z.object({ key: z.string(), sentence: z.string() })),
});

export const maxReceiptText = 8 * 1024 * 1024;
export const verifyBody = z.strictObject({ text: z.string().min(1).max(maxReceiptText) });
export const verifyReply = z.object({ verdict: receiptVerdict });

/** A JSON Web Key Set (RFC 7517). `signs`: receipts of this server are signed with it now. */
export const receiptKeysReply = z.object({
  keys: z.array(
    z.object({
      kty: z.literal('OKP'),
      crv: z.literal('Ed25519'),
      x: z.string(),
      kid: z.string(),
      alg: z.literal('EdDSA'),
      use: z.literal('sig'),
      signs: z.boolean(),
    }),
  ),
});
