/** What a receipt says of one run of a cleanup, or of one request that deleted a branch; long lists are cut, and say how long they were. */
import { z } from 'zod';
import { asker, hashText, maxReasonLength, text, ulidText, wallMs } from './record-schema';

/** Of the signed text. */
export const maxReceiptLength = 8 * 1024 * 1024;
export const listLimits = {
  retired: 10_000,
  kept: 1_000,
  reasons: 5,
  left: 1_000,
  incidents: 50,
  keys: 10,
} as const;
export const maxSentence = 400;

const count = z.int().nonnegative();
const version = z.string().regex(/^(?:0|[1-9]\d{0,19})$/);
const sentence = text(maxSentence);
const sums = z.strictObject({ versions: count, objects: count, bytes: count });
const listOf = <T extends z.ZodType>(one: T, most: number) =>
  z.strictObject({ total: count, listed: z.array(one).max(most) });

export const receipt = z.strictObject({
  format: z.literal(1),
  kind: z.enum(['cleanup', 'delete_branch']),
  /** The run; of a deleted branch the line in the journal that says what was set out to do. */
  run: ulidText,
  storeUri: text(2_000),
  dataset: z.string().max(1_024),
  /** The branch that was deleted. */
  branch: text(1_024).optional(),
  /** Null where nothing was planned: a branch goes with all it holds. */
  planHash: hashText.nullable(),
  ...asker,
  reason: text(maxReasonLength),
  /** The second person, where the configuration asks for one. */
  approvedBy: text(200).nullable(),
  startedAt: wallMs,
  endedAt: wallMs,
  outcome: z.enum(['completed', 'stopped', 'failed', 'incident']),
  failure: z.strictObject({ kind: text(60), sentence }).nullable(),
  /** The whole dataset as it was listed before and after the run; null where it was not. */
  before: sums.nullable(),
  after: sums.nullable(),
  /** Of what nothing held, and of everything planned (D9). */
  predicted: sums,
  most: sums,
  actual: sums,
  /** How often another process went on with it. Each may have deleted a batch that nobody counted. */
  takeovers: count,
  /** Null where they were not counted. */
  requests: count.nullable(),
  retired: listOf(version, listLimits.retired),
  /** What the plan kept and why. */
  kept: listOf(z.strictObject({ version, because: listOf(sentence, listLimits.reasons) }), listLimits.kept),
  /** What was planned and stays. */
  left: listOf(z.strictObject({ version, reason: text(60), sentence }), listLimits.left),
  objectsLeft: count,
  incidents: listOf(
    z.strictObject({ version, sentence, missingKeys: listOf(text(1_024), listLimits.keys) }),
    listLimits.incidents,
  ),
  /** Whether every object that the remaining versions need was found afterwards. */
  verification: z.strictObject({
    kind: z.enum(['passed', 'failed', 'not_done']),
    versionsVerified: count,
    sentence,
  }),
});
export type Receipt = z.infer<typeof receipt>;
export type DatasetSums = z.infer<typeof sums>;
