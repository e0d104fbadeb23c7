/** The fleet boards: rows of the control state of every dataset that was read. */
import type { endpoints } from '@/lib/contracts/endpoints';
import type { FleetSnapshot } from '@/lib/lake/fleet';
import type { Operation, OperationContext } from '../http/operation';
import { fleetOf } from '../lakes';
import {
  type ControlSource,
  corruptOf,
  intentsOf,
  leasesOf,
  referencesOf,
  retirementsOf,
} from './control-rows';
import { fleetMeta, pageAfter } from './fleet-rows';

interface Query {
  readonly lake?: string | undefined;
  readonly q?: string | undefined;
}

export const listFleetLeases: Operation<typeof endpoints.fleetLeases> = async (context, { query }) => {
  const { snapshot, sources } = await ask(context, query);
  const rows = (await Promise.all(sources.map((source) => leasesOf(source, query)))).flat();
  const found = matching(rows, query, (row) => `${row.version} ${row.id} ${row.holder?.label ?? ''}`);
  found.sort((a, b) => (a.expiresAt < b.expiresAt ? -1 : a.expiresAt > b.expiresAt ? 1 : 0));
  return {
    ...pageAfter(found, keyOf, query),
    corrupt: corrupt(sources, ['lease']),
    meta: fleetMeta(snapshot),
  };
};

export const listFleetRetirements: Operation<typeof endpoints.fleetRetirements> = async (
  context,
  { query },
) => {
  const { snapshot, sources } = await ask(context, query);
  const rows = sources.flatMap((source) => retirementsOf(source, query));
  const found = matching(rows, query, (row) => `${row.version} ${row.markerOperationId}`);
  found.sort((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0));
  return {
    ...pageAfter(found, keyOf, query),
    corrupt: corrupt(sources, ['retirement']),
    meta: fleetMeta(snapshot),
  };
};

export const listFleetIntents: Operation<typeof endpoints.fleetIntents> = async (context, { query }) => {
  const { snapshot, sources } = await ask(context, query);
  const rows = sources.flatMap((source) => intentsOf(source, query));
  const found = matching(rows, query, (row) => `${row.version} ${row.referenceName ?? ''} ${row.id}`);
  found.sort((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0));
  return {
    ...pageAfter(found, keyOf, query),
    corrupt: corrupt(sources, ['intent']),
    meta: fleetMeta(snapshot),
  };
};

export const listFleetReferences: Operation<typeof endpoints.fleetReferences> = async (
  context,
  { query },
) => {
  const { snapshot, sources } = await ask(context, query);
  const rows = sources.flatMap((source) => referencesOf(source, query));
  const found = matching(rows, query, (row) => `${row.name} ${row.targetVersion ?? ''}`);
  const areas = ['tag', 'branch', 'state', 'termination', 'other'] as const;
  return { ...pageAfter(found, keyOf, query), corrupt: corrupt(sources, areas), meta: fleetMeta(snapshot) };
};

async function ask(
  { runtime }: OperationContext,
  query: Query,
): Promise<{ snapshot: FleetSnapshot; sources: ControlSource[] }> {
  const snapshot = await fleetOf(runtime).snapshot();
  const sources = snapshot.datasets.flatMap(({ lake, path, seen }) =>
    seen === undefined || (query.lake !== undefined && lake.settings.id !== query.lake)
      ? []
      : [{ lake, path, ...seen }],
  );
  return { snapshot, sources };
}

function matching<Row extends { readonly datasetName: string }>(
  rows: readonly Row[],
  { q }: Query,
  textOf: (row: Row) => string,
): Row[] {
  const wanted = q?.toLowerCase();
  if (wanted === undefined) return [...rows];
  return rows.filter((row) => `${row.datasetName} ${textOf(row)}`.toLowerCase().includes(wanted));
}

function corrupt(sources: readonly ControlSource[], areas: Parameters<typeof corruptOf>[1]) {
  return sources.flatMap((source) => corruptOf(source, areas)).slice(0, maxCorrupt);
}

const maxCorrupt = 200;

function keyOf(row: { readonly lake: string; readonly dataset: string; readonly key: string }): string {
  return `${row.lake}/${row.dataset}/${row.key}`;
}
