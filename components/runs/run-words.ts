/** Runs in words: state, outcome, the steps of the protocol, and what a version is at. */
import type { IconName } from '@/components/ui/icon-paths';
import type { Tone } from '@/components/ui/tone';
import type { RunRow, RunVersion } from '@/lib/contracts/runs';

export interface Word {
  readonly tone: Tone;
  readonly word: string;
  readonly icon?: IconName;
}

export function runWord({ state, outcome }: Pick<RunRow, 'state' | 'outcome'>): Word {
  if (state === 'waiting') return { tone: 'unk', word: 'Waiting', icon: 'clock' };
  if (state === 'running') return { tone: 'run', word: 'Running' };
  if (state === 'stopping') return { tone: 'warn', word: 'Stopping', icon: 'pause' };
  switch (outcome) {
    case 'completed':
      return { tone: 'ok', word: 'Completed' };
    case 'stopped':
      return { tone: 'warn', word: 'Stopped', icon: 'pause' };
    case 'incident':
      return { tone: 'stop', word: 'Incident' };
    case 'failed':
      return { tone: 'stop', word: 'Failed' };
    default:
      return { tone: 'unk', word: 'Ended, how is not known' };
  }
}

export const versionWords: Readonly<Record<RunVersion['state'], Word>> = {
  waiting: { tone: 'unk', word: 'Waiting', icon: 'clock' },
  draining: { tone: 'run', word: 'Draining', icon: 'drain' },
  sealed: { tone: 'run', word: 'Sealed', icon: 'seal' },
  committed: { tone: 'warn', word: 'Committed', icon: 'commit' },
  retired: { tone: 'ok', word: 'Retired', icon: 'final' },
  kept: { tone: 'unk', word: 'Kept', icon: 'kept' },
  unknown: { tone: 'unk', word: 'Not known' },
};

/** The steps as the engine names them, in the order of one group. */
export const protocol: readonly (readonly [readonly string[], string, string])[] = [
  [['take', 'verify', 'recover'], 'Recover', 'Own the dataset’s lock, take back what others abandoned.'],
  [['fence'], 'Fence', 'The versions accept no new lease or reference.'],
  [['lease_census'], 'Lease census', 'Leases are counted; a leased version is let go.'],
  [['seal'], 'Seal', 'Renewals stop.'],
  [['reference_census'], 'Reference census', 'References are counted; a version found held is kept.'],
  [['commit'], 'Commit', 'The retirements are decided.'],
  [['guard', 'delete'], 'Delete', 'Objects go batch by batch, each after a fresh look.'],
  [['finalize', 'cancel'], 'Finalize', 'Markers go, the receipt is written.'],
];

/** From here on nothing can be undone. */
export const pointOfNoReturn = 'Commit';

export function stepIndex(step: string): number {
  return protocol.findIndex(([steps]) => steps.includes(step));
}
