/** Storage of one branch by reason and class: lists everything and reads every manifest, once for all who ask. */
import type { endpoints } from '@/lib/contracts/endpoints';
import { lakeLimits } from '@/lib/lake/lake-settings';
import type { Operation } from '../http/operation';
import { askDataset } from '../reading';
import { decimal, iso } from '../to-contract/scalars';

export const readStorage: Operation<typeof endpoints.storage> = async (context, { params, query }) => {
  const { dataset, facts, explanation } = await askDataset(context, params, query.branch);
  const reading = await dataset.storage(facts.branch).get(lakeLimits.storageAgeMs);
  const { account, nextCleanup, storeTime, complete, notes } = reading.value;
  const { branch } = facts;
  return {
    branch,
    totalBytes: account.total.bytes,
    totalObjects: account.total.objects,
    byReason: [...account.byReason].map(([reason, slice]) => ({
      reason,
      bytes: slice.bytes,
      objects: slice.objects,
    })),
    byClass: [...account.byClass].map(([name, slice]) => ({
      class: name,
      bytes: slice.bytes,
      objects: slice.objects,
    })),
    holders: account.holders.slice(0, maxHolders).map((cost) => ({
      ...cost,
      branch,
      version: decimal(cost.version),
      since: iso(cost.since),
    })),
    missing: account.missing.map(({ key, neededBy }) => ({ key, neededBy: decimal(neededBy) })),
    missingCount: account.missingCount,
    unreadVersions: account.unreadVersions,
    nextCleanup: {
      ...nextCleanup,
      steps: [...nextCleanup.steps],
      autoCleanup: { ...explanation.autoCleanup?.written },
      policySource: explanation.cleaner.policy.source,
    },
    meta: {
      readAt: iso(Math.min(reading.readAt, reading.value.factsReadAt)),
      storeTime: iso(storeTime),
      requests: reading.cost.requests,
      bytes: reading.cost.bytes,
      complete,
      notes: [...notes],
    },
  };
};

const maxHolders = 1_000;
