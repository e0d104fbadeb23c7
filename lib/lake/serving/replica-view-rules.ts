/** Joins what was listed and what addresses answered into one view of each replica: which report counts, and how old it is. */
import type { FetchedReport } from '@/lib/engine/serving/fetch-report';
import { type Headline, headlineOf } from '@/lib/engine/serving/headline-rules';
import { type Lineage, lineageKey } from '@/lib/engine/serving/lineage-rules';
import type { ExpectedReplica, ReportReading } from '@/lib/engine/serving/report-rules';
import type { StatusReport } from '@/lib/engine/serving/report-schema';
import { standingRetirement } from '@/lib/engine/serving/retire-address';
import type { RetiredReplica } from '@/lib/engine/serving/retire-replica';
import { claimOf, mayRetire, retiredKey } from '@/lib/engine/serving/retired-rules';
import { type Freshness, freshnessOf, isDeposed } from '@/lib/engine/serving/standing-rules';
import type { ServingLook } from './serving-look';

/** Where one report came from. */
export type ReportSource =
  | { readonly kind: 'store'; readonly key: string }
  | { readonly kind: 'address'; readonly url: string };

export interface ReplicaView {
  readonly place: ExpectedReplica;
  /** Of the report that counts. */
  readonly source: ReportSource;
  /** Null: it has a folder and no report. */
  readonly reading: ReportReading | null;
  /** Null where there is no report whose age could be told. */
  readonly freshness: Freshness | null;
  readonly deposed: boolean;
  readonly headline: Headline;
  /** An admin's word that it is gone, as long as it stands. */
  readonly retired: RetiredReplica | null;
  /** Further reports of the same replica, which do not count. */
  readonly others: readonly { readonly source: ReportSource; readonly reading: ReportReading }[];
}

/** An address whose answer names no replica: unreadable, or in the older shape. */
export interface UnplacedView {
  readonly url: string;
  readonly reading: FetchedReport;
  /** An admin's word that nobody answers there any more, as long as it stands. */
  readonly retired: RetiredReplica | null;
}

export interface EnvironmentView {
  readonly replicas: readonly ReplicaView[];
  readonly unplaced: readonly UnplacedView[];
}

export interface ViewTimes {
  /** Milliseconds on the clock the listing was timed with. */
  readonly nowMonotonic: number;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

interface Candidate {
  readonly place: ExpectedReplica;
  readonly source: ReportSource;
  readonly reading: ReportReading | null;
  readonly freshness: Freshness | null;
}

/**
 * Of several reports of one replica the latest claim counts; a process that lost its place and still answers is not
 * taken for the one that has it (E.4).
 * @param env an address that names another environment is misplaced and stands beside the replicas
 */
export function viewEnvironment(env: string, look: ServingLook, times: ViewTimes): EnvironmentView {
  const byPlace = new Map<string, Candidate[]>();
  const unplaced: UnplacedView[] = [];
  for (const candidate of [
    ...listedCandidates(look, times),
    ...addressCandidates(env, look, times, unplaced),
  ]) {
    const key = replicaKey(candidate.place);
    byPlace.set(key, [...(byPlace.get(key) ?? []), candidate]);
  }
  const replicas = [...byPlace.entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    replicas: replicas.map(([, candidates]) => viewReplica(candidates, look.retired, times.nowMs)),
    unplaced,
  };
}

export function replicaKey({ lineage, replicaId }: ExpectedReplica): string {
  return `${lineageKey(lineage)}/${replicaId}`;
}

function listedCandidates({ listed }: ServingLook, times: ViewTimes): readonly Candidate[] {
  if (listed === null) return [];
  const elapsedMs = Math.max(0, times.nowMonotonic - listed.at);
  return listed.discovery.replicas.map(({ place, key, reading, freshness }) => ({
    place,
    source: { kind: 'store', key },
    reading,
    freshness: aged(reading, freshness, elapsedMs),
  }));
}

/** A report grows old on its way to the page, also when no look ends any more. */
function aged(
  reading: ReportReading | null,
  freshness: Freshness | null,
  elapsedMs: number,
): Freshness | null {
  if (freshness === null || freshness.ageMs === null || reading === null || reading.kind === 'unreadable') {
    return freshness;
  }
  return freshnessOf(reading.report, { storedAgeMs: freshness.ageMs + elapsedMs, nowMs: 0 });
}

function addressCandidates(
  env: string,
  { addresses, retired }: ServingLook,
  { nowMs }: ViewTimes,
  unplaced: UnplacedView[],
): readonly Candidate[] {
  return addresses.flatMap(({ url, reading }): Candidate[] => {
    if (reading.kind === 'unreadable' || reading.kind === 'phase_b' || reading.report.env !== env) {
      unplaced.push({ url, reading, retired: standingRetirement(retired, env, { url, reading }) });
      return [];
    }
    const freshness = freshnessOf(reading.report, { storedAgeMs: null, nowMs });
    return [{ place: placeOf(reading.report), source: { kind: 'address', url }, reading, freshness }];
  });
}

function placeOf({ env, replica_id, lineage }: StatusReport): ExpectedReplica {
  const { set_id, family, layout_abi } = lineage;
  return { env, replicaId: replica_id, lineage: { setId: set_id, family, layoutAbi: layout_abi } as Lineage };
}

function viewReplica(
  candidates: readonly Candidate[],
  known: ServingLook['retired'],
  nowMs: number,
): ReplicaView {
  const [first, ...rest] = [...candidates].sort(laterClaim);
  if (first === undefined) throw new RangeError('a replica without a report');
  const deposed =
    first.reading?.kind === 'read' &&
    isDeposed(first.reading.report, rest.flatMap(({ reading }) => reportOf(reading))[0] ?? null);
  const { place, source, reading, freshness } = first;
  const others = rest.flatMap((one) =>
    one.reading === null ? [] : [{ source: one.source, reading: one.reading }],
  );
  const headline = headlineOf({ reading, freshness, deposed, nowMs });
  const retired = retirementOf(place, reading, freshness, known);
  return { place, source, reading, freshness, deposed, headline, retired, others };
}

/** The admin's word that stands for exactly what is there; null for none, and while it reports. */
export function retirementOf(
  place: ExpectedReplica,
  reading: ReportReading | null,
  freshness: Freshness | null,
  known: ServingLook['retired'],
): RetiredReplica | null {
  const claim = claimOf(reading);
  if (claim === null || !mayRetire(freshness)) return null;
  return known?.get(retiredKey(place, claim)) ?? null;
}

/** The store's report comes first where nothing else tells them apart: it is the one that claims are made on. */
function laterClaim(a: Candidate, b: Candidate): number {
  return rankOf(b) - rankOf(a) || seqOf(b) - seqOf(a);
}

function rankOf({ reading, source }: Candidate): number {
  const report = reportOf(reading)[0];
  // One that cannot be read says nothing of who owns the place; the stored one stands for what is there.
  if (report === undefined) return source.kind === 'store' && reading !== null ? Number.MAX_SAFE_INTEGER : 0;
  return report.fence.epoch;
}

function seqOf({ reading }: Candidate): number {
  return reportOf(reading)[0]?.fence.seq ?? 0;
}

function reportOf(reading: ReportReading | null): readonly StatusReport[] {
  return reading === null || reading.kind === 'unreadable' ? [] : [reading.report];
}
