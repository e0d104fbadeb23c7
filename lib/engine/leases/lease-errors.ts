/** The errors of lease verbs: the reference's classes (H.5) as our kinds, each saying what may have been left behind. */
import { isVamplateError, VamplateError } from '@/lib/base/errors';
import type { Availability } from '@/lib/engine/retirement/availability-rules';
import { judgeMarker, type MarkerFact } from '@/lib/engine/retirement/retirement-rules';

type Refusal = Exclude<Availability, { kind: 'available' }>;

/** Both are 'version not found' in the reference; a retirement can still be cancelled, so here it is `refused`. */
export function unavailableVersion(version: bigint, refusal: Refusal): VamplateError {
  if (refusal.kind === 'retiring') return retiring(version, refusal.because);
  return new VamplateError('not_found', `Version ${version} no longer exists and cannot be leased.`, {
    version: `${version}`,
  });
}

export function retiring(version: bigint, because: MarkerFact): VamplateError {
  const judged = judgeMarker(because, { storeTime: null, manifests: 'present', advanced: false });
  return new VamplateError('refused', `Version ${version} is retiring and accepts no lease.`, {
    version: `${version}`,
    reasons: [
      {
        marker: because.marker,
        markerOperationId: because.markerOperationId,
        storedAt: because.storedAt,
        ownedUntil: judged.ownedUntil,
        sentence: judged.sentence,
      },
    ],
  });
}

/**
 * The lease ended before it was renewed; a later acquire may still succeed.
 * @param reason `gone`: its file is no longer there; `expired`: it is, and its time is over
 */
export function leaseOver(version: bigint, reason: 'gone' | 'expired'): VamplateError {
  return new VamplateError('invalid_input', `The lease on version ${version} is over; acquire a new one.`, {
    version: `${version}`,
    reason,
  });
}

export function leaseReleased(version: bigint): VamplateError {
  return new VamplateError('invalid_input', `The lease on version ${version} was released.`, {
    version: `${version}`,
    reason: 'released',
  });
}

/**
 * The same error, told with what became of the file that was written for nothing.
 * @param left null when it is surely gone; otherwise its key: it may hold the version until it expires by itself
 */
export function afterWithdrawal(error: unknown, left: string | null): unknown {
  if (!isVamplateError(error)) return error;
  const outcome = left === null ? 'not_written' : 'unknown';
  const details = { ...error.details, outcome, ...(left === null ? {} : { leftBehind: left }) };
  return new VamplateError(error.kind, error.message, details, { cause: error });
}
