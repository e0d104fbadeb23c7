/** What planning and running a cleanup work with: one dataset of a store, and the process they run in. */
import type { Clock } from '@/lib/base/clock';
import type { Random } from '@/lib/base/random';
import type { BodyCache } from '@/lib/engine/control/body-cache';
import type { ReferenceRules } from '@/lib/engine/references/reference-protocol-rules';
import type { AbandonedDrains } from '@/lib/engine/retirement/abandoned-drains';
import type { DatasetRoot } from '@/lib/engine/retirement/dataset-path';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import type { CleanupRules } from './census-rules';
import type { OutsideReasons } from './outside-reasons';
import type { PlanRules } from './plan-rules';
import type { ManifestMemory } from './survey/manifest-memory';

/** Another dataset whose base paths may lead here (D13). */
export interface OtherDataset {
  readonly store: ObjectStore;
  /** Its root below that store. */
  readonly root: string;
}

export interface SurveyContext {
  readonly store: ObjectStore;
  readonly root: DatasetRoot;
  /** Bodies of control files and facts of manifests, kept between surveys. */
  readonly bodies: BodyCache;
  readonly memory: ManifestMemory;
  /** Whether the configuration says that commits go through an external store: nothing is cleaned then (D8). */
  readonly externalCommits?: boolean;
  /** Told of every manifest that was really read. */
  readonly onManifestRead?: () => void;
  readonly signal?: AbortSignal;
}

export interface PlanContext extends SurveyContext {
  readonly clock: Clock;
  /** How far two clocks of one store may be apart; no expiry and no age is believed before it has passed too (D12). */
  readonly clockMarginMs: number;
  readonly outsideReasons: OutsideReasons;
  /** Every other dataset of the configured lakes; asked at every plan and every guard. Throwing keeps everything. */
  readonly otherDatasets: () => Promise<readonly OtherDataset[]>;
  readonly planRules: PlanRules;
}

export interface CleanupContext extends PlanContext {
  readonly random: Random;
  /** This process's own dropped runs. */
  readonly abandoned: AbandonedDrains;
  /** Whether the store honours delete-if-match (A3). */
  readonly conditionalDelete: boolean;
  readonly rules: CleanupRules;
  readonly referenceRules: ReferenceRules;
}
