/** What pages are made from: the newest sample, and what was recorded of every day that is shown. */
import type { RecordedDays } from './history-rules';
import type { TargetSample } from './sample-record';

/** All that was recorded, of every target. */
export interface Recorded {
  /** Null before the first sample. */
  readonly newest: {
    readonly slot: number;
    readonly at: number;
    readonly targets: ReadonlyMap<string, TargetSample>;
    /** Lakes whose datasets were all found. */
    readonly wholeLakes: ReadonlySet<string>;
    /** Datasets that were found and not sampled, by lake. */
    readonly leftOut: ReadonlyMap<string, number>;
  } | null;
  readonly days: ReadonlyMap<string, RecordedDays>;
}
