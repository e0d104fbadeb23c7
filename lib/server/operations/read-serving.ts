/** Serving sets and one replica: all from the looks that every viewer shares, so that asking costs nothing more. */
import { isVamplateError, VamplateError } from '@/lib/base/errors';
import type { endpoints } from '@/lib/contracts/endpoints';
import type { ReplicaView } from '@/lib/lake/serving/replica-view-rules';
import type { ServingEnvironment } from '@/lib/lake/serving/serving-environment';
import type { ServingLook } from '@/lib/lake/serving/serving-look';
import type { Reading } from '@/lib/lake/shared-reading';
import type { Operation, ReplyOf } from '../http/operation';
import { lakesOf } from '../lakes';
import type { Runtime } from '../runtime';
import { environmentOf, environmentsOf } from '../serving';
import { certaintiesOf, knownCertainties } from '../serving-walks';
import { iso } from '../to-contract/scalars';
import { replicaDetailOf } from '../to-contract/serving-detail';
import { addressRowOf, type ReplicaRowInput, replicaRowOf, worstOf } from '../to-contract/serving-rows';

type Meta = Awaited<ReplyOf<typeof endpoints.serving>>['meta'];
type SetInput = Awaited<ReplyOf<typeof endpoints.serving>>['sets'][number];

interface Looked {
  readonly environment: ServingEnvironment;
  /** Null where no look ended yet. */
  readonly reading: Reading<ServingLook> | null;
  readonly problem: string | null;
}

export const listServing: Operation<typeof endpoints.serving> = async ({ runtime }) => {
  const looked = await Promise.all(environmentsOf(runtime).map(lookAt));
  const sets = looked.flatMap((one) => setsOf(runtime, one));
  const addresses = looked.flatMap(addressesOf);
  return {
    environments: looked.map(({ environment, reading, problem }) => ({
      ...{ env: environment.settings.env, lake: environment.settings.lake },
      uri: uriOf(environment),
      addresses: environment.settings.urls.length,
      lookedAt: reading === null ? null : iso(reading.readAt),
      problem,
    })),
    ...{ sets, addresses, meta: metaOf(runtime, looked) },
  };
};

/** Every configured environment as its pages show it. */
export async function servingLooks(runtime: Runtime) {
  const looked = await Promise.all(environmentsOf(runtime).map(lookAt));
  return looked.map((one) => ({
    ...{ lake: one.environment.settings.lake, env: one.environment.settings.env, problem: one.problem },
    ...{ sets: setsOf(runtime, one), addresses: addressesOf(one) },
  }));
}

export const readServingReplica: Operation<typeof endpoints.servingReplica> = async (
  { runtime },
  { params, query },
) => {
  const { environment, looked, view } = await findReplica(runtime, params, query.lineage);
  const [certainty = null] = await certaintiesOf(runtime, [view]);
  return {
    lake: environment.settings.lake,
    replica: replicaDetailOf(view, lakesIn(runtime), runtime.clock.wall(), certainty),
    meta: metaOf(runtime, [looked]),
  };
};

export interface ReplicaParams {
  readonly env: string;
  readonly set: string;
  readonly replica: string;
}

/** @throws `not_found`; `unavailable` where it is not among what could be read; `invalid_input` where two have the name */
export async function findReplica(runtime: Runtime, { env, set, replica }: ReplicaParams, lineage?: string) {
  const environment = environmentOf(runtime, env);
  const looked = await lookAt(environment);
  const found = viewsOf(looked).filter(
    ({ place }) =>
      place.lineage.setId === set &&
      place.replicaId === replica &&
      (lineage === undefined || segmentOf(place.lineage) === lineage),
  );
  const [view, other] = found;
  if (view === undefined) throw noSuch(looked, `There is no replica ${replica} of ${set} in ${env}.`);
  if (other !== undefined) {
    throw new VamplateError('invalid_input', `Two lineages of ${set} have a replica ${replica}: name one.`, {
      issues: [{ path: 'lineage', message: found.map(({ place }) => segmentOf(place.lineage)).join(', ') }],
    });
  }
  return { environment, looked, view };
}

/** Every replica of one set. @throws `not_found`; `unavailable` where not everything could be read */
export async function lookAtReplicas(runtime: Runtime, { env, set }: Omit<ReplicaParams, 'replica'>) {
  const environment = environmentOf(runtime, env);
  const looked = await lookAt(environment);
  const views = viewsOf(looked).filter(({ place }) => place.lineage.setId === set);
  if (views.length === 0) throw noSuch(looked, `There is no serving set ${set} in ${env}.`);
  return { environment, views, meta: metaOf(runtime, [looked]) };
}

