/** A change inside one dataset: recorded as every action, and what everybody sees of the dataset is read again behind it. */
import { isVamplateError } from '@/lib/base/errors';
import type { ActionRule } from '@/lib/contracts/actions';
import { decodeDatasetId } from '@/lib/contracts/dataset-id';
import type { DatasetEngine } from '@/lib/engine/engine';
import type { Dataset } from '@/lib/lake/dataset';
import type { LakeReader } from '@/lib/lake/lake-reader';
import { lakesOf } from '../lakes';
import { type Acting, type BegunAction, type Done, recordAction } from './record-action';
import { targetName } from './target-names';

export interface DatasetAction {
  readonly params: { readonly lake: string; readonly id: string };
  /** What in the dataset it is done to, as the page names it. */
  readonly object: string;
  readonly reason?: string | undefined;
  readonly planHash?: string;
  readonly askedBy?: string;
}

export interface DatasetChange {
  readonly lake: LakeReader;
  /** Of the dataset's root below the lake. */
  readonly path: string;
  readonly engine: DatasetEngine;
  readonly begun: BegunAction;
}

/** @throws `not_found` for a lake or dataset that is not there, and as `recordAction` */
export async function changeDataset<T>(
  acting: Acting,
  rule: ActionRule,
  { params, object, reason, ...lines }: DatasetAction,
  effect: (change: DatasetChange) => Promise<Done<T>>,
) {
  const lake = lakesOf(acting.runtime).lake(params.lake);
  const path = decodeDatasetId(params.id);
  const dataset = await lake.dataset(path);
  const target = {
    lake,
    target: targetName(params.lake, path, object),
    ...lines,
    ...(reason === undefined ? {} : { reason }),
  };
  try {
    return await recordAction(acting, rule, target, (begun) =>
      effect({ lake, path, begun, engine: begun.engine.dataset(path) }),
    );
  } finally {
    await lookAgain(dataset);
  }
}

/** Also after an error: it may have had half an effect. */
async function lookAgain(dataset: Dataset): Promise<void> {
  dataset.reader.control.expire();
  try {
    await dataset.wholeFacts(0);
  } catch (error) {
    if (!isVamplateError(error)) throw error;
  }
}
