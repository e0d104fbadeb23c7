/** Sealed plans: one by its hash, or all that are stored, newest first. */
import { isVamplateError } from '@/lib/base/errors';
import type { endpoints } from '@/lib/contracts/endpoints';
import type { PlanRow } from '@/lib/contracts/plans';
import { metered } from '@/lib/engine/store/metered-store';
import type { Operation } from '../http/operation';
import { operationsOver } from '../lake-engine';
import { lakesOf } from '../lakes';
import { planMeta } from '../runs/planning';
import { findSealedPlan } from '../runs/sealed-plans';
import { planRowOf } from '../to-contract/plan-view';
import { iso } from '../to-contract/scalars';

export const readPlan: Operation<typeof endpoints.plan> = async ({ runtime }, { params, query }) => {
  const { view, plan } = await findSealedPlan(runtime, params.hash, query.lake);
  return { plan: view, meta: planMeta(runtime, plan) };
};

export const listPlans: Operation<typeof endpoints.plans> = async ({ runtime, signal }, { query }) => {
  const lakes = lakesOf(runtime);
  const asked = query.lake === undefined ? lakes.all : [lakes.lake(query.lake)];
  const items: PlanRow[] = [];
  const notes: string[] = [];
  let [requests, bytes] = [0, 0];
  for (const lake of asked) {
    const { store, meter } = metered(lake.store);
    try {
      const listed = await operationsOver(runtime, store).listPlans({ signal });
      const rows = listed.rows.map((row) => planRowOf(lake.settings.id, row));
      items.push(...rows.filter(({ dataset }) => query.dataset === undefined || dataset === query.dataset));
      notes.push(...listed.notes);
    } catch (error) {
      if (!isVamplateError(error)) throw error;
      notes.push(`The plans of ${lake.settings.id} could not be listed: ${error.message}`);
    }
    requests += meter.requests;
    bytes += meter.bytes;
  }
  items.sort((a, b) => (a.sealedAt < b.sealedAt ? 1 : -1));
  const readAt = iso(runtime.clock.wall());
  return { items, meta: { readAt, storeTime: null, requests, bytes, complete: notes.length === 0, notes } };
};
