/** Every recorded table of older Lance releases: no plan, however greedy, names anything that a retained version needs. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { connect } from '@lancedb/lancedb';
import { describe, expect, it } from 'vitest';
import { isVamplateError } from '@/lib/base/errors';
import type { CleanupPlan } from '@/lib/engine/cleanup/cleanup-plan';
import { type CleanupPolicy, noFilters } from '@/lib/engine/cleanup/cleanup-policy';
import { openStore } from '@/lib/engine/store/open-store';
import {
  currentTables,
  fixturesFolder,
  historicalDatasets,
  type RecordedDataset,
} from '@/lib/testing/lance-fixtures';
import { attested, engineOver } from './clean-by-engine';
import { type PlaceNeeds, readNeeds } from './roles';

const recorded = [...historicalDatasets(), ...currentTables()];
const greedy: CleanupPolicy = {
  ...noFilters,
  taggedVersions: 'keep',
  deleteUnverified: attested,
  youngGuardMs: 0,
};

/** A copy below a folder of its own, as the one table of a lake. */
function copied({ path: from }: RecordedDataset) {
  const lake = mkdtempSync(path.join(tmpdir(), 'vamplate-legacy-'));
  cpSync(path.join(fixturesFolder() ?? '', from), path.join(lake, 'table.lance'), { recursive: true });
  const store = openStore({ uri: pathToFileURL(lake).href });
  return {
    lake,
    store,
    dataset: engineOver(store, {}, 'table.lance'),
    remove: () => rmSync(lake, { recursive: true, force: true }),
  };
}

/** Of what every version that stays needs, what the plan names; also manifests of versions it does not retire. */
function wronglyNamed(plan: CleanupPlan, { byVersion }: PlaceNeeds): readonly string[] {
  const going = new Set(plan.versions.map(({ version }) => `table.lance:${version}`));
  const named = [...plan.objects, ...plan.versions.flatMap(({ manifests }) => manifests)].map(
    ({ key }) => key,
  );
  return [...byVersion]
    .filter(([label]) => !going.has(label))
    .flatMap(([label, { keys, folders }]) =>
      named
        .filter((key) => keys.has(key) || folders.some((folder) => key.startsWith(folder)))
        .map((key) => `${label} needs ${key}`),
    );
}

/** Each version's rows as the official engine reads them; a text where it cannot. */
async function readByLance(lake: string): Promise<ReadonlyMap<number, number | string>> {
  const readings = new Map<number, number | string>();
  const db = await connect(lake);
  const table = await db.openTable('table');
  for (const { version } of await table.listVersions()) {
    const read = async () => {
      await table.checkout(version);
      return (await table.query().toArray()).length;
    };
    readings.set(
      version,
      await read().catch((error: unknown) => `unreadable: ${String(error).slice(0, 80)}`),
    );
  }
  db.close();
  return readings;
}

if (recorded.length > 0) {
  describe('recorded tables', () => {
    it.each(recorded)(
      '$path: every greedy plan leaves alone what retained versions need',
      async (dataset) => {
        const { store, dataset: engine, remove } = copied(dataset);
        try {
          const needs = await readNeeds(store);
          const versions = dataset.truth.versions.map(({ version }) => BigInt(version));
          const policies: CleanupPolicy[] = [
            { ...greedy, retainVersions: 1 },
            { ...greedy, retainVersions: Math.max(1, versions.length >> 1) },
            { ...greedy, olderThanMs: 0 },
            ...versions.map((version) => ({ ...greedy, versions: [version] })),
          ];
          for (const policy of policies) {
            const plan = await engine.planCleanup(policy).catch((error: unknown) => {
              if (!isVamplateError(error)) throw error;
              expect(['unsupported', 'corrupt', 'refused']).toContain(error.kind);
              return null;
            });
            if (plan === null) continue;
            expect(wronglyNamed(plan, needs)).toEqual([]);
            expect(plan.versions.map(({ version }) => version)).not.toContain(versions.at(-1));
          }
        } finally {
          remove();
        }
      },
    );

    it.each(recorded)('$path: what is left after a run reads as before', async (dataset) => {
      const { lake, dataset: engine, remove } = copied(dataset);
      try {
        const before = await readByLance(lake).catch(() => null);
        const plan = await engine.planCleanup({ ...greedy, retainVersions: 2 }).catch(() => null);
        if (plan === null) return;
        expect(await engine.runCleanup(plan)).toMatchObject({
          outcome: 'completed',
          incidents: [],
          left: [],
        });
        if (before === null) return;
        const after = await readByLance(lake);
        expect([...after.keys()]).toEqual(
          [...before.keys()].filter(
            (version) => !plan.versions.some((gone) => gone.version === BigInt(version)),
          ),
        );
        for (const [version, rows] of after) expect([version, rows]).toEqual([version, before.get(version)]);
      } finally {
        remove();
      }
    });

    it('most of them can be planned for at all', async () => {
      const kinds: string[] = [];
      for (const dataset of recorded) {
        const { dataset: engine, remove } = copied(dataset);
        const plan = engine.planCleanup({ ...greedy, retainVersions: 1 });
        kinds.push(
          await plan.then(
            () => 'planned',
            (error: unknown) => (isVamplateError(error) ? error.kind : 'else'),
          ),
        );
        remove();
      }
      expect(kinds.filter((kind) => kind === 'planned').length).toBeGreaterThan(recorded.length / 2);
    });
  });
}
