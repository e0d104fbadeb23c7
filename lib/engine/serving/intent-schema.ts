/** What an operator asks of one replica, and the one answer it gives: both are written once and never changed (E.2, F). */
import { z } from 'zod';

const text = z.string().max(2_000);
const number = z.int().min(1).nullable();

/** What the operator saw; any difference rejects the intent. */
const expectation = z.object({
  epoch: z.int().min(1),
  generation: number,
  active: z.string().nullable(),
  clean: number,
  head: number,
});

export const intentSchema = z.object({
  schema: z.literal('lance-serving-intent/1'),
  id: z.string().regex(/^[0-9a-z-]{1,64}$/),
  action: z.string().min(1).max(64),
  actor_label: z.string().min(1).max(200),
  reason: z.string().min(1).max(2_000),
  at: z.iso.datetime(),
  expected: expectation,
  params: z.record(z.string(), z.json()).default({}),
});
export type Intent = z.infer<typeof intentSchema>;

export const intentResultSchema = z.object({
  schema: z.literal('lance-serving-intent-result/1'),
  id: z.string(),
  outcome: z.enum(['accepted', 'rejected', 'done', 'failed']),
  /** Null where the outcome says all. */
  reason: text.nullable(),
  at: z.iso.datetime(),
  by: z.object({ replica_id: z.string(), instance_id: z.string(), epoch: z.int().min(1) }),
});
export type IntentResult = z.infer<typeof intentResultSchema>;
export type IntentOutcome = Pick<IntentResult, 'outcome' | 'reason'>;
