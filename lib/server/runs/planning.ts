/** Planning over the routes: a few plans at a time, since each reads as much as the dataset keeps, and what is told of one. */
import pLimit, { type LimitFunction } from 'p-limit';
import { decodeDatasetId } from '@/lib/contracts/dataset-id';
import type { CleanupPlan } from '@/lib/engine/cleanup/cleanup-plan';
import type { CleanupPolicy } from '@/lib/engine/cleanup/cleanup-policy';
import type { LakeReader } from '@/lib/lake/lake-reader';
import { engineOf } from '../lake-engine';
import { lakesOf } from '../lakes';
import type { MetaInput } from '../reading';
import type { Runtime } from '../runtime';
import { iso } from '../to-contract/scalars';

const plansAtOnce = 2;

export interface Place {
  readonly lake: LakeReader;
  readonly path: string;
}

/** @throws `not_found` for a lake or dataset that is not there */
export async function placeOf(
  runtime: Runtime,
  params: { readonly lake: string; readonly id: string },
): Promise<Place> {
  const lake = lakesOf(runtime).lake(params.lake);
  const path = decodeDatasetId(params.id);
  await lake.dataset(path);
  return { lake, path };
}

/** Writes nothing, and needs nothing of the store that would have to be proven. @throws as planning does */
export function planIn(
  runtime: Runtime,
  { lake, path }: Place,
  policy: CleanupPolicy,
  signal: AbortSignal,
): Promise<CleanupPlan> {
  const turns: LimitFunction = runtime.once('turns of planning', () => pLimit(plansAtOnce));
  return turns(() => {
    signal.throwIfAborted();
    return engineOf(runtime, lake, false).dataset(path).planCleanup(policy, signal);
  });
}

export function planMeta(runtime: Runtime, { observations }: CleanupPlan): MetaInput {
  const { storeTime, requests, bytes, notes } = observations;
  return {
    ...{ readAt: iso(runtime.clock.wall()), storeTime: iso(storeTime), requests, bytes },
    ...{ complete: true, notes: [...notes] },
  };
}
