/** The fleet boards: rows of the control state of every dataset that was read. */
import type { endpoints } from '@/lib/contracts/endpoints';
import type { FleetSnapshot } from '@/lib/lake/fleet-snapshot';
import type { Operation, OperationContext } from '../http/operation';
import { fleetOf } from '../lakes';
import {
  type ControlSource,
  intentsOf,
  leasesOf,
  orders,
  referencesOf,
  retirementsOf,
  withCorrupt,
  withHolders,
} from './control-rows';
import { fleetMeta, pageAfter } from './fleet-rows';

interface Query {
  readonly lake?: string | undefined;
  readonly q?: string | undefined;
}

export const listFleetLeases: Operation<typeof endpoints.fleetLeases> = async (context, { query }) => {
  const { snapshot, sources } = await ask(context, query);
  const rows = sources.flatMap((source) => leasesOf(source, query));
  const found = matching(rows, query, (row) => `${row.version} ${row.id} ${row.holder?.label ?? ''}`);
  const page = pageAfter(found, orders.leases, keyOf, query);
  const lakes = new Map(sources.map(({ lake }) => [lake.settings.id, lake]));
  return {
    ...page,
    items: await withHolders(page.items, (row) => lakes.get(row.lake)),
    ...withCorrupt(sources, ['lease'], fleetMeta(snapshot)),
  };
};

export const listFleetRetirements: Operation<typeof endpoints.fleetRetirements> = async (
  context,
  { query },
) => {
  const { snapshot, sources } = await ask(context, query);
  const rows = sources.flatMap((source) => retirementsOf(source, query));
  const found = matching(rows, query, (row) => `${row.version} ${row.markerOperationId}`);
  return {
    ...pageAfter(found, orders.retirements, keyOf, query),
    ...withCorrupt(sources, ['retirement'], fleetMeta(snapshot)),
  };
};

export const listFleetIntents: Operation<typeof endpoints.fleetIntents> = async (context, { query }) => {
  const { snapshot, sources } = await ask(context, query);
  const rows = sources.flatMap((source) => intentsOf(source, query));
  const found = matching(rows, query, (row) => `${row.version} ${row.referenceName ?? ''} ${row.id}`);
  const page = pageAfter(found, orders.intents, keyOf, query);
  return { ...page, ...withCorrupt(sources, ['intent'], fleetMeta(snapshot)) };
};

export const listFleetReferences: Operation<typeof endpoints.fleetReferences> = async (
  context,
  { query },
) => {
  const { snapshot, sources } = await ask(context, query);
  const rows = sources.flatMap((source) => referencesOf(source, query));
  const found = matching(rows, query, (row) => `${row.name} ${row.targetVersion ?? ''}`);
  const areas = ['tag', 'branch', 'state', 'termination', 'other'] as const;
  const page = pageAfter(found, orders.references, keyOf, query);
  return { ...page, ...withCorrupt(sources, areas, fleetMeta(snapshot)) };
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

function keyOf(row: { readonly lake: string; readonly dataset: string; readonly key: string }): string {
  return `${row.lake}/${row.dataset}/${row.key}`;
}
