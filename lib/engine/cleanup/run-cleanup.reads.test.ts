/** What a run asks of the store: each manifest is read once, however little of a history is remembered (D15, D16). */
import { expect, it } from 'vitest';
import { metered } from '@/lib/engine/store/metered-store';
import { type CleanupStage, cleanupStage, fileOf, keeping } from '@/lib/testing/cleanup-stage';
import { planCleanup } from './plan-cleanup';
import { runCleanup } from './run-cleanup';
import { ManifestMemory } from './survey/manifest-memory';

const versions = 450;

/** Each version needs the last thirty files; the history is far more than what is remembered of manifests. */
async function longHistory(): Promise<CleanupStage> {
  const stage = await cleanupStage();
  for (let number = 1; number <= versions; number += 1) {
    await stage.put(`data/${fileOf(BigInt(number))}`);
    const oldest = Math.max(1, number - 29);
    const fragments = Array.from({ length: number - oldest + 1 }, (_, at) => ({
      id: oldest + at,
      files: [{ path: fileOf(BigInt(oldest + at)) }],
    }));
    await stage.putManifest({ version: BigInt(number), fragments });
  }
  return stage;
}

async function runOver(stage: CleanupStage, keys: number, conditionalDelete: boolean) {
  const memory = new ManifestMemory({ keys, times: 10_000 });
  const { store, meter } = metered(stage.store);
  const context = { ...stage.context, store, memory, conditionalDelete };
  const plan = await planCleanup(context, keeping(3));
  const before = { all: meter.requests, deletes: meter.byKind.delete.requests };
  stage.calls.length = 0;
  const report = await runCleanup(context, plan);
  const reads = stage.calls.filter((call) => /^get(Range)? .*_versions\//.test(call)).length;
  const protocol = meter.requests - before.all - (meter.byKind.delete.requests - before.deletes);
  return { report, reads, protocol };
}

it.each([
  [300, true, 4.3],
  [300, false, 4.3],
  // Planning has read them: three writes per version, and what a group shares.
  [1_000_000, true, 3.3],
])(
  'three groups with room for %s keys of manifests, conditional delete %s',
  async (keys, conditional, most) => {
    const stage = await longHistory();
    const { report, reads, protocol } = await runOver(stage, keys, conditional);
    const retired = versions - 3;
    expect(report).toMatchObject({ outcome: 'completed', incidents: [], objectsLeft: 0 });
    expect(report.retired).toHaveLength(retired);
    expect(await stage.versions()).toHaveLength(3);
    // The versions that go, and those that stay, once each; the latest once more for what the plan rests on.
    expect(reads).toBeLessThanOrEqual(versions + 2);
    expect(protocol / retired).toBeLessThan(most);
    // What the three need stays, thirty files and two older ones.
    expect(await stage.entries('data/')).toHaveLength(32);
  },
);

it('a commit that comes between two groups is read once, and what it needs stays', async () => {
  const stage = await longHistory();
  const restored = { version: 451n, fragments: [{ id: 1, files: [{ path: fileOf(300n) }] }] };
  let done = false;
  stage.beforeCalls(async ({ verb, key }) => {
    if (done || verb !== 'create' || !key.includes('/201/')) return;
    done = true;
    await stage.putManifest(restored);
  });
  const { report, reads } = await runOver(stage, 300, true);
  expect(report).toMatchObject({ outcome: 'completed', incidents: [] });
  expect(await stage.entries('data/')).toContain(`data/${fileOf(300n)}`);
  expect(reads).toBeLessThanOrEqual(versions + 3);
});
