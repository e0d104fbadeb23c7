/**
 * When an admin's word that a replica is gone stands: only while its report is the very one that was seen then, and
 * does not speak of now. One that reports again lives, and holds its versions again.
 */
import { lineageKey } from './lineage-rules';
import type { ExpectedReplica, ReportReading } from './report-rules';
import type { Freshness } from './standing-rules';

/** Which report was there: epoch and sequence number, or `none` where none could be read. */
export function claimOf(reading: ReportReading | null): string {
  if (reading === null || reading.kind === 'unreadable') return 'none';
  const { epoch, seq } = reading.report.fence;
  return `${epoch}-${seq}`;
}

/** All retirements of one environment lie below this; it ends with `/`. They are this console's own. */
export function retiredPrefix(env: string): string {
  return `_vamplate/serving/retired/${env}/`;
}

/** One object for each report that was ever given up. */
export function retiredKey(place: ExpectedReplica, claim: string): string {
  return `${retiredPrefix(place.env)}${lineageKey(place.lineage)}/${place.replicaId}/${claim}.json`;
}

/** Whether this replica may be given up now: whoever still reports is stopped first. */
export function mayRetire(freshness: Freshness | null): boolean {
  return freshness?.kind !== 'fresh';
}
