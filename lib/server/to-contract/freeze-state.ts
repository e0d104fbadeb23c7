/** The freeze of a lake as the wire says it; what cannot be read is said to be so and counts as frozen (D19). */
import type { z } from 'zod';
import type { freeze } from '@/lib/contracts/freeze';
import type { FreezeReading } from '@/lib/engine/operations/freeze-record';
import { iso } from './scalars';

type FreezeInput = z.input<typeof freeze>;

const nobody = { actor: null, reason: null, at: null, problem: null } as const;

export function freezeOf(reading: FreezeReading): FreezeInput {
  if (reading.kind === 'absent') return { state: 'open', etag: null, ...nobody };
  if (reading.kind === 'unreadable') {
    return { state: 'unreadable', etag: reading.etag, ...nobody, problem: reading.reason };
  }
  const { actor, reason, at } = reading.record;
  return { state: reading.kind, etag: reading.etag, actor, reason, at: iso(at), problem: null };
}
