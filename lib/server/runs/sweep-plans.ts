/** Removes sealed plans that no run ever named, and requests for approval, that nobody used for 30 days: each lake once in a while, a few at a time. */
import type { MonotonicInstant } from '@/lib/base/clock';
import type { LakeReader } from '@/lib/lake/lake-reader';
import type { Runtime } from '../runtime';
import { operationsOf } from './find-in-lakes';

const everyMs = 6 * 3_600_000;
const maxPerSweep = 100;

export class PlanSweep {
  private readonly nextAt = new Map<string, MonotonicInstant>();

  constructor(private readonly runtime: Runtime) {}

  /** The first sweep of a lake comes at once; a frozen lake is left alone. @throws as listing plans and runs does */
  async maybe(lake: LakeReader, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.runtime;
    const { id } = lake.settings;
    const now = clock.monotonic();
    if (now < (this.nextAt.get(id) ?? 0)) return;
    this.nextAt.set(id, (now + everyMs) as MonotonicInstant);
    const operations = operationsOf(this.runtime, lake);
    if (operations.isFrozen(await operations.readFreeze({ signal }))) return;
    const gone = await operations.removeOldApprovals({ signal });
    if (gone > 0) log.info({ lake: id, objects: gone }, 'old requests for approval were removed');
    const isUsed = await operations.plansInUse({ signal });
    let removed = 0;
    for await (const { planHash } of operations.listUnusedPlans(isUsed, { signal })) {
      const answer = await operations.removeUnusedPlan(planHash, isUsed);
      if (answer.kind === 'removed') log.info({ lake: id, planHash }, 'an unused plan was removed');
      removed += 1;
      if (removed === maxPerSweep) return;
    }
  }
}
