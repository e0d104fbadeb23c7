/** What may happen to a run, from whom, and when another process may go on with it. */
import type { WallInstant } from '@/lib/base/clock';
import { unreachable } from '@/lib/base/unreachable';
import {
  maxLogLines,
  type RunCounts,
  type RunCursor,
  type RunEnding,
  type RunLogLine,
  type RunOwner,
  type RunRecord,
} from './run-record';
import { provesSilence, type SilenceWatch } from './silence-rules';

export type RunEvent =
  /** By a process that holds the lock of the dataset. */
  | { readonly kind: 'take'; readonly owner: RunOwner; readonly proof: TakeProof }
  | {
      readonly kind: 'beat';
      readonly ownerId: string;
      readonly at: WallInstant;
      readonly cursor: RunCursor;
      /** What this owner counted since it took the run. */
      readonly counts: RunCounts;
      /** What happened since the beat before. */
      readonly lines?: readonly RunLogLine[];
      /** The dataset before any effect, where this owner listed it; what is known already stays. */
      readonly before?: RunRecord['before'];
    }
  /** By an owner that ends without having ended the run: whoever comes next need not wait for its silence. */
  | {
      readonly kind: 'leave';
      readonly ownerId: string;
      readonly at: WallInstant;
      readonly counts: RunCounts;
      readonly line: RunLogLine;
    }
  | { readonly kind: 'stop'; readonly actor: string; readonly at: WallInstant }
  | { readonly kind: 'rate'; readonly rate: number | null }
  | {
      readonly kind: 'end';
      readonly ownerId: string;
      readonly at: WallInstant;
      readonly ending: RunEnding;
      readonly counts: RunCounts;
      readonly lines?: readonly RunLogLine[];
    };

export interface TakeProof {
  /** Whose lock was taken over, as the lock says; it proved that one's silence. Null: the lock was free. */
  readonly tookOverFrom: string | null;
  /** This process's own watch of the run, where it has one. */
  readonly watch: SilenceWatch | null;
}

/**
 * `ended`: nothing happens to it any more. `owned`: its owner is not proven silent. `not_owner`: another took it over;
 * whoever reads this must send nothing more. `not_begun`: nobody owns it yet.
 */
export type RunRefusal = 'ended' | 'owned' | 'not_owner' | 'not_begun';

export type RunDecision =
  | { readonly kind: 'change'; readonly run: RunRecord }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refuse'; readonly because: RunRefusal };

export function decideRun(run: RunRecord, event: RunEvent): RunDecision {
  switch (event.kind) {
    case 'take':
      return take(run, event.owner, event.proof);
    case 'beat':
      return byOwner(run, event.ownerId, () => ({
        ...run,
        beat: { count: run.beat.count + 1, at: event.at },
        cursor: event.cursor,
        counts: grown(run, event.counts),
        before: run.before ?? event.before ?? null,
        log: logged(run, event.lines ?? []),
      }));
    case 'leave':
      return byOwner(run, event.ownerId, () => ({
        ...run,
        owner: null,
        beat: { count: run.beat.count + 1, at: event.at },
        counts: grown(run, event.counts),
        log: logged(run, [event.line]),
      }));
    case 'stop':
      return stop(run, event.actor, event.at);
    case 'rate':
      if (run.state === 'ended') return refuse('ended');
      return run.rate === event.rate ? { kind: 'unchanged' } : change({ ...run, rate: event.rate });
    case 'end':
      return byOwner(run, event.ownerId, () => ({
        ...run,
        ...{ state: 'ended', ending: event.ending, endedAt: event.at },
        beat: { count: run.beat.count + 1, at: event.at },
        counts: grown(run, event.counts),
        log: logged(run, event.lines ?? []),
      }));
    default:
      return unreachable(event);
  }
}

function take(run: RunRecord, owner: RunOwner, { tookOverFrom, watch }: TakeProof): RunDecision {
  if (run.state === 'ended') return refuse('ended');
  if (run.owner?.id === owner.id) return { kind: 'unchanged' };
  const taken: RunRecord = { ...run, owner, beat: { count: run.beat.count + 1, at: owner.since } };
  if (run.owner === null && run.state === 'waiting') return change({ ...taken, state: 'running' });
  if (run.owner === null) return change(again(taken, run));
  // An unlocked owner may still live: a free lock alone proves nothing about who had the run.
  const proven = tookOverFrom === run.owner.lockId || provesSilence(watch, run);
  if (!proven) return refuse('owned');
  return change(again(taken, run));
}

function again(taken: RunRecord, { takeovers, counts, log }: RunRecord): RunRecord {
  const { host = '', pid = 0, since: at = taken.beat.at } = taken.owner ?? {};
  const sentence = `Process ${pid} on ${host} goes on with it.`;
  return {
    ...taken,
    takeovers: takeovers + 1,
    earlier: counts,
    log: logged({ ...taken, log }, [{ at, sentence }]),
  };
}

function logged({ log }: RunRecord, lines: readonly RunLogLine[]): RunRecord['log'] {
  return [...log, ...lines].slice(-maxLogLines);
}

function stop(run: RunRecord, actor: string, at: WallInstant): RunDecision {
  switch (run.state) {
    case 'waiting':
      // Nobody will read the wish: the run is over before it began.
      return change({
        ...run,
        ...{ state: 'ended', stop: { actor, at }, endedAt: at },
        ending: { outcome: 'stopped', failure: null },
      });
    case 'running':
      return change({
        ...run,
        ...{ state: 'stopping', stop: { actor, at } },
        log: logged(run, [{ at, sentence: `${actor} asked it to stop before the next batch.` }]),
      });
    case 'stopping':
      return { kind: 'unchanged' };
    case 'ended':
      return refuse('ended');
    default:
      return unreachable(run.state);
  }
}

function byOwner(run: RunRecord, ownerId: string, next: () => RunRecord): RunDecision {
  if (run.owner === null) return refuse(run.state === 'ended' ? 'ended' : nobodysRefusal(run));
  if (run.owner.id !== ownerId) return refuse('not_owner');
  return run.state === 'ended' ? refuse('ended') : change(next());
}

/** Whoever had it and left is told the same as one who was taken over: send nothing more. */
function nobodysRefusal({ state }: RunRecord): RunRefusal {
  return state === 'waiting' ? 'not_begun' : 'not_owner';
}

/** A late beat that lands after a newer one takes nothing back. */
function grown({ counts, earlier }: RunRecord, own: RunCounts): RunCounts {
  const sum = (field: keyof RunCounts) => Math.max(counts[field], earlier[field] + own[field]);
  return {
    versions: sum('versions'),
    objects: sum('objects'),
    bytes: sum('bytes'),
    requests: sum('requests'),
  };
}

function change(run: RunRecord): RunDecision {
  return { kind: 'change', run };
}

function refuse(because: RunRefusal): RunDecision {
  return { kind: 'refuse', because };
}
