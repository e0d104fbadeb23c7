/** Which plans any run ever named: the question that the removal of plans asks; a run nobody can read keeps them all. */
import { VamplateError } from '@/lib/base/errors';
import type { ObjectStore, ReadOptions } from '@/lib/engine/store/object-store';
import { listRuns, type RunPage } from './read-runs';
import type { PlanUse } from './remove-plans';

/** Reads every run once. @throws `unavailable` where one cannot be read */
export async function plansInUse(store: ObjectStore, options: ReadOptions = {}): Promise<PlanUse> {
  const used = new Set<string>();
  let after: string | null = null;
  do {
    const page: RunPage = await listRuns(store, 1_000, after, options);
    for (const row of page.rows) {
      if (row.kind === 'run') used.add(row.run.planHash);
      else {
        throw new VamplateError('unavailable', 'A run could not be read, so no plan is known to be unused.', {
          key: row.key,
          reason: row.reason,
        });
      }
    }
    after = page.next;
  } while (after !== null);
  return async (planHash) => used.has(planHash);
}
