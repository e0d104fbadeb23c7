/** What every reference verb works with: one dataset of a store, and the process it runs in. */
import type { Clock } from '@/lib/base/clock';
import type { Random } from '@/lib/base/random';
import type { AbandonedDrains } from '@/lib/engine/retirement/abandoned-drains';
import type { DatasetRoot } from '@/lib/engine/retirement/dataset-path';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import type { ReferenceRules } from './reference-protocol-rules';

export interface ReferenceContext {
  readonly store: ObjectStore;
  readonly root: DatasetRoot;
  readonly clock: Clock;
  readonly random: Random;
  /** This process's own dropped runs. */
  readonly abandoned: AbandonedDrains;
  /** Whether the store honours delete-if-match (A3); without it decision D4 applies. */
  readonly conditionalDelete: boolean;
  /** How far two clocks of one store may be apart; whoever ends another's ownership believes it only after this (D12). */
  readonly clockMarginMs: number;
  readonly rules: ReferenceRules;
  /** Bodies read before, by identity; null reads each anew. */
  readonly memory: BodyMemory | null;
}

/** Contents of small objects; what lies under one key of it never changes. `control/body-cache.ts` has one. */
export interface BodyMemory {
  get(key: string): Uint8Array | undefined;
  set(key: string, body: Uint8Array): void;
}
