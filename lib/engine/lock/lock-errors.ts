/** What the lock refuses, in codes that scripts of the stock tools know where there is one (cluster-lock.md, D). */
import { VamplateError } from '@/lib/base/errors';
import type { FenceReason } from './owner-rules';
import type { LockReading } from './read-lock';

export type LockCode =
  | 'unsupported_state_backend'
  | 'state_lock_missing'
  | 'state_lock_read_error'
  | 'invalid_state_lock'
  | 'unsupported_state_lock_version'
  | 'state_lock_id_mismatch'
  | 'state_lock_error'
  | 'state_lock_held';

/** The code of a record that can be neither taken nor unlocked; null for one that names an id, and for none. */
export function unusable(reading: LockReading): { code: LockCode; message: string } | null {
  switch (reading.kind) {
    case 'oversize':
      return {
        code: 'state_lock_read_error',
        message: `The lock record has ${reading.size} bytes, more than is read.`,
      };
    case 'corrupt':
      return {
        code: reading.code === 'invalid' ? 'invalid_state_lock' : 'unsupported_state_lock_version',
        message: `The lock record is not readable: ${reading.reason}.`,
      };
    default:
      return null;
  }
}

const fencedBecause: Readonly<Record<FenceReason, string>> = {
  superseded: 'another process or an operator took the lock from this one',
  lapsed: 'no beat was acknowledged in two thirds of the lease',
};

/** What every effect of a fenced owner meets: proof that it was not sent. */
export function fencedError(lockId: string, reason: FenceReason): VamplateError {
  return new VamplateError('refused', `This process no longer holds the lock: ${fencedBecause[reason]}.`, {
    reasons: [{ kind: 'fenced', lockId, reason }],
    outcome: 'not_written',
  });
}

export function stoppedError(lockId: string): VamplateError {
  return new VamplateError('refused', 'This process has released the lock.', {
    reasons: [{ kind: 'released', lockId }],
    outcome: 'not_written',
  });
}

/** Neither held nor lost: claim or record could not be read whole. */
export function unconfirmed(lockId: string): VamplateError {
  const details = { lockId, outcome: 'not_written' };
  return new VamplateError('unavailable', 'Whether the lock is still held could not be read.', details);
}
