/** The errors of reference verbs: the reference's classes (H.5) as our kinds, each with what would resolve it. */
import { VamplateError } from '@/lib/base/errors';
import type { Availability } from '@/lib/engine/retirement/availability-rules';
import { judgeMarker } from '@/lib/engine/retirement/retirement-rules';

type Refusal = Exclude<Availability, { kind: 'available' }>;

/** A retiring version is a conflict of references, unlike of leases: both may end the one way or the other (H.5). */
export function unreferenceable(version: bigint, refusal: Refusal): VamplateError {
  if (refusal.kind === 'gone') {
    return new VamplateError('not_found', `Version ${version} no longer exists and cannot be referenced.`, {
      version: `${version}`,
    });
  }
  const { because } = refusal;
  const judged = judgeMarker(because, { storeTime: null, manifests: 'present', advanced: false });
  return new VamplateError('conflict', `Version ${version} is retiring and accepts no reference.`, {
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

/** @param reason a word for callers; the message is for people */
export function referenceConflict(message: string, reason: string, details: object = {}): VamplateError {
  return new VamplateError('conflict', message, { ...details, reason });
}

export function noSuchReference(kind: 'tag' | 'branch', name: string): VamplateError {
  return new VamplateError('not_found', `There is no ${kind} ${name}.`, { [kind]: name });
}

export function undecidedReference(key: string, cause: unknown): VamplateError {
  const message = 'Whether the reference was written is not known; it is settled once its intent expires.';
  return new VamplateError('unavailable', message, { key, outcome: 'unknown' }, { cause });
}
