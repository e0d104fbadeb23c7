/** Finds every replica that reports into one environment, by listing names level by level, and reads its report; bounded. */
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { compareFences } from './fence-rules';
import { lastStatus } from './last-status';
import { decodeReport, type ExpectedReplica, type ReportReading, unreadable } from './report-rules';
import { reportMaxBytes, type StatusReport } from './report-schema';
import { envPrefix, isReplicaId, parseLineageSegments, replicaPlaces } from './serving-names';
import { type Freshness, freshnessOf } from './standing-rules';

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

/** Both ways of writing are read, and the later report counts: a store may have offered less or more before (E.4). */
async function readReplica(options: DiscoveryOptions, place: ExpectedReplica): Promise<ReplicaReport> {
  const places = replicaPlaces(options.state, place.env, place.lineage, place.replicaId);
  const [one, named] = await Promise.all([
    readStatus(options, place, places.status),
    readNamed(options, place, places.statusVersions),
  ]);
  return named !== null && compareFences(fenceOf(named), fenceOf(one)) >= 0 ? named : one;
}

/** Null where no name is; what could not be listed is unreadable, as a later report may be there. */
async function readNamed(
  options: DiscoveryOptions,
  place: ExpectedReplica,
  folder: string,
): Promise<ReplicaReport | null> {
  try {
    const last = await lastStatus(options.store, folder);
    if (last === null) return null;
    const named = await readStatus(options, place, last.counts);
    // It was listed, so something is there.
    if (named.reading !== null) return named;
    return { ...named, reading: unreadable('unavailable', 'it is listed and cannot be had') };
  } catch {
    const unknown = unreadable('unavailable', 'its reports could not be listed');
    return { place, key: folder, reading: unknown, freshness: null };
  }
}

/** One that cannot be read stands for what is there. */
function fenceOf({ reading }: ReplicaReport): Pick<StatusReport['fence'], 'epoch' | 'seq'> {
  if (reading === null) return { epoch: 0, seq: 0 };
  return reading.kind === 'unreadable' ? { epoch: Number.MAX_SAFE_INTEGER, seq: 0 } : reading.report.fence;
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
