/** Contract tests of a whole run: an intent between the censuses, and a commit whose answer stays open (section I, 18; D1). */
import { describe, expect, it } from 'vitest';
import { createIntent } from '@/lib/engine/references/write-reference';
import { keeping } from '@/lib/testing/cleanup-stage';
import { history } from '@/lib/testing/plan-stage';
import { planCleanup } from './plan-cleanup';
import { runCleanup } from './run-cleanup';

const manifestEntry = (version: bigint) => `_versions/${2n ** 64n - 1n - version}.manifest`;
const seals = (entries: readonly string[]) => entries.filter((entry) => entry.endsWith('.sealed')).length;
const commits = (calls: readonly string[]) => calls.filter((call) => call.endsWith('.committed'));

it('18. a pending intent between census and commit: its version is retained, never committed, sealed until cancelled', async () => {
  const stage = await history(2);
  const plan = await planCleanup(stage.context, keeping(1));
  stage.calls.length = 0;
  let sealsAtCancel: number | null = null;
  let listings = 0;
  stage.beforeCalls(async ({ verb, key, keys }) => {
    const sealed = stage.calls.some((call) => call.startsWith('create') && call.endsWith('.sealed'));
    if (sealed && verb === 'list' && key.includes('/version_reference_intents/')) {
      listings += 1;
      // After the census has read every intent, before the commit's own look.
      if (listings === 2) {
        const path = `${stage.root.path}/_refs/tags/coming.json`;
        const payload = new TextEncoder().encode('{"branch":null,"version":1,"manifestSize":1}');
        await createIntent(
          stage.bare,
          stage.root,
          { namespace: 'main', version: 1n, id: 'a'.repeat(32) },
          {
            manifestPath: `${stage.root.path}/${manifestEntry(1n)}`,
            operationId: 'b'.repeat(32),
            state: 'pending',
            mutation: { kind: 'create', path, payload },
          },
        );
      }
    }
    if (verb === 'deleteBatch' && keys.some((one) => one.endsWith('.sealed')))
      sealsAtCancel ??= seals(await stage.entries('_refs/'));
  });
  const report = await runCleanup(stage.context, plan);
  expect(report).toMatchObject({
    outcome: 'completed',
    retired: [],
    left: [{ version: 1n, reason: 'held' }],
  });
  expect(listings).toBeGreaterThanOrEqual(2);
  expect(sealsAtCancel).toBe(1);
  expect(commits(stage.calls)).toEqual([]);
  expect(seals(await stage.entries('_refs/'))).toBe(0);
  expect(await stage.versions()).toEqual([1n, 2n]);
});

describe('a commit whose answer does not come', () => {
  it('D1 is sent again until it is definite, and then its version goes', async () => {
    const stage = await history(2);
    const plan = await planCleanup(stage.context, keeping(1));
    let lost = 0;
    stage.failWhen((call) => {
      if (call.verb !== 'create' || !call.key.endsWith('.committed') || lost === 3) return null;
      lost += 1;
      return lost === 3 ? 'lost_after' : 'lost_before';
    });
    expect(await runCleanup(stage.context, plan)).toMatchObject({ outcome: 'completed', retired: [1n] });
    expect(lost).toBe(3);
    expect(await stage.versions()).toEqual([2n]);
  });

  it('D1 that stays open: neither cancelled nor deleted, and the next run goes on', async () => {
    const stage = await history(2);
    const plan = await planCleanup(stage.context, keeping(1));
    stage.failWhen((call) =>
      call.verb === 'create' && call.key.endsWith('.committed') ? 'lost_before' : null,
    );
    const before = (await stage.entries()).filter((entry) => !entry.startsWith('_refs/'));
    const report = await runCleanup(stage.context, plan);
    expect(report).toMatchObject({
      retired: [],
      objectsDeleted: 0,
      left: [{ version: 1n, reason: 'undecided_commit' }],
    });
    expect((await stage.entries()).filter((entry) => !entry.startsWith('_refs/'))).toEqual(before);
    expect(seals(await stage.entries('_refs/'))).toBe(1);
    stage.failWhen(null);
    const next = await runCleanup(stage.context, await planCleanup(stage.context, keeping(2)));
    expect(next).toMatchObject({ outcome: 'completed', retired: [1n] });
  });
});

it('D1 an object whose delete is not certain is counted as left, not as deleted', async () => {
  const stage = await history(2);
  const plan = await planCleanup(stage.context, keeping(1));
  const isData = (key: string) => key.includes('/data/');
  stage.failWhen((call) => (call.verb === 'deleteBatch' && call.keys.some(isData) ? 'lost_after' : null));
  const report = await runCleanup(stage.context, plan);
  // One batch holds every object of the group, and none of its answers came; the manifest goes by itself.
  expect(report).toMatchObject({ objectsDeleted: 1, objectsLeft: plan.objects.length });
  expect(report.bytesDeleted).toBe(plan.versions[0]?.manifests[0]?.size);
});
