/** Lists sealed plans without their content; bounded, since names are hashes and tell no age. */
import pLimit from 'p-limit';
import { isVamplateError } from '@/lib/base/errors';
import type { ListPage, ObjectStore, ReadOptions } from '@/lib/engine/store/object-store';
import { findClaim } from './claim-plan';
import { findSeal } from './find-plan';
import type { PlanLife } from './plan-life-rules';
import { parsePlanFolder, plansFolder } from './plan-names';

export interface SealRow {
  readonly planHash: string;
  /** Below the store. */
  readonly dataset: string;
  readonly actor: string;
  readonly life: PlanLife;
  /** Somebody has begun its run: it is not run again. */
  readonly claimed: boolean;
}

export interface ListedPlans {
  /** Sealed last, first. */
  readonly rows: readonly SealRow[];
  /** What is not told: more plans than are read, plans whose seal nobody can read. */
  readonly notes: readonly string[];
}

/** Seals that are read at most. */
export const maxPlansListed = 500;

/** @throws `unavailable` when plans cannot be listed */
export async function listPlans(store: ObjectStore, options: ReadOptions = {}): Promise<ListedPlans> {
  const hashes: string[] = [];
  let next: string | null = null;
  do {
    const where = { prefix: plansFolder, delimiter: '/', ...(next === null ? {} : { next }) } as const;
    const page: ListPage = await store.list({ ...options, ...where });
    hashes.push(...page.prefixes.flatMap((prefix) => parsePlanFolder(prefix) ?? []));
    next = page.next;
  } while (next !== null && hashes.length <= maxPlansListed);
  const limit = pLimit(16);
  const shown = hashes.slice(0, maxPlansListed);
  const read = await Promise.all(shown.map((hash) => limit(() => readRow(store, hash, options))));
  const rows = read.filter((row) => row !== null && row !== 'unreadable');
  const unreadable = read.filter((row) => row === 'unreadable').length;
  return {
    rows: rows.sort((a, b) => b.life.sealedAt - a.life.sealedAt),
    notes: [
      ...(hashes.length > maxPlansListed
        ? [`More than ${maxPlansListed} plans are stored; others are not listed.`]
        : []),
      ...(unreadable > 0 ? [`${unreadable} plans have a seal that cannot be read.`] : []),
    ],
  };
}

/** Null for a folder whose seal is not there: chunks alone are no plan. */
async function readRow(store: ObjectStore, planHash: string, options: ReadOptions) {
  try {
    const [sealed, claim] = await Promise.all([
      findSeal(store, planHash, options),
      findClaim(store, planHash, options),
    ]);
    if (sealed === null) return null;
    const { dataset, actor } = sealed.seal;
    return { planHash, dataset, actor, life: sealed.life, claimed: claim !== null };
  } catch (error) {
    options.signal?.throwIfAborted();
    if (!isVamplateError(error)) throw error;
    return 'unreadable' as const;
  }
}
