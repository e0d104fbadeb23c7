/** What a replica of a story is told when it starts, and what it says on its output, one JSON line each. */
import { z } from 'zod';

/** The steps of a run by what is about to be sent to the store. */
export const runSteps = [
  'take',
  'fence',
  'seal',
  'commit',
  'delete_objects',
  'delete_manifest',
  'finalize',
  'receipt',
  'end',
  'tell',
] as const;
export type RunStep = (typeof runSteps)[number];

export const replicaOptions = z.object({
  uri: z.string(),
  endpoint: z.string(),
  region: z.string(),
  /** What the host's clock is wrong by. */
  wallOffsetMs: z.number(),
  /** `hold`: waits until told to go on. Only once. */
  halt: z.object({ at: z.enum(runSteps), how: z.enum(['kill', 'stop', 'hold']) }).nullable(),
});
export type ReplicaOptions = z.infer<typeof replicaOptions>;

export const replicaLine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('listening'), port: z.number() }),
  z.object({ kind: z.literal('at'), step: z.enum(runSteps) }),
]);
export type ReplicaLine = z.infer<typeof replicaLine>;

/** The lake's id, and its dataset, which LanceDB wrote. */
export const storyLake = 'story';
export const storyDataset = 'events.lance';
/** The shortest there is. */
export const storyLeaseSeconds = 3;
