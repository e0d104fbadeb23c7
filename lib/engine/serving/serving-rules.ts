/** The rules a serving process follows, as one argument, so that the simulation can change exactly one of them. */
import { type DecideHead, decideHead } from './head-rules';
import type { ImportId } from './import-id-rules';
import { activateImport, type Lifecycle, startImport, type Transition } from './lifecycle-rules';
import { type PlanPublication, planPublication } from './publication-rules';
import { type Reconcile, reconcile } from './reconcile-rules';

export interface ServingRules {
  readonly startImport: (lifecycle: Lifecycle, candidate: ImportId) => Transition;
  readonly activateImport: (lifecycle: Lifecycle, candidate: ImportId, generation: number) => Transition;
  readonly decideHead: DecideHead;
  readonly reconcile: Reconcile;
  readonly planPublication: PlanPublication;
  /** What must be there before the pointer may name an import (E.4). */
  readonly mayPoint: (sealIsThere: boolean, uploadsAcknowledged: boolean) => boolean;
  /** Whether the raised generation must be stored before work begins (E.4). */
  readonly workWaitsForStore: boolean;
}

export const servingRules: ServingRules = {
  startImport,
  activateImport,
  decideHead,
  reconcile,
  planPublication,
  mayPoint: (sealIsThere, uploadsAcknowledged) => sealIsThere && uploadsAcknowledged,
  workWaitsForStore: true,
};
