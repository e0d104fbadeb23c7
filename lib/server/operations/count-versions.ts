/** Counts a history by listing every name of it: only when somebody asks. */
import type { endpoints } from '@/lib/contracts/endpoints';
import type { Operation } from '../http/operation';
import { askDataset } from '../reading';
import { datasetReplyOf } from './read-dataset';

export const countVersions: Operation<typeof endpoints.countVersions> = async (context, { params, body }) => {
  const first = await askDataset(context, params, body.branch);
  await first.dataset.reader.allNames(first.facts.branch).get(context.runtime.config.watchIntervalMs);
  const again = await askDataset(context, params, body.branch);
  return datasetReplyOf(context, again);
};
