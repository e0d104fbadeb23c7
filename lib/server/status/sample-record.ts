/** What is recorded: a sample of every target each five minutes, and one roll-up of a day made from its samples. */
import { byteCount, count, instant, lakeId } from '@/lib/contracts/primitives';
import { day, statusState } from '@/lib/contracts/status-document';
import { z } from '@/lib/contracts/zod';
import { retentionCodes, statusCodes } from './status-model';

export const samplePrefix = '_vamplate/status/samples/';

export const sampleBounds = {
  /** Datasets of all lakes, then sets and roots beyond them. */
  datasets: 500,
  targets: 2_500,
  /** Days that are shown. */
  days: 90,
  bytes: 4 * 1024 * 1024,
} as const;

/** What one target said in one slot. */
export const targetSample = z.object({
  /** `targetKey` of page-rules.ts. */
  key: z.string().max(4_096),
  /** Last part of a dataset's path, a set's or a root's id. */
  name: z.string().max(1_024),
  state: statusState,
  code: z.enum(statusCodes),
  lastCommitAt: instant.nullable(),
  lastProvenAt: instant.nullable(),
  retention: z
    .object({ state: statusState, code: z.enum(retentionCodes), count: count.nullable() })
    .nullable(),
  versions: count.nullable(),
  bytes: byteCount.nullable(),
});
export type TargetSample = z.infer<typeof targetSample>;

/** As of one lake: whether all its datasets were found, and how many of those found the bound left out. */
const sampledLake = z.object({ id: lakeId, complete: z.boolean(), leftOut: count.optional() });

export const sampleRecord = z
  .object({
    format: z.literal(1),
    /** Beginning of its slot. */
    slot: instant,
    /** When it was made, by the clock of whoever made it. */
    at: instant,
    /** The runtime that made it. */
    by: z.string().max(64),
    lakes: z.array(sampledLake).max(64),
    targets: z.array(targetSample).max(sampleBounds.targets),
    /** Of samples made before each lake told its own: datasets of all lakes together. */
    leftOut: count.optional(),
  })
  .transform(({ leftOut: together, lakes, ...sample }) => ({
    ...sample,
    lakes: lakes.map(({ id, complete, leftOut }) =>
      leftOut === undefined
        ? // Nobody knows whose they were: none of the lakes counts as whole.
          { id, complete: complete && together === 0, leftOut: 0 }
        : { id, complete, leftOut },
    ),
  }));
export type SampleRecord = z.infer<typeof sampleRecord>;

export const dayRecord = z.object({
  format: z.literal(1),
  day,
  madeAt: instant,
  by: z.string().max(64),
  /** Names of the samples in it, `1405`: these alone may be removed. */
  samples: z.array(z.string().regex(/^\d{4}$/)).max(288),
  targets: z
    .array(
      z.object({
        key: z.string().max(4_096),
        name: z.string().max(1_024),
        /** Runs of letters, see slot-rules.ts. */
        slots: z.string().max(1_152),
        /** The last that was known that day. */
        versions: count.nullable(),
        bytes: byteCount.nullable(),
      }),
    )
    .max(2 * sampleBounds.targets),
});
export type DayRecord = z.infer<typeof dayRecord>;

export function sampleKey(day: string, name: string): string {
  return `${samplePrefix}${day}/${name}.json`;
}

export function dayKey(day: string): string {
  return `_vamplate/status/days/${day}.json`;
}
