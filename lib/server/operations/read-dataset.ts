/** One dataset: its identity, its policy, and what is wrong with it. */
import type { z } from 'zod';
import type { datasetReply } from '@/lib/contracts/datasets';
import type { endpoints } from '@/lib/contracts/endpoints';
import type { Operation, OperationContext } from '../http/operation';
import { type Asked, askDataset, metaOf } from '../reading';
import { toDatasetDetail } from '../to-contract/dataset-detail';
import { probedConditions } from './probe-lake';

export const readDataset: Operation<typeof endpoints.dataset> = async (context, { params, query }) =>
  datasetReplyOf(context, await askDataset(context, params, query.branch));

export async function datasetReplyOf(
  context: OperationContext,
  asked: Asked,
): Promise<z.input<typeof datasetReply>> {
  const { findings } = await probedConditions(context, asked.lake);
  const conditionalDelete = findings.deleteIfMatch.answer === 'yes';
  return { ...toDatasetDetail(asked, conditionalDelete), meta: metaOf(asked.facts) };
}
