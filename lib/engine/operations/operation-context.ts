/** What the records of operations work with: the lake's own store, whose root holds `_vamplate/`, and the process. */
import { ulid } from 'ulid';
import type { Clock } from '@/lib/base/clock';
import type { Random } from '@/lib/base/random';
import type { ObjectStore } from '@/lib/engine/store/object-store';

export interface OperationContext {
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly random: Random;
}

/** An id that is new and sorts by this host's clock, as far as that can be trusted. */
export function newId({ clock, random }: Pick<OperationContext, 'clock' | 'random'>): string {
  return ulid(clock.wall(), () => (random.bytes(1)[0] ?? 0) / 256);
}
