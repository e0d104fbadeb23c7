/** Finds every replica that reports into one environment, by listing names level by level, and reads its report; bounded. */
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { decodeReport, type ExpectedReplica, type ReportReading, unreadable } from './report-rules';
import { reportMaxBytes } from './report-schema';
import { envPrefix, isReplicaId, parseLineageSegments, replicaPlaces } from './serving-names';
import { type Freshness, freshnessOf } from './standing-rules';
import { newestStatusKey } from './status-versions';

export interface ReplicaReport {
  readonly place: ExpectedReplica;
  readonly key: string;
  /** Null for a replica that has a folder and no report in it. */
  readonly reading: ReportReading | null;
  /** Null where there is no report whose age could be told. */
  readonly freshness: Freshness | null;
}

export interface Discovery {
  readonly replicas: readonly ReplicaReport[];
  /** Folders whose names are no sets, lineages or replicas; nothing below them was read. */
  readonly unrecognised: readonly string[];
  /** Whether there is more than the bounds let us look at: then nothing may be concluded from what is missing. */
  readonly more: boolean;
}

export interface DiscoveryOptions {
  readonly store: ObjectStore;
  /** Prefix of all state, as configured; nothing outside is listed. */
  readonly state: string;
  readonly env: string;
  /** Milliseconds since the epoch by the reader, used only where the store tells no time. */
  readonly nowMs: number;
  /** Most folders followed on each level (default 200), and most replicas read (default 500). */
  readonly maxFolders?: number;
  readonly maxReplicas?: number;
}

interface Folders {
  readonly names: readonly string[];
  readonly more: boolean;
}

/** @throws `unavailable` without a definite listing: no answer is no absence. A report without one is `unreadable`. */
export async function discoverReplicas(options: DiscoveryOptions): Promise<Discovery> {
  const { store, state, env, maxFolders = 200, maxReplicas = 500 } = options;
  const root = envPrefix(state, env);
  const places: ExpectedReplica[] = [];
  const unrecognised: string[] = [];
  const sets = await foldersOf(store, root, maxFolders);
  let { more } = sets;
  for (const set of sets.names) {
    const lineages = await foldersOf(store, `${root}${set}/`, maxFolders);
    more ||= lineages.more;
    for (const segment of lineages.names) {
      const folder = `${root}${set}/${segment}/`;
      const lineage = parseLineageSegments(set, segment);
      if (lineage === null) {
        unrecognised.push(folder);
        continue;
      }
      const replicas = await foldersOf(store, `${folder}replicas/`, maxFolders);
      more ||= replicas.more;
      for (const replicaId of replicas.names) {
        if (isReplicaId(replicaId)) places.push({ env, lineage, replicaId });
        else unrecognised.push(`${folder}replicas/${replicaId}/`);
      }
    }
  }
  more ||= places.length > maxReplicas;
  const replicas: ReplicaReport[] = [];
  for (const place of places.slice(0, maxReplicas)) replicas.push(await readReplica(options, place));
  return { replicas, unrecognised, more };
}

/** Where the one object is missing or old, the store may be one that only creates: then the newest name counts (E.4). */
async function readReplica(options: DiscoveryOptions, place: ExpectedReplica): Promise<ReplicaReport> {
  const { state } = options;
  const places = replicaPlaces(state, place.env, place.lineage, place.replicaId);
  const one = await readStatus(options, place, places.status);
  if (one.freshness?.kind === 'fresh' || one.reading?.kind === 'unreadable') return one;
  try {
    const newest = await newestStatusKey(options.store, places.statusVersions);
    if (newest === null) return one;
    const versioned = await readStatus(options, place, newest);
    return epochOf(versioned) >= epochOf(one) ? versioned : one;
  } catch {
    const unknown = unreadable('unavailable', 'its reports could not be listed');
    return { place, key: places.statusVersions, reading: unknown, freshness: null };
  }
}

/** One that cannot be read stands for what is there. */
function epochOf({ reading }: ReplicaReport): number {
  if (reading === null) return 0;
  return reading.kind === 'unreadable' ? Number.MAX_SAFE_INTEGER : reading.report.fence.epoch;
}

async function readStatus(
  { store, nowMs }: DiscoveryOptions,
  place: ExpectedReplica,
  key: string,
): Promise<ReplicaReport> {
  const answer = await store.get(key, { maxBytes: reportMaxBytes }).catch(() => null);
  const without = (reading: ReportReading | null) => ({ place, key, reading, freshness: null });
  if (answer === null) return without(unreadable('unavailable', 'the store gave no answer'));
  if (answer.kind === 'absent') return without(null);
  const { etag } = answer.meta;
  if (answer.kind === 'too_large') {
    return without({ ...unreadable('too_large', `${answer.meta.size} bytes`), etag });
  }
  const reading = decodeReport(answer.body, place);
  if (reading.kind === 'unreadable') return without({ ...reading, etag });
  const { storeTime, meta } = answer;
  const storedAgeMs = storeTime === null ? null : storeTime - meta.storedAt;
  return { place, key, reading, freshness: freshnessOf(reading.report, { storedAgeMs, nowMs }) };
}

async function foldersOf(store: ObjectStore, prefix: string, most: number): Promise<Folders> {
  const names: string[] = [];
  let next: string | null = null;
  do {
    const page = await store.list({ prefix, delimiter: '/', ...(next === null ? {} : { next }) });
    names.push(...page.prefixes.map((one) => one.slice(prefix.length, -1)));
    next = page.next;
  } while (next !== null && names.length <= most);
  return { names: names.slice(0, most), more: names.length > most || next !== null };
}
