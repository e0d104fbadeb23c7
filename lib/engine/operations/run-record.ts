/** One run as its owner and everybody who watches, stops or takes it over see it. */
import { z } from 'zod';
import { asker, hashText, maxReasonLength, text, ulidText, wallMs } from './record-schema';

export const maxRunBytes = 64 * 1024;

const count = z.int().nonnegative();
const counts = z.strictObject({ versions: count, objects: count, bytes: count, requests: count });
export type RunCounts = z.infer<typeof counts>;

/** One process that has the run; made new each time one takes it, so that no owner is mistaken for a later one. */
export const runOwner = z.strictObject({
  id: ulidText,
  /** Of the lock of the dataset (D19, D25). */
  lockId: text(100),
  host: text(200),
  pid: count,
  since: wallMs,
});
export type RunOwner = z.infer<typeof runOwner>;

export const runCursor = z.strictObject({
  step: text(40),
  group: count,
  groups: count,
  sentence: text(400),
});
export type RunCursor = z.infer<typeof runCursor>;

export const runEnding = z.strictObject({
  outcome: z.enum(['completed', 'stopped', 'failed', 'incident']),
  failure: text(400).nullable(),
});
export type RunEnding = z.infer<typeof runEnding>;

export const maxLogLines = 100;
const logLine = z.strictObject({ at: wallMs, sentence: text(300) });
export type RunLogLine = z.infer<typeof logLine>;

const sums = z.strictObject({ versions: count, objects: count, bytes: count });

/** The line of the journal that says what was set out to do; its outcome is written when the run ends. */
const runIntent = z.strictObject({ id: ulidText, at: wallMs, target: text(400) });
export type RunIntent = z.infer<typeof runIntent>;

export const maxRate = 1_000_000;

export const runRecord = z.strictObject({
  format: z.literal(1),
  run: ulidText,
  dataset: z.string().max(1_024),
  planHash: hashText,
  ...asker,
  reason: text(maxReasonLength),
  approvedBy: text(200).nullable(),
  intent: runIntent.nullable(),
  createdAt: wallMs,
  /** `stopping`: asked to stop before the next batch. */
  state: z.enum(['waiting', 'running', 'stopping', 'ended']),
  ending: runEnding.nullable(),
  endedAt: wallMs.nullable(),
  owner: runOwner.nullable(),
  takeovers: count,
  /** Grows with every sign of life; `at` is by the owner's clock, for display. */
  beat: z.strictObject({ count, at: wallMs }),
  cursor: runCursor.nullable(),
  /** Of all owners; `earlier` is the part that the owners before this one counted. */
  counts,
  earlier: counts,
  /** The whole dataset as its first owner listed it before any effect; null until then. */
  before: sums.nullable(),
  /** What happened last, oldest first; by the owners' clocks, for display. */
  log: z.array(logLine).max(maxLogLines),
  stop: z.strictObject({ actor: text(200), at: wallMs }).nullable(),
  /** Most objects deleted in a second; null: no limit. */
  rate: z.int().min(1).max(maxRate).nullable(),
});
export type RunRecord = z.infer<typeof runRecord>;

export const noCounts: RunCounts = { versions: 0, objects: 0, bytes: 0, requests: 0 };