/** A configured address as it was looked at last. @throws `not_found`; `unavailable` before a first look */
export async function findAddress(runtime: Runtime, env: string, url: string) {
  const environment = environmentOf(runtime, env);
  if (!environment.settings.urls.includes(url)) {
    throw new VamplateError('not_found', `${env} has no such address.`, { env });
  }
  const { reading, problem } = await lookAt(environment);
  const address = reading?.value.addresses.find((one) => one.url === url);
  if (address === undefined) throw new VamplateError('unavailable', problem ?? 'It was not looked at yet.');
  return { environment, address };
}

function segmentOf({ family, layoutAbi }: ReplicaView['place']['lineage']): string {
  return `${family}-v${layoutAbi}`;
}

/** A look that failed keeps the one before; no store that is gone blanks the board. */
async function lookAt(environment: ServingEnvironment): Promise<Looked> {
  try {
    const reading = await environment.look();
    return { environment, reading, problem: reading.value.problem };
  } catch (error) {
    if (!isVamplateError(error)) throw error;
    return { environment, reading: null, problem: error.message };
  }
}

function viewsOf({ environment, reading }: Looked): readonly ReplicaView[] {
  return reading === null ? [] : environment.view(reading.value).replicas;
}

/** What is not among what could be listed is absent only where everything was listed. */
function noSuch({ problem, reading }: Looked, sentence: string): VamplateError {
  if (problem !== null) return new VamplateError('unavailable', problem);
  const more = reading?.value.listed?.discovery.more === true;
  return more
    ? new VamplateError('unavailable', `${sentence} Not everything could be listed.`)
    : new VamplateError('not_found', sentence);
}

function addressesOf({ environment, reading }: Looked) {
  if (reading === null) return [];
  return environment.view(reading.value).unplaced.map((one) => addressRowOf(environment.settings.env, one));
}

function setsOf(runtime: Runtime, looked: Looked): SetInput[] {
  const { env } = looked.environment.settings;
  const rows = new Map<string, ReplicaRowInput[]>();
  const known = knownCertainties(runtime);
  for (const view of viewsOf(looked)) {
    const row = replicaRowOf(view, lakesIn(runtime), runtime.clock.wall(), known(view));
    rows.set(row.set, [...(rows.get(row.set) ?? []), row]);
  }
  return [...rows.entries()].map(([set, replicas]) => {
    const worst = worstOf(replicas);
    return {
      ...{ env, set, replicas },
      verdict: worst?.verdict ?? null,
      worst: worst === null ? null : { lineage: worst.lineage, replica: worst.replica },
    };
  });
}

export function lakesIn(runtime: Runtime) {
  return lakesOf(runtime).all.map(({ settings }) => settings);
}

function uriOf({ settings, lake }: ServingEnvironment): string | null {
  const { state, env } = settings;
  if (state === undefined) return null;
  const parts = [lake.settings.uri.replace(/\/$/, ''), ...(state === '' ? [] : [state])];
  return `${parts.join('/')}/serving/v1/${env}/`;
}

/** As old as the oldest look; what could not be read or lies beyond the bounds makes it incomplete. */
function metaOf(runtime: Runtime, looked: readonly Looked[]): Meta {
  const readings = looked.flatMap(({ reading }) => (reading === null ? [] : [reading]));
  const notes = looked.flatMap(({ environment, reading, problem }) => {
    const { env } = environment.settings;
    const discovery = reading?.value.listed?.discovery;
    return [
      ...(problem === null ? [] : [`${env}: the prefix could not be listed: ${problem}`]),
      ...(discovery?.more === true ? [`${env}: there is more than is listed at once.`] : []),
      ...(discovery?.unrecognised.slice(0, 3) ?? []).map((folder) => `${env}: ${folder} is no replica.`),
    ];
  });
  const oldest = Math.min(...readings.map(({ readAt }) => readAt), runtime.clock.wall());
  return {
    readAt: iso(oldest),
    storeTime: null,
    requests: readings.reduce((sum, { cost }) => sum + cost.requests, 0),
    bytes: readings.reduce((sum, { cost }) => sum + cost.bytes, 0),
    complete: notes.length === 0,
    notes,
  };
}
