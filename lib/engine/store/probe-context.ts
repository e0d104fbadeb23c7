/** What one part of the probe works in. */
import type { Clock } from '@/lib/base/clock';
import type { ObjectStore } from './object-store';

/** What one part of the probe may do: its own empty folder of the store. */
export interface ProbeContext {
  readonly store: ObjectStore;
  readonly clock: Clock;
}
