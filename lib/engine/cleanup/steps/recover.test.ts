/** What a run clears before it begins, also where it retires nothing: what publishers and readers left of versions (E, F.7). */
import { describe, expect, it, vi } from 'vitest';
import { planCleanup } from '@/lib/engine/cleanup/plan-cleanup';
import { runCleanup } from '@/lib/engine/cleanup/run-cleanup';
import { pathOf } from '@/lib/engine/references/canonical-names';
import { createTag } from '@/lib/engine/references/create-tag';
import { createIntent } from '@/lib/engine/references/write-reference';
import { keeping } from '@/lib/testing/cleanup-stage';
import { history, putLease } from '@/lib/testing/plan-stage';

async function runWithNothingToRetire(stage: Awaited<ReturnType<typeof history>>) {
  const report = await runCleanup(stage.context, await planCleanup(stage.context, keeping(9)));
  expect(report).toMatchObject({ outcome: 'completed', retired: [] });
}

const leases = (stage: Awaited<ReturnType<typeof history>>) => stage.entries('_refs/version_leases/');

describe('a run that retires nothing', () => {
  it.each(['completed', 'pending'] as const)('settles an intent that was left %s', async (state) => {
    const stage = await history(3);
    const payload = new TextEncoder().encode('{"branch":null,"version":2,"manifestSize":1}');
    const mutation = { kind: 'create', path: pathOf(stage.root, '_refs/tags/mid.json'), payload } as const;
    const manifestPath = pathOf(stage.root, `_versions/${2n ** 64n - 1n - 2n}.manifest`);
    const place = { namespace: 'main', version: 2n, id: 'e'.repeat(32) };
    await createIntent(stage.bare, stage.root, place, { manifestPath, mutation, operationId: '', state });
    expect(await stage.entries('_refs/version_reference_intents/')).toHaveLength(1);
    stage.time.now += 20 * 60_000;
    await runWithNothingToRetire(stage);
    expect(await stage.entries('_refs/version_reference_intents/')).toEqual([]);
  });

  it('brings a revoked publication to rest although its intent is gone', async () => {
    const stage = await history(3);
    stage.beforeCalls(async (call) => {
      if (call.verb === 'create' && call.key.endsWith('/_refs/tags/never.json'))
        await new Promise(() => undefined);
    });
    const references = { ...stage.context, rules: stage.context.referenceRules, memory: null };
    void createTag(references, { name: 'never', branch: null, version: 1n });
    await vi.waitFor(() => expect(stage.calls.at(-1)).toBe(`create ${stage.key('_refs/tags/never.json')}`));
    stage.beforeCalls(null);
    for (let run = 0; run < 3; run += 1) {
      stage.time.now += 16 * 60_000;
      await runWithNothingToRetire(stage);
    }
    expect((await stage.entries('_refs/')).filter((entry) => !entry.endsWith('_clock'))).toEqual([]);
  });

  it('removes a lease on a version that is gone once it is over, and no other', async () => {
    const stage = await history(3);
    await putLease(stage, 7n, 60_000, 'a');
    await putLease(stage, 2n, 60_000, 'b');
    stage.time.now += 60_999;
    await runWithNothingToRetire(stage);
    expect(await leases(stage)).toHaveLength(2);
    stage.time.now += 60_000;
    await runWithNothingToRetire(stage);
    expect((await leases(stage)).map((entry) => entry.split('/').at(-1)?.split('-')[0])).toEqual(['2']);
  });

  it('believes that lease over only after the margin of the clocks', async () => {
    const stage = await history(3);
    const context = { ...stage.context, clockMarginMs: 5_000 };
    await putLease(stage, 7n, 60_000, 'a');
    stage.time.now += 65_999;
    const run = async () => runCleanup(context, await planCleanup(context, keeping(9)));
    await run();
    expect(await leases(stage)).toHaveLength(1);
    stage.time.now += 1;
    await run();
    expect(await leases(stage)).toEqual([]);
  });
});
