/** What the tabs of one browser tell each other, and what the leader makes of it. Pure; foreign messages are dropped. */
import { type ChangeEvent, changeEvent } from '@/lib/contracts/events';
import { z } from '@/lib/contracts/zod';

export const liveMessage = z.discriminatedUnion('kind', [
  /** What a tab shows now; repeated so that a tab that died is forgotten. */
  z.object({ kind: z.literal('watch'), tab: z.string(), topics: z.array(z.string()).max(64) }),
  z.object({ kind: z.literal('bye'), tab: z.string() }),
  /** A new leader asks what everybody shows. */
  z.object({ kind: z.literal('who') }),
  z.object({ kind: z.literal('mode'), mode: z.enum(['streaming', 'polling']) }),
  z.object({ kind: z.literal('change'), event: changeEvent }),
  /** Events may have been missed: every answer on the page may be old. */
  z.object({ kind: z.literal('resync') }),
]);
export type LiveMessage = z.infer<typeof liveMessage>;

export function parseMessage(message: unknown): LiveMessage | null {
  return liveMessage.safeParse(message).data ?? null;
}

/** An event of the stream, or null for anything that is none. */
export function parseChange(text: string): ChangeEvent | null {
  try {
    return changeEvent.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

export interface Heard {
  readonly topics: readonly string[];
  readonly atMs: number;
}

/** A tab in the background may be held to one timer a minute: it counts as gone after two and a half. */
const FORGET_MS = 150_000;
/** A URL of this many topics stays short enough for every server. */
const MOST_TOPICS = 64;

/** The topics of all living tabs, sorted, so that the same set is the same stream. */
export function topicsOf(tabs: ReadonlyMap<string, Heard>, nowMs: number): readonly string[] {
  const living = [...tabs.values()].filter((tab) => nowMs - tab.atMs <= FORGET_MS);
  return [...new Set(living.flatMap((tab) => tab.topics))].sort().slice(0, MOST_TOPICS);
}

export function streamAddress(topics: readonly string[]): string {
  const query = new URLSearchParams(topics.map((topic) => ['watch', topic]));
  return topics.length === 0 ? '/api/v1/events' : `/api/v1/events?${query.toString()}`;
}
