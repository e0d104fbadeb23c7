/** Finds stored plans that nobody used for 30 days, and takes one away: its seal first, so that no half of it is a plan. */
import type { StorageInstant } from '@/lib/base/clock';
import type {
  ListPage,
  ObjectMeta,
  ObjectStore,
  ReadOptions,
  StoreTime,
} from '@/lib/engine/store/object-store';
import { isOfPlan, parsePlanFolder, planFolder, plansFolder, sealKey } from './plan-names';
import { decidePlanRemoval, type PlanRemoval } from './plan-removal-rules';

/** Whether any run names the plan; throwing keeps every plan. */
export type PlanUse = (planHash: string) => Promise<boolean>;

export interface UnusedPlan {
  readonly planHash: string;
  readonly objects: number;
  readonly bytes: number;
  readonly newestStoredAt: StorageInstant;
}

export type RemovedPlan =
  | { readonly kind: 'removed'; readonly objects: number; readonly bytes: number }
  | Extract<PlanRemoval, { kind: 'keep' }>
  /** Not every delete is certain; removing it again settles it. */
  | { readonly kind: 'unknown' };

/** One at a time, in no order of their age. @param store the lake's own */
export async function* listUnusedPlans(
  store: ObjectStore,
  isUsed: PlanUse,
  options: ReadOptions = {},
): AsyncGenerator<UnusedPlan> {
  let next: string | null = null;
  do {
    const page: ListPage = await store.list({
      ...options,
      ...{ prefix: plansFolder, delimiter: '/' },
      ...(next === null ? {} : { next }),
    });
    for (const planHash of page.prefixes.map(parsePlanFolder)) {
      if (planHash === null) continue;
      const { sums, removal, newestStoredAt } = await judge(store, planHash, isUsed, options);
      if (removal.kind === 'remove' && newestStoredAt !== null) yield { planHash, ...sums, newestStoredAt };
    }
    next = page.next;
  } while (next !== null);
}

/** Asks everything again before it deletes. @throws `invalid_input` for no hash, and what `isUsed` throws */
export async function removeUnusedPlan(
  store: ObjectStore,
  planHash: string,
  isUsed: PlanUse,
): Promise<RemovedPlan> {
  const { removal, objects, sums } = await judge(store, planHash, isUsed, {});
  if (removal.kind === 'keep') return removal;
  const seal = sealKey(planHash);
  if (objects.some(({ key }) => key === seal) && (await store.delete(seal)).kind !== 'deleted') {
    return { kind: 'unknown' };
  }
  const chunks = objects.map(({ key }) => key).filter((key) => key !== seal);
  for (let at = 0; at < chunks.length; at += 1_000) {
    const answers = await store.deleteBatch(chunks.slice(at, at + 1_000));
    if (answers.some(({ kind }) => kind !== 'deleted')) return { kind: 'unknown' };
  }
  return { kind: 'removed', ...sums };
}

async function judge(store: ObjectStore, planHash: string, isUsed: PlanUse, options: ReadOptions) {
  const { objects, storeTime } = await listPlan(store, planHash, options);
  const newestStoredAt = objects.reduce<StorageInstant | null>(
    (newest, { storedAt }) => (newest === null || storedAt > newest ? storedAt : newest),
    null,
  );
  const sums = { objects: objects.length, bytes: objects.reduce((sum, { size }) => sum + size, 0) };
  const young = decidePlanRemoval({ newestStoredAt, storeTime, used: false });
  const removal =
    young.kind === 'keep'
      ? young
      : decidePlanRemoval({ newestStoredAt, storeTime, used: await isUsed(planHash) });
  return { objects, sums, newestStoredAt, removal };
}

async function listPlan(store: ObjectStore, planHash: string, options: ReadOptions) {
  const objects: ObjectMeta[] = [];
  let storeTime: StoreTime = null;
  let next: string | null = null;
  do {
    const where = next === null ? {} : { next };
    const page: ListPage = await store.list({ ...options, prefix: planFolder(planHash), ...where });
    objects.push(...page.objects.filter(({ key }) => isOfPlan(planHash, key)));
    storeTime ??= page.storeTime;
    next = page.next;
  } while (next !== null);
  return { objects, storeTime };
}
