/** Reads the whole control state of a dataset: one listing of `_refs/`, and each small body once per ETag (4.4). */
import { datasetRoot } from '@/lib/engine/retirement/dataset-path';
import { metered } from '@/lib/engine/store/metered-store';
import type { ObjectStore, ReadOptions } from '@/lib/engine/store/object-store';
import { ControlRows, extentWanted } from './assemble-control';
import type { BodyCache } from './body-cache';
import type { ControlState } from './control-entries';
import { type ClassifiedEntry, listControl } from './list-control';
import { readBodies } from './read-bodies';

export interface ReadControlOptions extends ReadOptions {
  readonly cache: BodyCache;
  /** Pages of at most 1,000 keys (default 200). */
  readonly maxPages?: number;
  /** Bodies fetched in one reading (default 20,000) and their bytes (default 128 MiB); cached ones are free. */
  readonly maxBodies?: number;
  readonly maxBodyBytes?: number;
  readonly concurrency?: number;
}

/**
 * @param rootKey the dataset's root below the store, '' for the store's own root; a branch has no control state of
 *   its own, it lies under its dataset's root (A.3)
 * @throws `unavailable` when the listing cannot be had; bodies that cannot be had are rows that say so
 */
export async function readControl(
  store: ObjectStore,
  rootKey: string,
  options: ReadControlOptions,
): Promise<ControlState> {
  const { store: seen, meter } = metered(store);
  const read = options.signal === undefined ? {} : { signal: options.signal };
  const listing = await listControl(seen, rootKey, options.maxPages ?? 200, read);

  const wanted = listing.entries
    .flatMap((entry) => {
      const extent = extentWanted(entry);
      return extent === null ? [] : [{ entry, extent, meta: entry.listed }];
    })
    .sort((a, b) => importance(a.entry) - importance(b.entry));
  const { bodies, notes } = await readBodies(seen, wanted, {
    ...read,
    cache: options.cache,
    maxBodies: options.maxBodies ?? 20_000,
    maxBytes: options.maxBodyBytes ?? 128 * 1024 * 1024,
    concurrency: options.concurrency ?? 16,
  });

  const root = datasetRoot(store.rootPath, rootKey);
  const bodyOf = new Map(wanted.map(({ entry }, index) => [entry, bodies[index] ?? null]));
  const rows = new ControlRows(root);
  for (const entry of listing.entries) rows.add(entry, bodyOf.get(entry) ?? null);

  const { leases, markers, intents, states, terminations, tags, branches, corrupt, proposals, counts } = rows;
  const stopped = listing.listedUpTo;
  return {
    root,
    ...{ leases, markers, intents, states, terminations, tags, branches, corrupt, proposals, counts },
    foreignRoot: rows.foreignRoot,
    complete: stopped === null && notes.length === 0,
    listedUpTo: stopped,
    notes: stopped === null ? notes : [`the listing stopped after ${listing.pages} pages`, ...notes],
    storeTime: listing.storeTime,
    cost: { requests: meter.requests, bytes: meter.bytes },
    leaseAware: states.length > 0,
  };
}

/** What holds versions comes before what is only shown. */
function importance({ name }: ClassifiedEntry): number {
  const order = ['branch', 'tag', 'state', 'marker', 'intent', 'corrupt'];
  return order.indexOf(name.kind);
}
