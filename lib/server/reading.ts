/** How an operation asks for shared facts, and what its reply says of their age and price. */
import type { z } from 'zod';
import { decodeDatasetId } from '@/lib/contracts/dataset-id';
import type { replyMeta } from '@/lib/contracts/meta';
import type { Dataset } from '@/lib/lake/dataset';
import type { DatasetFacts } from '@/lib/lake/dataset-facts';
import type { Explanation } from '@/lib/lake/explain';
import type { LakeReader } from '@/lib/lake/lake-reader';
import { pollHeader } from './auth/authenticate';
import type { OperationContext } from './http/operation';
import { lakesOf } from './lakes';
import { iso } from './to-contract/scalars';

export type MetaInput = z.input<typeof replyMeta>;

/** What somebody asked for may be this old; a page that polls by itself takes what the watch interval allows. */
const askedAgeMs = 5_000;

export function maxAgeOf({ headers, runtime }: Pick<OperationContext, 'headers' | 'runtime'>): number {
  const { watchIntervalMs } = runtime.config;
  return headers.get(pollHeader) === '1' ? watchIntervalMs : Math.min(askedAgeMs, watchIntervalMs);
}

export interface Asked {
  readonly lake: LakeReader;
  readonly path: string;
  readonly dataset: Dataset;
  readonly facts: DatasetFacts;
  readonly explanation: Explanation;
}

/** @throws `not_found` for a lake, dataset or branch that is not there; `unavailable` when the store does not answer */
export async function askDataset(
  context: OperationContext,
  params: { readonly lake: string; readonly id: string },
  branch: string | undefined,
): Promise<Asked> {
  const lake = lakesOf(context.runtime).lake(params.lake);
  const path = decodeDatasetId(params.id);
  const dataset = await lake.dataset(path);
  const facts = await dataset.facts(branch ?? null, maxAgeOf(context));
  return { lake, path, dataset, facts, explanation: dataset.explain(facts) };
}

export function metaOf(facts: DatasetFacts, notes: readonly string[] = []): MetaInput {
  return {
    readAt: iso(facts.readAt),
    storeTime: iso(facts.control.storeTime),
    requests: facts.cost.requests,
    bytes: facts.cost.bytes,
    complete: facts.control.complete && facts.names.listing.complete,
    notes: [...facts.notes, ...notes],
  };
}
