/** Leases, retirements, intents and references of one dataset. */
import type { endpoints } from '@/lib/contracts/endpoints';
import { lakeLimits } from '@/lib/lake/lake-settings';
import type { Operation, OperationContext } from '../http/operation';
import { askDataset, metaOf } from '../reading';
import {
  type ControlSource,
  corruptOf,
  intentsOf,
  leasesOf,
  referencesOf,
  retirementsOf,
} from './control-rows';
import { pageAfter } from './fleet-rows';

interface Query {
  readonly branch?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

export const listLeases: Operation<typeof endpoints.leases> = async (context, { params, query }) => {
  const source = await ask(context, params, query);
  const rows = (await leasesOf(source, query)).filter((row) => ofBranch(source, row, query));
  return {
    ...pageAfter(rows, keyOf, query),
    corrupt: corruptOf(source, ['lease']),
    meta: controlMeta(source),
  };
};

export const listRetirements: Operation<typeof endpoints.retirements> = async (
  context,
  { params, query },
) => {
  const source = await ask(context, params, query);
  const rows = retirementsOf(source, query).filter((row) => ofBranch(source, row, query));
  return {
    ...pageAfter(rows, keyOf, query),
    corrupt: corruptOf(source, ['retirement']),
    meta: controlMeta(source),
  };
};

export const listIntents: Operation<typeof endpoints.intents> = async (context, { params, query }) => {
  const source = await ask(context, params, query);
  const rows = intentsOf(source, query).filter((row) => ofBranch(source, row, query));
  return {
    ...pageAfter(rows, keyOf, query),
    corrupt: corruptOf(source, ['intent']),
    meta: controlMeta(source),
  };
};

export const listReferences: Operation<typeof endpoints.references> = async (context, { params, query }) => {
  const source = await ask(context, params, query);
  await source.dataset.branchFolders().get(lakeLimits.discoveryAgeMs);
  const areas = ['tag', 'branch', 'state', 'termination', 'other'] as const;
  return {
    ...pageAfter(referencesOf(source, query), keyOf, query),
    corrupt: corruptOf(source, areas),
    meta: controlMeta(source),
  };
};

function ask(
  context: OperationContext,
  params: { readonly lake: string; readonly id: string },
  query: Query,
): Promise<ControlSource> {
  return askDataset(context, params, query.branch);
}

/** The whole dataset's rows, or one branch's where one was asked for. */
function ofBranch({ facts }: ControlSource, row: { readonly namespace: string }, query: Query): boolean {
  return query.branch === undefined || row.namespace === facts.namespace;
}

function keyOf(row: { readonly key: string }): string {
  return row.key;
}

/** Control rows are complete when the control files were read to the end, however many versions were listed. */
function controlMeta({ facts }: ControlSource) {
  return { ...metaOf(facts), complete: facts.control.complete };
}
