/** What needs an operator now, over all lakes, with the counts and the storage that were read. */
import type { z } from 'zod';
import type { attentionItem, attentionReply } from '@/lib/contracts/attention';
import { datasetHref } from '@/lib/contracts/dataset-id';
import type { endpoints } from '@/lib/contracts/endpoints';
import { type ControlCounts, countControl } from '@/lib/lake/control-counts';
import { findingsOf } from '@/lib/lake/findings';
import type { FleetDataset, FleetSnapshot } from '@/lib/lake/fleet-snapshot';
import type { Operation } from '../http/operation';
import { fleetOf } from '../lakes';
import { lockItems } from '../to-contract/lock-attention';
import type { LockRowInput } from '../to-contract/lock-rows';
import { placeOf } from '../to-contract/place';
import { decimal, iso } from '../to-contract/scalars';
import { fleetMeta } from './fleet-rows';
import { rowsOf } from './list-locks';
import { servingItems } from './serving-items';

type Item = z.input<typeof attentionItem>;
type Reply = z.input<typeof attentionReply>;

export const readAttention: Operation<typeof endpoints.attention> = async ({ runtime }) => {
  const [snapshot, serving] = await Promise.all([fleetOf(runtime).snapshot(), servingItems(runtime)]);
  return attentionOf(snapshot, rowsOf(runtime), serving);
};

export function attentionOf(
  snapshot: FleetSnapshot,
  locks: readonly LockRowInput[],
  serving: readonly Item[],
): Reply {
  const items = [
    ...lakeItems(snapshot),
    ...snapshot.datasets.flatMap(datasetItems),
    ...locks.flatMap(lockItems),
    ...serving,
  ];
  items.sort(
    (a, b) => order.indexOf(a.severity) - order.indexOf(b.severity) || compareSince(a.since, b.since),
  );
  return { items, counts: countsOf(snapshot), storage: storageOf(snapshot), meta: fleetMeta(snapshot) };
}

const order = ['stop', 'attention', 'unknown'] as const;

/** Within a severity the oldest first: it has waited longest. */
function compareSince(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  return b === null || a < b ? -1 : 1;
}

function lakeItems({ problems, datasets }: FleetSnapshot): Item[] {
  return [...problems].map(([lake, problem]) => ({
    kind: 'lake_unreachable',
    severity: 'stop',
    lake,
    dataset: null,
    object: lake,
    detail: 'lake',
    version: null,
    problem: 'The store of this lake does not answer',
    evidence: `${problem} ${datasets.filter((one) => one.lake.settings.id === lake && one.seen).length} datasets are shown as they were read last.`,
    since: null,
    href: '/settings',
    action: 'Show lake',
  }));
}

function datasetItems({ lake, path, seen, problem }: FleetDataset): Item[] {
  const { dataset, datasetName } = placeOf(lake.settings.id, path);
  const place = { lake: lake.settings.id, dataset, object: datasetName };
  const items: Item[] =
    seen === undefined
      ? []
      : findingsOf({ ...seen, explanation: seen.dataset.explain(seen.facts) }).map(
          ({ version, since, look, ...finding }) => ({
            ...finding,
            ...place,
            version: decimal(version),
            since: iso(since),
            href: datasetHref(place.lake, dataset, look),
          }),
        );
  if (problem !== null) {
    items.push({
      ...place,
      kind: 'not_read',
      severity: 'unknown',
      detail: seen === undefined ? '' : 'shown as read last',
      version: null,
      problem: 'This dataset could not be read',
      evidence: problem,
      since: null,
      href: datasetHref(place.lake, dataset),
      action: 'Show dataset',
    });
  }
  return items;
}

function countsOf({ datasets }: FleetSnapshot): Reply['counts'] {
  const counts = {
    datasets: datasets.length,
    datasetsUnread: datasets.filter(({ seen }) => seen === undefined).length,
    activeLeases: 0,
    leasesEndingSoon: 0,
    openRetirements: 0,
    abandonedRetirements: 0,
    intents: 0,
    expiredIntents: 0,
    tags: 0,
    branches: 0,
    corrupt: 0,
  };
  for (const { seen } of datasets) {
    if (seen === undefined) continue;
    for (const [name, count] of Object.entries(countControl(seen.facts))) {
      counts[name as keyof ControlCounts] += count;
    }
  }
  return counts;
}

/** Sums over the datasets whose storage somebody has counted; nothing is guessed for the others. */
function storageOf({ datasets }: FleetSnapshot): Reply['storage'] {
  const sums = new Map<Reply['storage']['byReason'][number]['reason'], number>();
  let counted = 0;
  let totalBytes = 0;
  let oldest: number | null = null;
  for (const { seen } of datasets) {
    const reading = seen?.dataset.countedStorage(seen.facts);
    if (reading === undefined) continue;
    counted += 1;
    totalBytes += reading.value.account.total.bytes;
    oldest = oldest === null ? reading.readAt : Math.min(oldest, reading.readAt);
    for (const [reason, { bytes }] of reading.value.account.byReason) {
      sums.set(reason, (sums.get(reason) ?? 0) + bytes);
    }
  }
  const byReason = [...sums].map(([reason, bytes]) => ({ reason, bytes }));
  return { counted, totalBytes, byReason, oldestReadAt: iso(oldest) };
}
