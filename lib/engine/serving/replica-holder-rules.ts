/** Which versions of a dataset serving replicas and sealed imports hold, and what could not be told (D14). */

import { lineageKey } from './lineage-rules';
import type { ExpectedReplica, ReportReading } from './report-rules';
import type { StatusReport } from './report-schema';
import type { ImportSeal } from './seal-rules';
import type { Freshness } from './standing-rules';

export interface VersionHold {
  readonly version: bigint;
  readonly subject: string;
  /** The replica's name; null for a seal. */
  readonly holder: string | null;
  readonly standing: 'active' | 'unknown';
  /** The rest of a sentence after 'Ends when '. */
  readonly endsWhen: string;
}

export interface ServingHolds {
  readonly holds: readonly VersionHold[];
  /** What may hold any version, as nobody can tell: each keeps all of them. */
  readonly unknown: readonly string[];
}

export interface ReplicaFacts {
  readonly place: ExpectedReplica;
  readonly reading: ReportReading | null;
  readonly freshness: Freshness | null;
  /** Whether an admin stated that it is gone, of exactly what it last said. */
  readonly retired: boolean;
}

/**
 * A report names active and previous by their imports; of previous it has no version at all. Where nothing tells at
 * which version one was published, the replica may need any (D14).
 * @param servesThis whether a report is of the dataset that is asked about
 * @param published versions of imports, by import id, as seals, pointer and reports tell them
 */
export function holdsOfReplica(
  { place, reading, freshness, retired }: ReplicaFacts,
  servesThis: (report: StatusReport) => boolean,
  published: ReadonlyMap<string, bigint>,
): ServingHolds {
  const name = replicaName(place);
  if (retired) return none;
  if (reading === null) return unknownOf(`the report of ${name}, which has only a folder,`);
  // A report that contradicts itself is as good as one that cannot be read: it does not even say which dataset.
  if (reading.kind !== 'read')
    return unknownOf(`the report of ${name}${reading.kind === 'invalid' ? ' (it contradicts itself)' : ''}`);
  const { report } = reading;
  if (!servesThis(report)) return none;
  const live = freshness?.kind === 'fresh' && report.fence.standing === 'owner';
  const cut = !live && report.clocks.history.locally_available_truncated;
  const told = live ? reportedVersions(report) : lastKnownVersions(report);
  const pair = pairVersions(report, published);
  const versions = new Set([...told.map(BigInt), ...pair.known]);
  return {
    holds: [...versions].map((version) => ({
      version,
      subject: name,
      holder: place.replicaId,
      standing: live ? 'active' : 'unknown',
      endsWhen: live
        ? 'it reports another version'
        : 'it reports again and names another, or an admin retires it',
    })),
    unknown: [
      ...(cut ? [`the whole list of what ${name} had`] : []),
      ...pair.unknown.map(
        (id) => `where import ${id}, which ${name} serves or may go back to, was published`,
      ),
    ],
  };
}

/** `replica eu-1 of berlin/osm-lance-v2 in prod`, as a plan names it. */
export function replicaName({ env, lineage, replicaId }: ExpectedReplica): string {
  return `replica ${replicaId} of ${lineageKey(lineage)} in ${env}`;
}

/** What a living replica serves, may go back to, is bringing in, or was told to keep. */
function reportedVersions({ clocks, retention }: StatusReport): readonly number[] {
  const { history } = clocks;
  const { serving_version, publication_version, clean_version, recovery } = history;
  const recovering =
    recovery?.kind === 'hydrate_from_mirror'
      ? recovery.want
      : recovery?.kind === 'serve_available_previous'
        ? recovery.version
        : null;
  return distinct([
    serving_version?.version ?? null,
    ...[publication_version, clean_version, recovering, ...retention.keep_versions],
  ]);
}

interface PairVersions {
  readonly known: readonly bigint[];
  /** Imports of which nobody tells the version. */
  readonly unknown: readonly string[];
}

/** What operators asked to keep names no import, so no version among it is taken for the previous one's. */
function pairVersions(
  { serving, clocks }: StatusReport,
  published: ReadonlyMap<string, bigint>,
): PairVersions {
  if (serving === null) return { known: [], unknown: [] };
  const { publication_version, clean_version } = clocks.history;
  const told = publication_version ?? clean_version;
  const active = told === null ? published.get(serving.active) : BigInt(told);
  const pair = [
    { id: serving.active, version: active },
    ...(serving.previous === null
      ? []
      : [{ id: serving.previous, version: published.get(serving.previous) }]),
  ];
  return {
    known: pair.flatMap(({ version }) => version ?? []),
    unknown: pair.flatMap(({ id, version }) => (version === undefined ? [id] : [])),
  };
}

/** A replica that fell silent may have gone on to anything it had from clean on. */
function lastKnownVersions(report: StatusReport): readonly number[] {
  const { clean_version, observed_head, locally_available } = report.clocks.history;
  const later = locally_available.filter((version) => clean_version === null || version >= clean_version);
  return distinct([...reportedVersions(report), observed_head, ...later]);
}

function distinct(versions: readonly (number | null)[]): readonly number[] {
  return [...new Set(versions.filter((one) => one !== null))].sort((a, b) => a - b);
}

/** One import beside the dataset. */
export interface SealedImport {
  readonly id: string;
  /** Null for one that cannot be read or is no seal of this id. */
  readonly seal: ImportSeal | null;
}

export interface SealFacts {
  readonly seals: readonly SealedImport[];
  /** Publications that pointer and reports name, by import id: where a retried import left its seal without one. */
  readonly published: ReadonlyMap<string, bigint>;
  /** What could not be read of what lies beside the dataset. */
  readonly unread: readonly string[];
}

/** Where each import was published: as its seal says, else as pointer or reports do. */
export function publicationsOf({ seals, published }: SealFacts): ReadonlyMap<string, bigint> {
  const sealed = seals.flatMap(({ id, seal }): [string, bigint][] => {
    const version = seal?.publicationVersion ?? null;
    return version === null ? [] : [[id, version]];
  });
  return new Map([...published, ...sealed]);
}

/** Every sealed publication is kept, whatever the policy: that is what active and previous are found again by. */
export function holdsOfSeals({ seals, published, unread }: SealFacts): ServingHolds {
  const holds: VersionHold[] = [];
  const unknown = [...unread];
  for (const { id, seal } of seals) {
    const version = seal?.publicationVersion ?? published.get(id) ?? null;
    if (version === null) {
      unknown.push(seal === null ? `the seal of import ${id}` : `where import ${id} was published`);
      continue;
    }
    holds.push({
      version,
      ...{ subject: `sealed import ${id}`, holder: null, standing: 'active' },
      endsWhen: 'its seal is taken away by hand',
    });
  }
  return { holds, unknown };
}

export function joinHolds(all: readonly ServingHolds[]): ServingHolds {
  return { holds: all.flatMap(({ holds }) => holds), unknown: all.flatMap(({ unknown }) => unknown) };
}

const none: ServingHolds = { holds: [], unknown: [] };

function unknownOf(subject: string): ServingHolds {
  return { holds: [], unknown: [subject] };
}
