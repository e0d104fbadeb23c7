/** What the unlock panel says of a lock: which action its state admits, and why nothing can be pressed. Pure. */

import { plural } from '@/components/ui/format-count';
import { formatDuration } from '@/lib/base/format-duration';
import type { LockDetail } from '@/lib/contracts/locks';

export interface UnlockWords {
  readonly title: string;
  readonly button: string;
  readonly consequence: string;
  /** Why the button does nothing here, in one sentence. */
  readonly refusal: string;
}

type Lock = Pick<LockDetail, 'root' | 'state' | 'owner' | 'lease' | 'unlock' | 'backend'>;

export function unlockWords(lock: Lock): UnlockWords {
  const { root, state } = lock;
  const unusable = state === 'corrupt' || state === 'oversize';
  return {
    title: unusable ? 'Quarantine the record' : 'Force unlock',
    button: unusable ? `Quarantine the lock of ${root}` : `Force unlock ${root}`,
    consequence: unusable ? quarantined : unlocked(lock),
    refusal: refusalOf(lock),
  };
}

const quarantined =
  'A record that cannot be read is never unlocked by an id. It is copied aside, the copy is read back, and only then the record is deleted if it is still the same.';

function unlocked({ owner, lease }: Lock): string {
  const fence = lease?.leaseMs == null ? 'a third of the lease' : formatDuration(lease.leaseMs / 3);
  const who = owner === null ? 'its owner' : `the owner ${owner.lockId}`;
  return `If ${who} still lives, it learns of this at its next beat: for up to ${fence} two may write. Only the record goes; the lease folder stays.`;
}

function refusalOf({ state, backend, unlock }: Lock): string {
  if (backend === 'external')
    return 'This cluster keeps its state elsewhere: there is nothing to unlock here.';
  if (state === 'free') return 'Nobody holds it: there is nothing to unlock.';
  const blocking = unlock.missing.filter(({ by }) => by !== 'operator');
  const [first] = blocking;
  if (first !== undefined)
    return `Needs first: ${first.sentence.charAt(0).toLowerCase()}${first.sentence.slice(1)}`;
  const asked = unlock.missing.length - blocking.length;
  const exact = state === 'corrupt' || state === 'oversize' ? 'ETag' : 'id';
  return `Needs the exact ${exact} and ${plural(asked, 'statement')} of an operator.`;
}
