/** Who watches a schedule: what it is told of, and what it knows of use to whoever makes the choices. */
import type { StoreCall } from '@/lib/testing/faulty-store';

/** A process is held for others. */
export interface Wait {
  readonly isOver: () => boolean;
  /** It goes on then, whether or not they came. */
  readonly atMostUntil: number;
}

export const longestWaitMs = 60 * 60_000;

/** Told of everything that really happens, in true time. */
export interface Observer {
  /** A process asks for a call; what becomes of it is decided later. */
  asked(process: string, call: StoreCall): void;
  /** What others could do before this call that would matter most: whether they have; null when nothing would. */
  worthWaitingFor(process: string, call: StoreCall): (() => boolean) | null;
  landed(process: string, call: StoreCall, answer: unknown, now: number): void;
  /** Instants at which something ends: time likes to jump close to them. */
  deadlines(): readonly number[];
  /** After every step; a text names the violated invariant. */
  check(now: number): string | null;
}
