/** A watched lock as a row: what the latest look said while it speaks of the present, and `unwatched` from then on. */
import type { z } from 'zod';
import type { MonotonicInstant } from '@/lib/base/clock';
import type { lockRow } from '@/lib/contracts/locks';
import type { LockPlace } from '@/lib/engine/lock/lock-place';
import type { LockSnapshot } from '@/lib/engine/lock/lock-snapshot-rules';
import { flagWords, stateSentences } from './lock-words';
import { iso } from './scalars';

export type LockRowInput = z.input<typeof lockRow>;

export interface RootSeen {
  readonly id: string;
  readonly lake: string;
  readonly uri: string;
  readonly place: Pick<LockPlace, 'kind' | 'writers' | 'backend'>;
  /** Null before the first look has ended. */
  readonly snapshot: LockSnapshot | null;
  /** Why the watch could not begin; null when it runs. */
  readonly problem: string | null;
  readonly now: MonotonicInstant;
}

export function lockRowOf({ id, lake, uri, place, snapshot, problem, now }: RootSeen): LockRowInput {
  const { kind, writers, backend } = place;
  const row = { root: id, lake, uri, kind, writers, backend };
  if (snapshot === null) {
    const sentence = problem ?? 'The first look has not ended: nothing is known yet.';
    return { ...row, ...unknown, sentence };
  }
  const { wallAt, state, since, record, evidence } = snapshot;
  const fresh = isFresh(snapshot, now);
  return {
    ...row,
    state: fresh ? state : 'unwatched',
    sentence: sentenceOf(snapshot, backend, fresh),
    since: fresh ? iso(since.wallAt) : null,
    lookedAt: iso(wallAt),
    freshUntil: iso(wallAt + freshMs(snapshot)),
    lastKnown: lastKnownOf(snapshot, fresh),
    owner: record?.content ?? null,
    beatSeenAt: iso(evidence?.seenWallAt ?? null),
    silenceMs: evidence === null || evidence.seenAt === null ? null : evidence.silenceMs,
    flags: fresh ? snapshot.flags.map((flag) => ({ flag, ...flagWords[flag] })) : [],
  };
}

/** Whether the latest look still speaks of the present. */
export function isFresh(snapshot: LockSnapshot, now: MonotonicInstant): boolean {
  return now - snapshot.at <= freshMs(snapshot);
}

/** Four looks that did not end; never so short that one slow answer is taken for no watch. */
function freshMs({ lease }: LockSnapshot): number {
  return Math.max(10_000, 4 * lease.pollMs);
}

const unknown = {
  state: 'unwatched',
  since: null,
  lookedAt: null,
  freshUntil: null,
  lastKnown: null,
  owner: null,
  beatSeenAt: null,
  silenceMs: null,
  flags: [],
} satisfies Partial<LockRowInput>;

function sentenceOf(
  { state, unanswered, record }: LockSnapshot,
  backend: LockPlace['backend'],
  fresh: boolean,
): string {
  if (!fresh) return 'No look has ended for too long: nothing is known now.';
  if (backend === 'external') return 'This cluster keeps its state elsewhere: a lock here guards nothing.';
  const why = unanswered ?? record?.corrupt?.reason ?? null;
  return why === null ? stateSentences[state] : `${stateSentences[state]} (${why})`;
}

function lastKnownOf(snapshot: LockSnapshot, fresh: boolean): LockRowInput['lastKnown'] {
  const { state, at, wallAt } = snapshot;
  const seen = state === 'unreadable' ? snapshot.lastKnown : fresh ? null : { state, at, wallAt };
  return seen === null ? null : { state: seen.state, at: iso(seen.wallAt) };
}
