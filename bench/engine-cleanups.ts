/** The two cleaners as the benches time them: our plan, our run, and LanceDB's `optimize` with `cleanupOlderThan`. */
import { systemClock } from '@/lib/base/clock';
import { systemRandom } from '@/lib/base/random';
import type { CleanupPlan } from '@/lib/engine/cleanup/cleanup-plan';
import { type CleanupPolicy, noFilters } from '@/lib/engine/cleanup/cleanup-policy';
import type { CleanupReport } from '@/lib/engine/cleanup/cleanup-report';
import { openEngine } from '@/lib/engine/engine';
import { type Meter, metered } from '@/lib/engine/store/metered-store';
import { openStore } from '@/lib/engine/store/open-store';
import { keptVersions } from './engine-copies';
import type { Measured } from './figure';
import { historyRoot, historyTable } from './histories';
import type { Place } from './places';
import type { OpenOptions } from './readings';

export const cleanerName = '@lancedb/lancedb 0.31.0 optimize with cleanupOlderThan';

export const keepTen: CleanupPolicy = {
  ...noFilters,
  retainVersions: keptVersions,
  youngGuardMs: 0,
  deleteUnverified: { attestation: 'the bench has written all it writes' },
};

/** One engine that remembers manifests from one plan to the next, and what it asks of the store. */
export function openCleaner(options: OpenOptions, root = historyRoot) {
  const { store, meter } = metered(openStore(options));
  const engine = openEngine({
    store,
    clock: systemClock,
    random: systemRandom,
    conditionalDelete: true,
    clockMarginMs: 0,
  });
  const dataset = engine.dataset(root);
  return {
    dataset,
    meter,
    async plan(policy: CleanupPolicy, expected: number): Promise<{ measured: Measured; plan: CleanupPlan }> {
      const before = costOf(meter);
      const startedAt = performance.now();
      const plan = await dataset.planCleanup(policy);
      const ms = performance.now() - startedAt;
      if (plan.versions.length !== expected) {
        throw new Error(`${plan.versions.length} of ${expected} versions are planned`);
      }
      return { measured: { ms, ...since(before, meter) }, plan };
    },
    async run(plan: CleanupPlan): Promise<{ measured: Measured; deletes: number; report: CleanupReport }> {
      const before = costOf(meter);
      const deletesBefore = meter.byKind.delete.requests;
      const startedAt = performance.now();
      const report = await dataset.runCleanup(plan);
      const ms = performance.now() - startedAt;
      if (report.outcome !== 'completed' || report.retired.length !== plan.versions.length) {
        throw new Error(`the run ${report.outcome}: ${JSON.stringify(report.failure)}`);
      }
      const deletes = meter.byKind.delete.requests - deletesBefore;
      return { measured: { ms, ...since(before, meter) }, deletes, report };
    },
  };
}

/** A connection of its own; its opening is not counted, as in the other benches. */
export async function cleanByPeer(
  place: Place,
  cut: Date,
  expected: number,
): Promise<Measured & { readonly deletes: number | null }> {
  const connection = await place.connect();
  const table = await connection.openTable(historyTable);
  const requestsBefore = place.peerRequests();
  const deletesBefore = place.peerDeletes();
  const startedAt = performance.now();
  const stats = await table.optimize({ cleanupOlderThan: cut, deleteUnverified: true });
  const ms = performance.now() - startedAt;
  const requests = difference(place.peerRequests(), requestsBefore);
  const deletes = difference(place.peerDeletes(), deletesBefore);
  if (stats.prune.oldVersionsRemoved !== expected) {
    throw new Error(`LanceDB removed ${stats.prune.oldVersionsRemoved} of ${expected} versions`);
  }
  table.close();
  connection.close();
  return { ms, bytes: 0, requests, deletes };
}

function costOf(meter: Meter) {
  return { requests: meter.requests, bytes: meter.bytes };
}

function since(before: { requests: number; bytes: number }, meter: Meter) {
  return { requests: meter.requests - before.requests, bytes: meter.bytes - before.bytes };
}

function difference(now: number | null, before: number | null): number | null {
  return now === null || before === null ? null : now - before;
}
