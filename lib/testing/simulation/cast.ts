/** What every actor of a schedule works with. */
import type { DatasetEngine } from '@/lib/engine/engine';
import type { Ledger } from './ledger';
import type { ScheduleConfig } from './schedule-config';
import type { SimProcess } from './scheduler';
import type { Manifests } from './world';

export interface Stage {
  readonly config: ScheduleConfig;
  readonly ledger: Ledger;
  readonly manifests: Manifests;
  /** The engine of a process, with the rules of this schedule. */
  readonly engineOf: (process: SimProcess) => DatasetEngine;
  /** About when something ends: time for whoever was refused to try again; null when nothing does. */
  readonly msUntilSomethingEnds: () => number | null;
  /** True time. */
  readonly now: () => number;
}

export type Actor = (process: SimProcess, stage: Stage) => Promise<void>;
