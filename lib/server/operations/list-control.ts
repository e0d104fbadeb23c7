/** Leases, retirements, intents and references of one dataset. */
import type { endpoints } from '@/lib/contracts/endpoints';
import { lakeLimits } from '@/lib/lake/lake-settings';
import type { Operation } from '../http/operation';
import { type Asked, askDataset, metaOf } from '../reading';
import {
  intentsOf,
  leasesOf,
  orders,
  referencesOf,
  retirementsOf,
  withCorrupt,
  withHolders,
} from './control-rows';
import { pageAfter } from './fleet-rows';

export const listLeases: Operation<typeof endpoints.leases> = async (context, { params, query }) => {
  const asked = await askDataset(context, params, query.branch);
  const rows = leasesOf(asked, query).filter((row) => ofBranch(asked, row, query));
  const page = pageAfter(rows, orders.leases, keyOf, query);
  return {
    ...page,
    items: await withHolders(page.items, () => asked.lake),
    ...withCorrupt([asked], ['lease'], controlMeta(asked)),
  };
};

export const listRetirements: Operation<typeof endpoints.retirements> = async (
  context,
  { params, query },
) => {
  const asked = await askDataset(context, params, query.branch);
  const rows = retirementsOf(asked, query).filter((row) => ofBranch(asked, row, query));
  return {
    ...pageAfter(rows, orders.retirements, keyOf, query),
    ...withCorrupt([asked], ['retirement'], controlMeta(asked)),
  };
};

export const listIntents: Operation<typeof endpoints.intents> = async (context, { params, query }) => {
  const asked = await askDataset(context, params, query.branch);
  const rows = intentsOf(asked, query).filter((row) => ofBranch(asked, row, query));
  return {
    ...pageAfter(rows, orders.intents, keyOf, query),
    ...withCorrupt([asked], ['intent'], controlMeta(asked)),
  };
};

/** Branch folders are listed as well: only they tell of a branch without a reference. */
export const listReferences: Operation<typeof endpoints.references> = async (context, { params, query }) => {
  const asked = await askDataset(context, params, query.branch);
  const folders = await asked.dataset.branchFolders.get(lakeLimits.discoveryAgeMs);
  const areas = ['tag', 'branch', 'state', 'termination', 'other'] as const;
  const meta = controlMeta(asked);
  return {
    ...pageAfter(referencesOf(asked, query), orders.references, keyOf, query),
    ...withCorrupt([asked], areas, {
      ...meta,
      requests: meta.requests + folders.cost.requests,
      complete: meta.complete && folders.value.complete,
      notes: [...meta.notes, ...folders.value.notes],
    }),
  };
};

/** The whole dataset's rows, or one branch's where one was asked for. */
function ofBranch(
  { facts }: Asked,
  row: { readonly namespace: string },
  query: { readonly branch?: string | undefined },
): boolean {
  return query.branch === undefined || row.namespace === facts.namespace;
}

function keyOf(row: { readonly key: string }): string {
  return row.key;
}

/** Control rows are complete when the control files were read to the end, however many versions were listed. */
function controlMeta({ facts }: Asked) {
  return { ...metaOf(facts), complete: facts.control.complete };
}
