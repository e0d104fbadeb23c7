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

/** @param servesThis whether a report is of the dataset that is asked about */
export function holdsOfReplica(
  { place, reading, freshness, retired }: ReplicaFacts,
  servesThis: (report: StatusReport) => boolean,
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
  const versions = live ? reportedVersions(report) : lastKnownVersions(report);
  return {
    holds: versions.map((version) => ({
      version: BigInt(version),
      subject: name,
      holder: place.replicaId,
      standing: live ? 'active' : 'unknown',
      endsWhen: live
        ? 'it reports another version'
        : 'it reports again and names another, or an admin retires it',
    })),
    unknown: cut ? [`the whole list of what ${name} had`] : [],
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
