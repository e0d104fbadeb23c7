/** What stops a run and what it leaves: errors of others, a freeze at every moment, and the seals of dead runs (D9, D14, D19). */
import { describe, expect, it } from 'vitest';
import { VamplateError } from '@/lib/base/errors';
import { markerFolder } from '@/lib/engine/retirement/marker-names';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { type CleanupStage, cleanupStage, keeping } from '@/lib/testing/cleanup-stage';
import { manifestBytes } from '@/lib/testing/manifest-bytes';
import { history, putMarker } from '@/lib/testing/plan-stage';
import type { CleanupContext } from './cleanup-context';
import { planCleanup } from './plan-cleanup';
import { runCleanup } from './run-cleanup';

const markersOf = (stage: CleanupStage, version: bigint) => stage.entries(markerFolder('main', version));

describe('an error of those who are asked', () => {
  it.each(['outsideReasons', 'otherDatasets'] as const)(
    'D14 a plain error of %s mid-run keeps, and is told',
    async (asked) => {
      const stage = await history(3);
      const plan = await planCleanup(stage.context, keeping(1));
      const before = await stage.versions();
      let committed = false;
      stage.beforeCalls(async (call) => {
        committed ||= call.key.endsWith('.committed');
      });
      const real = stage.context[asked] as (...given: unknown[]) => Promise<never>;
      const failing = async (...given: unknown[]) => {
        if (committed) throw new TypeError('socket hang up at 10.0.0.7');
        return real(...given);
      };
      const report = await runCleanup({ ...stage.context, [asked]: failing } as CleanupContext, plan);
      expect(report).toMatchObject({
        outcome: 'failed',
        retired: [],
        objectsDeleted: 0,
        failure: { kind: 'refused' },
      });
      expect(JSON.stringify(report.failure)).not.toContain('10.0.0.7');
      expect(await stage.versions()).toEqual(before);
    },
  );

  it('one that nobody expects still ends in a report of what was done', async () => {
    const stage = await history(3);
    const plan = await planCleanup(stage.context, keeping(1));
    const onProgress = ({ objectsDeleted }: { objectsDeleted: number }) => {
      if (objectsDeleted > 0) throw new RangeError('secret');
    };
    const report = await runCleanup(stage.context, plan, { onProgress });
    expect(report.failure).toEqual({ kind: 'internal', sentence: 'An unexpected RangeError ended the run.' });
    expect(report.objectsDeleted).toBeGreaterThan(0);
    expect((await runCleanup(stage.context, await planCleanup(stage.context, keeping(1)))).outcome).toBe(
      'completed',
    );
    expect(await stage.versions()).toEqual([3n]);
  });
});

describe('D19 a freeze', () => {
  it.each([0, 1, 2, 3, 4])(
    'after it was asked %s times: nothing more is begun, and the next run finishes',
    async (asked) => {
      const stage = await history(3);
      const plan = await planCleanup(stage.context, keeping(1));
      let times = 0;
      const beforeBatch = async () => {
        times += 1;
        if (times > asked) throw new VamplateError('refused', 'The lake is frozen.');
      };
      stage.calls.length = 0;
      const report = await runCleanup(stage.context, plan, { beforeBatch });
      expect(report).toMatchObject({ outcome: 'failed', failure: { kind: 'refused' } });
      const fenced = stage.calls.some((call) => call.includes('.draining'));
      const committed = stage.calls.some((call) => call.startsWith('create') && call.includes('.committed'));
      expect({ fenced, committed }).toEqual({ fenced: asked > 1, committed: asked > 2 });
      // Before the commit everything is taken back.
      if (!committed) expect(await stage.entries('_refs/')).toEqual([]);
      if (!committed) expect(report.left.map(({ reason }) => reason)).toEqual(['not_reached', 'not_reached']);
      await runCleanup(stage.context, await planCleanup(stage.context, keeping(1)));
      expect(await stage.versions()).toEqual([3n]);
    },
  );
});

