/** One dataset: its identity, its policy, and what is wrong with it. */
import type { z } from 'zod';
import type { datasetReply } from '@/lib/contracts/datasets';
import type { endpoints } from '@/lib/contracts/endpoints';
import type { Operation } from '../http/operation';
import { type Asked, askDataset, metaOf } from '../reading';
import { toDatasetDetail } from '../to-contract/dataset-detail';

export const readDataset: Operation<typeof endpoints.dataset> = async (context, { params, query }) =>
  datasetReplyOf(await askDataset(context, params, query.branch));

export function datasetReplyOf(asked: Asked): z.input<typeof datasetReply> {
  return { ...toDatasetDetail(asked), meta: metaOf(asked.facts) };
}
