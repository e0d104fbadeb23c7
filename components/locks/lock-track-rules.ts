/** The life of a lock as a row of states, at most one of them now; a lock of which nothing is known stands at none. */
import { formatDuration } from '@/lib/base/format-duration';
import type { LockDetail, LockState } from '@/lib/contracts/locks';

export interface TrackStep {
  readonly id: 'free' | 'held' | 'late' | 'silent' | 'claimed';
  readonly name: string;
  readonly says: string;
  readonly on: boolean;
}

const stepOf: Readonly<Partial<Record<LockState, TrackStep['id']>>> = {
  free: 'free',
  released: 'free',
  'held-unleased': 'held',
  'held-observing': 'held',
  'held-beating': 'held',
  late: 'late',
  silent: 'silent',
  claimed: 'claimed',
};

/** @param fresh whether the answer still speaks of the present */
export function trackOf(
  { state, lease }: Pick<LockDetail, 'state' | 'lease'>,
  fresh: boolean,
): readonly TrackStep[] {
  const now = fresh ? stepOf[state] : undefined;
  const late = lease === null ? '2L/3' : formatDuration(lease.lateMs);
  const silent = lease === null ? '1.5L' : formatDuration(lease.silentMs);
  const fence = lease?.leaseMs == null ? 'L/3' : formatDuration(lease.leaseMs / 3);
  const steps: readonly Omit<TrackStep, 'on'>[] = [
    { id: 'free', name: 'Free', says: state === 'released' ? 'released by its owner' : 'no record' },
    { id: 'held', name: 'Held', says: heldSays(state, late) },
    { id: 'late', name: 'Late', says: `no beat for ${late}; one returns it to Held` },
    { id: 'silent', name: 'Silent', says: `no beat for ${silent}; a claim is allowed` },
    { id: 'claimed', name: 'Claimed', says: `the owner stops within ${fence}` },
  ];
  return steps.map((step) => ({ ...step, on: step.id === now }));
}

function heldSays(state: LockState, late: string): string {
  switch (state) {
    case 'held-unleased':
      return 'without beats: nothing tells of life';
    case 'held-observing':
      return 'no newer beat seen yet';
    default:
      return `a beat within ${late}`;
  }
}
