/** What every reference verb works with: one dataset of a store, and the process it runs in. */
import type { Clock } from '@/lib/base/clock';
import type { Random } from '@/lib/base/random';
import type { AbandonedDrains } from '@/lib/engine/retirement/abandoned-drains';
import type { DatasetRoot } from '@/lib/engine/retirement/dataset-path';
import type { ObjectStore } from '@/lib/engine/store/object-store';

export interface ReferenceContext {
  readonly store: ObjectStore;
  readonly root: DatasetRoot;
  readonly clock: Clock;
  readonly random: Random;
  /** This process's own dropped runs. */
  readonly abandoned: AbandonedDrains;
  /** Whether the store honours delete-if-match (A3); without it decision D4 applies. */
  readonly conditionalDelete: boolean;
}
