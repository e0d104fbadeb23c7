/** What a process under test is told, and how its halts are named. */
import { z } from 'zod';

const halt = z.object({ at: z.string(), how: z.enum(['kill', 'wait']) });

export const storyOptions = z.object({
  /** Before the first change or step of this name, once. */
  halt: halt.nullable().default(null),
  /** Digests that are given for others, so that two imports collide. */
  digests: z.record(z.string(), z.string()).default({}),
  loseCommit: z.boolean().default(false),
  brokenMemory: z.boolean().default(false),
  /** Says every call to a store, and what the whole process read until it served. */
  traced: z.boolean().default(false),
});
export type StoryOptions = z.output<typeof storyOptions>;

export const commandLine = z.discriminatedUnion('kind', [
  halt.extend({ kind: z.literal('halt') }),
  z.object({ kind: z.literal('go') }),
  z.object({ kind: z.literal('end') }),
]);
export type Command = z.output<typeof commandLine>;

/** The change a write makes, from its key: `mirror:pointer` is the pointer's write into the mirror. */
export function changeName(key: string): string {
  if (key.endsWith('/published.json')) return 'pointer';
  if (key.endsWith('/origin-seal.json')) return 'origin';
  if (key.includes('/import-seals/')) return 'seal';
  if (key.endsWith('/status.json')) return 'report';
  if (key.includes('/_versions/')) return 'manifest';
  if (key.includes('/_transactions/')) return 'transaction';
  return key.includes('/data/') ? 'data' : 'other';
}
