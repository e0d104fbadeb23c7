/** Our engine through its front door, as a script of a scenario uses it: no margin, clones beside the table are seen. */
import { systemClock } from '@/lib/base/clock';
import { systemRandom } from '@/lib/base/random';
import type { OtherDataset } from '@/lib/engine/cleanup/cleanup-context';
import { type CleanupPolicy, noFilters } from '@/lib/engine/cleanup/cleanup-policy';
import type { CleanupReport } from '@/lib/engine/cleanup/cleanup-report';
import { type DatasetEngine, type EngineOptions, openEngine } from '@/lib/engine/engine';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { eventsTable } from './scenarios';
import type { WrittenScenario } from './write-scenario';

/** Every file that no manifest mentions may go, whatever its age: the scripts have ended. */
export const attested = { attestation: 'the script that wrote this table has ended' } as const;

export function engineOver(
  store: ObjectStore,
  choices: Partial<EngineOptions> = {},
  root = `${eventsTable}.lance`,
): DatasetEngine {
  const engine = openEngine({
    store,
    clock: systemClock,
    random: systemRandom,
    conditionalDelete: true,
    clockMarginMs: 0,
    otherDatasets: (asked) => tablesBeside(store, asked),
    ...choices,
  });
  return engine.dataset(root);
}

async function tablesBeside(store: ObjectStore, root: string): Promise<readonly OtherDataset[]> {
  const { prefixes } = await store.list({ prefix: '', delimiter: '/' });
  return prefixes
    .map((prefix) => prefix.slice(0, -1))
    .filter((name) => name.endsWith('.lance') && name !== root)
    .map((name) => ({ store, root: name }));
}

/** What `cleanByLance` asks of LanceDB, in our words. */
export function policyOf({ scenario, cut }: WrittenScenario): CleanupPolicy {
  return {
    ...noFilters,
    branch: scenario.branch,
    olderThanMs: systemClock.wall() - cut.getTime(),
    deleteUnverified: attested,
    youngGuardMs: 0,
  };
}

/** @throws what the plan throws; the run's end is in the report */
export async function cleanByEngine(
  written: WrittenScenario,
  policy: CleanupPolicy,
  choices: Partial<EngineOptions> = {},
): Promise<CleanupReport> {
  const dataset = engineOver(written.place.store, choices);
  return dataset.runCleanup(await dataset.planCleanup(policy));
}
