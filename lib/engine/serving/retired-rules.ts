/**
 * When an admin's word that a replica is gone stands: only while its report is the very one that was seen then, and
 * does not speak of now. One that reports again lives, and holds its versions again.
 */
import { lineageKey } from './lineage-rules';
import type { ExpectedReplica, ReportReading } from './report-rules';
import type { Freshness } from './standing-rules';

/**
 * What was there: a report by epoch and sequence number, bytes that are none by their tag, or nothing at all. Null where
 * no answer came, or none of the store: nothing can be stated of that.
 */
export function claimOf(reading: ReportReading | null): string | null {
  if (reading === null) return 'none';
  if (reading.kind === 'unreadable') {
    return reading.etag === undefined ? null : `object-${hexOf(reading.etag)}`;
  }
  const { epoch, seq } = reading.report.fence;
  return `${epoch}-${seq}`;
}

/** An ETag may hold what no key may. */
function hexOf(etag: string): string {
  return [...new TextEncoder().encode(etag)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
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