describe('a marker that goes between listing and reading', () => {
  async function besideOthers(times: number) {
    const stage = await history(3);
    const plan = await planCleanup(stage.context, keeping(1));
    let left = times;
    // Somebody finishes one retirement after the other.
    stage.beforeCalls(async ({ verb, key }) => {
      if (verb === 'list' && key.endsWith('_refs/') && left > 0) await putMarker(stage, 77n, 'committed');
      if (verb !== 'get' || !key.includes('/77/')) return;
      left -= 1;
      await stage.bare.delete(key);
    });
    return { stage, run: runCleanup(stage.context, plan) };
  }

  it('is looked for again, and stops nothing', async () => {
    const { stage, run } = await besideOthers(2);
    expect(await run).toMatchObject({ outcome: 'completed', retired: [1n, 2n] });
    expect(await stage.versions()).toEqual([3n]);
  });

  it('at every look is taken for unreadable', async () => {
    const { stage, run } = await besideOthers(100);
    await expect(run).rejects.toMatchObject({ kind: 'refused' });
    expect(await stage.versions()).toEqual([1n, 2n, 3n]);
  });
});

describe('the seal of a dead run', () => {
  const clone = (stage: CleanupStage) => {
    const elsewhere = openMemoryStore({ now: () => stage.time.now });
    const path = `${stage.bare.uri.replace(/\/$/, '')}/${stage.root.key}`;
    const body = manifestBytes({
      version: 2n,
      basePaths: [{ id: 1, name: null, isDatasetRoot: true, path }],
      fragments: [{ id: 0, files: [{ path: 'v2.lance', baseId: 1 }] }],
    });
    const otherDatasets = async () => [{ store: elsewhere, root: 'copy' }];
    return {
      otherDatasets,
      write: () => elsewhere.create('copy/_versions/18446744073709551613.manifest', body),
    };
  };

  it('D13 on a version that only a clone holds is cancelled: the version is open again', async () => {
    const stage = await history(4);
    const { otherDatasets, write } = clone(stage);
    await write();
    await putMarker(stage, 2n, 'sealed');
    const context = { ...stage.context, otherDatasets };
    const report = await runCleanup(context, await planCleanup(context, keeping(1)));
    expect(report).toMatchObject({ outcome: 'completed', retired: [1n, 3n] });
    expect(await markersOf(stage, 2n)).toEqual([]);
    expect(await stage.versions()).toEqual([2n, 4n]);
  });

  it('D9 that appeared since the plan is left alone, held or not', async () => {
    const stage = await history(4);
    const { otherDatasets, write } = clone(stage);
    const context = { ...stage.context, otherDatasets };
    const plan = await planCleanup(context, keeping(1));
    await write();
    await putMarker(stage, 1n, 'sealed');
    await putMarker(stage, 2n, 'sealed');
    const report = await runCleanup(context, plan);
    expect(report.retired).toEqual([3n]);
    expect(report.left.map(({ version, reason }) => `${version} ${reason}`)).toEqual([
      '1 new_retirement',
      '2 new_retirement',
    ]);
    for (const version of [1n, 2n]) expect(await markersOf(stage, version)).toHaveLength(1);
  });

  it('D9 that appeared while an earlier group was at work is left alone too', async () => {
    const stage = await cleanupStage();
    for (let version = 1n; version <= 203n; version += 1n) await stage.putManifest({ version });
    const plan = await planCleanup(stage.context, keeping(1));
    let done = false;
    stage.beforeCalls(async ({ verb, key }) => {
      if (done || verb !== 'create' || !key.endsWith('.committed')) return;
      done = true;
      await putMarker(stage, 201n, 'sealed');
    });
    const report = await runCleanup(stage.context, plan);
    expect(report.retired).toHaveLength(201);
    expect(report.left).toMatchObject([{ version: 201n, reason: 'new_retirement' }]);
    expect(await markersOf(stage, 201n)).toHaveLength(1);
    expect(await stage.versions()).toEqual([201n, 203n]);
  });
});
