/** What serving replicas and sealed imports hold, told to the cleanup engine afresh each time it asks (D14). */
import type { Clock } from '@/lib/base/clock';
import { VamplateError } from '@/lib/base/errors';
import type { OutsideAnswer, OutsideReasons } from '@/lib/engine/cleanup/outside-reasons';
import { branchRoot } from '@/lib/engine/lance/paths';
import { readSealedImports, type SealedImports, sealMemory } from '@/lib/engine/serving/read-sealed-imports';
import {
  holdsOfReplica,
  holdsOfSeals,
  joinHolds,
  publicationsOf,
  type ServingHolds,
} from '@/lib/engine/serving/replica-holder-rules';
import type { ExpectedReplica } from '@/lib/engine/serving/report-rules';
import type { StatusReport } from '@/lib/engine/serving/report-schema';
import { standingRetirement } from '@/lib/engine/serving/retire-address';
import { containerPlaces } from '@/lib/engine/serving/serving-names';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { datasetOfUri, type LakeAddress } from './dataset-uri-rules';
import { retirementOf } from './replica-view-rules';
import { type AddressLook, lookAtServing, type ServingLook, type ServingSettings } from './serving-look';

export interface HolderOptions {
  /** The store that cleanup works on, and the address of its lake. */
  readonly own: { readonly store: ObjectStore; readonly lake: LakeAddress };
  readonly environments: () => readonly {
    readonly settings: ServingSettings;
    readonly store: () => ObjectStore;
  }[];
  readonly clock: Clock;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/** Whatever cannot be read keeps every version; so does what it throws. */
export function servingHolders({ own, environments, clock, fetch }: HolderOptions): OutsideReasons {
  const memory = sealMemory();
  const records = new Map<string, Retired>();
  return async ({ dataset, branch }) => {
    const root = branchRoot(dataset, branch);
    const [sealed, looks] = await Promise.all([
      readSealedImports(own.store, containerPlaces(root), memory),
      Promise.all(
        environments().map(async (one) => {
          const { env } = one.settings;
          const look = await lookAtServing({ ...one, clock, fetch }, remembered(records.get(env)));
          if (look.retired !== null) records.set(env, look.retired);
          return { ...definite(look), env };
        }),
      ),
    ]);
    const servesThis = (report: StatusReport) => servesDataset(report, own.lake, root, sealed);
    const reports = looks.flatMap(reportsOf).filter(servesThis);
    const facts = { ...sealed, published: publishedBy(reports, sealed.published) };
    const asked = { servesThis, sealed, published: publicationsOf(facts) };
    const holds = joinHolds([holdsOfSeals(facts), ...looks.flatMap((look) => holdsOfLook(look, asked))]);
    return answerOf(holds);
  };
}

type Retired = NonNullable<ServingLook['retired']>;

/** Of looks before only what never changes: records of retired replicas, of which one look reads a few. */
function remembered(retired: Retired = new Map()): ServingLook {
  return { listed: null, problem: null, addresses: [], retired };
}

function definite(look: ServingLook): ServingLook {
  if (look.problem !== null) {
    throw new VamplateError('unavailable', `Serving replicas could not be listed: ${look.problem}`);
  }
  return look;
}

/** By its address; or by its lineage, for a replica that names its own copy of what is sealed beside this dataset. */
function servesDataset(
  report: StatusReport,
  lake: LakeAddress,
  root: string,
  sealed: SealedImports,
): boolean {
  const named = datasetOfUri(report.lineage.dataset_uri, [lake]);
  return (named !== null && named.path === root) || report.lineage.key === sealed.lineage;
}

function reportsOf({ listed, addresses }: ServingLook): readonly StatusReport[] {
  const readings = [
    ...(listed?.discovery.replicas.map(({ reading }) => reading) ?? []),
    ...addresses.map(({ reading }) => reading),
  ];
  return readings.flatMap((reading) => (reading?.kind === 'read' ? [reading.report] : []));
}

/** A replica that found the version of its import again, by searching the history, says so as its clean version. */
function publishedBy(
  reports: readonly StatusReport[],
  known: ReadonlyMap<string, bigint>,
): ReadonlyMap<string, bigint> {
  const published = new Map(known);
  for (const { serving, clocks } of reports) {
    const { clean_version } = clocks.history;
    if (serving === null || clean_version === null || published.has(serving.active)) continue;
    published.set(serving.active, BigInt(clean_version));
  }
  return published;
}

interface Asked {
  readonly servesThis: (report: StatusReport) => boolean;
  readonly sealed: SealedImports;
  /** Versions by import id. */
  readonly published: ReadonlyMap<string, bigint>;
}

function holdsOfLook(
  { env, listed, addresses, retired }: ServingLook & { readonly env: string },
  asked: Asked,
): readonly ServingHolds[] {
  const replicas = listed?.discovery.replicas ?? [];
  const more: ServingHolds = { holds: [], unknown: ['what replicas beyond the first hundreds report'] };
  return [
    ...(listed?.discovery.more === true ? [more] : []),
    ...replicas.map(({ place, reading, freshness }) => {
      const gone = retirementOf(place, reading, freshness, retired) !== null;
      return holdsOfReplica({ place, reading, freshness, retired: gone }, asked.servesThis, asked.published);
    }),
    ...addresses
      .filter((one) => standingRetirement(retired, env, one) === null)
      .map((one) => holdsOfAddress(one, asked)),
  ];
}

function holdsOfAddress(
  { url, reading }: AddressLook,
  { servesThis, sealed, published }: Asked,
): ServingHolds {
  const name = `the replica at ${new URL(url).host}`;
  switch (reading.kind) {
    case 'unreadable':
    case 'invalid':
      return { holds: [], unknown: [`the report of ${name}`] };
    case 'phase_b': {
      const { serving } = reading.report.lifecycle;
      const serves = [serving?.active, serving?.previous].some((id) =>
        sealed.seals.some((seal) => seal.id === id),
      );
      return { holds: [], unknown: serves ? [`which version ${name} serves`] : [] };
    }
    case 'read': {
      const { report } = reading;
      // What answers lives, whenever it wrote its report and whatever was stated of it.
      const facts = {
        place: placeOf(report),
        freshness: { kind: 'fresh', ageMs: 0 },
        retired: false,
      } as const;
      return holdsOfReplica({ ...facts, reading }, servesThis, published);
    }
  }
}

function placeOf({ env, replica_id, lineage }: StatusReport): ExpectedReplica {
  const { set_id, family, layout_abi } = lineage;
  return {
    env,
    replicaId: replica_id,
    lineage: { setId: set_id, family, layoutAbi: layout_abi } as ExpectedReplica['lineage'],
  };
}

function answerOf({ holds, unknown }: ServingHolds): OutsideAnswer {
  return {
    reasons: holds.map((hold) => ({ ...hold, since: null })),
    unreadable: unknown.map((subject) => ({ subject, version: null })),
  };
}
