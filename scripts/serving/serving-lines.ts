/** What a serving process says line by line, as JSON on its output. */
import { z } from 'zod';

/** Before which a process can be halted; where nothing may be served before the mirror has it, `mirror` comes first. */
export type ServingStep =
  | 'reconcile'
  | 'build'
  | 'commit'
  | 'acknowledge'
  | 'validate'
  | 'seal'
  | 'activate'
  | 'point_locally'
  | 'mirror'
  | 'hydrate';

/** How an import ended. `stale`: another took its place. */
export type ImportEnd = 'activated' | 'completed_again' | 'failed' | 'stale' | 'not_started';

export const servingLine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('listening'), port: z.int() }),
  z.object({ kind: z.literal('booted'), standing: z.string() }),
  z.object({ kind: z.literal('opened'), version: z.string() }),
  z.object({ kind: z.literal('hydrated'), version: z.string() }),
  z.object({ kind: z.literal('import'), sourceId: z.string(), end: z.string() }),
  /** Something was not done, and why. */
  z.object({ kind: z.literal('refused'), what: z.string(), because: z.string() }),
  /** A process under test stands before this step or change. */
  z.object({ kind: z.literal('at'), step: z.string() }),
  /** A process under test asked a store for this. */
  z.object({
    kind: z.literal('asked'),
    of: z.string(),
    call: z.string(),
    key: z.string(),
    answer: z.string(),
    bytes: z.int(),
  }),
  z.object({ kind: z.literal('read'), bytes: z.int() }),
]);
export type ServingLine = z.infer<typeof servingLine>;
