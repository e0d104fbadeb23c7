/**
 * 'Sign out everywhere' as a count per actor: a session carries the count it began under and ends when it moves on. A
 * count and no instant, since sessions begin at several replicas whose clocks need not agree.
 */
import { z } from 'zod';
import type { MonotonicInstant } from '@/lib/base/clock';

export const notBeforeRecord = z.strictObject({
  format: z.literal(1),
  actor: z.string().max(200),
  /** Sessions of an earlier generation are over. */
  generation: z.int().positive(),
  /** When it was last raised, by the wall clock of whoever did: for people who read the file. */
  at: z.int(),
});

export type NotBeforeRecord = z.output<typeof notBeforeRecord>;

export function raised(current: NotBeforeRecord | null, actor: string, at: number): NotBeforeRecord {
  return { format: 1, actor, generation: (current?.generation ?? 0) + 1, at };
}

/** So long an answer of the store counts as what it says now. */
export const freshMs = 3_000;
/** So long after a reading that failed no other is tried. */
export const retryMs = 1_000;

export interface KnownGeneration {
  readonly generation: number;
  /** When the reading that found it began. */
  readonly readAt: MonotonicInstant;
}

/**
 * `unconfirmed`: it stood when the store was last read, which is too long ago to allow a change. `unknown`: nothing
 * says that it ever stood, so it may do nothing.
 */
export type EverywhereStanding = 'stands' | 'ended' | 'unconfirmed' | 'unknown';

/** Whether the answer must be read again before this session is judged. */
export function needsReading(
  known: KnownGeneration | null,
  generation: number,
  now: MonotonicInstant,
): boolean {
  // A session may have begun at another replica after the answer in hand was read.
  return known === null || now - known.readAt >= freshMs || known.generation < generation;
}

/** A generation beyond the store's own means that the record was lost: nothing then says that the session stands. */
export function everywhereStanding(
  known: KnownGeneration | null,
  generation: number,
  now: MonotonicInstant,
): EverywhereStanding {
  if (known === null) return 'unknown';
  if (known.generation > generation) return 'ended';
  const fresh = now - known.readAt < freshMs;
  if (known.generation < generation) return fresh ? 'ended' : 'unknown';
  return fresh ? 'stands' : 'unconfirmed';
}
