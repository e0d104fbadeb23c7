/** The fenced conditional write of a replica's report: who may write next, and what a lost write means (E.4). */
import type { StatusReport } from './report-schema';

type ReportFence = Pick<StatusReport, 'instance_id' | 'fence'>;

export interface OwnFence {
  readonly epoch: number;
  readonly instanceId: string;
}

/**
 * The epoch a starting process claims, one above what is stored, and above what it published: a process that nothing
 * fenced may have published under an epoch that was never stored.
 * @param published epoch of the pointer where this replica wrote it, else 0
 */
export function claimedEpoch(stored: ReportFence | null, published: number): number {
  return Math.max(stored?.fence.epoch ?? 0, published) + 1;
}

/** The epoch of a start that nothing can store: it grows with each start, by the clock where nothing else tells. */
export function unfencedEpoch(stored: ReportFence | null, published: number, nowMs: number): number {
  return Math.max(claimedEpoch(stored, published), Math.floor(nowMs / 1_000));
}

type Told = Pick<StatusReport['fence'], 'epoch' | 'seq'>;

/** Negative when the first was told before the second. */
export function compareFences(a: Told, b: Told): number {
  return a.epoch - b.epoch || a.seq - b.seq;
}

/** `adopted`: what is stored is this write, or a later one of ours. `rebase`: write again upon what is stored. */
export type LostWrite = 'deposed' | 'adopted' | 'rebase';

/**
 * @param stored what is there now, null for nothing
 * @param firstSeq of the writes that said what we want to be stored; one sequence number is never sent with two contents
 */
export function judgeLostWrite(stored: ReportFence | null, own: OwnFence, firstSeq: number): LostWrite {
  if (stored === null || stored.fence.epoch < own.epoch) return 'rebase';
  if (stored.fence.epoch > own.epoch || stored.instance_id !== own.instanceId) return 'deposed';
  return stored.fence.seq >= firstSeq ? 'adopted' : 'rebase';
}

/** Whether a process may work: it owns its place, or nothing could fence it, which its report then says. */
export function mayWork(standing: StatusReport['fence']['standing']): boolean {
  return standing === 'owner' || standing === 'unfenced';
}
