/** Runs over built histories: what goes and what stays, who stops them, and that any interruption can be finished (D10 to D20). */
import { describe, expect, it } from 'vitest';
import { formatLeaseName } from '@/lib/engine/leases/lease-names';
import { markerFolder } from '@/lib/engine/retirement/marker-names';
import { type CleanupStage, cleanupStage, fileOf, keeping } from '@/lib/testing/cleanup-stage';
import { cleanupRules } from './census-rules';
import type { CleanupReport, RunProgress } from './cleanup-report';
import { Pace } from './pace';
import { planCleanup } from './plan-cleanup';
import { planHash } from './plan-hash';
import { type RunOptions, runCleanup } from './run-cleanup';

const dayMs = 86_400_000;
const tag = (version: number) => `{"branch":null,"version":${version},"manifestSize":1}`;

async function history(versions: number): Promise<CleanupStage> {
  const stage = await cleanupStage();
  await stage.commit(1, versions);
  return stage;
}
async function clean(
  stage: CleanupStage,
  policy = keeping(1),
  options: RunOptions = {},
): Promise<CleanupReport> {
  return runCleanup(stage.context, await planCleanup(stage.context, policy), options);
}
const lease = (stage: CleanupStage, version: bigint, ttlMs: number) =>
  stage.put(
    formatLeaseName({ namespace: 'main', version, ttlMicros: BigInt(ttlMs) * 1_000n, id: 'e'.repeat(32) }),
    new Uint8Array(),
  );
/** Calls `work` once, right before the first call that `when` recognises. */
function once(stage: CleanupStage, when: (call: string) => boolean, work: () => Promise<void>): void {
  let done = false;
  stage.beforeCalls(async (call) => {
    if (done || !when(`${call.verb} ${call.keys.join(' ')}`)) return;
    done = true;
    await work();
  });
}

describe('a run', () => {
  it('3. successful_cleanup_finalizes_version_fence', async () => {
    const stage = await history(3);
    const report = await clean(stage);
    expect(report).toMatchObject({
      outcome: 'completed',
      retired: [1n, 2n],
      left: [],
      incidents: [],
      markersLeft: [],
    });
    expect(await stage.versions()).toEqual([3n]);
    expect(await stage.entries(markerFolder('main', 1n))).toEqual([]);
    expect([...(await stage.entries())].sort()).toEqual([
      '_transactions/2-t.txn',
      `_versions/${2n ** 64n - 4n}.manifest`,
      'data/shared.lance',
      `data/${fileOf(3n)}`,
    ]);
  });

  it('51. does what the plan predicted', async () => {
    const stage = await history(5);
    const plan = await planCleanup(stage.context, keeping(2));
    const report = await runCleanup(stage.context, plan);
    expect(report.bytesDeleted).toBe(plan.predicted.bytes);
    expect(report.objectsDeleted).toBe(plan.predicted.objects);
    expect(report.objectsLeft).toBe(0);
  });

  it('D11 refuses a plan that was changed, or that the dataset has outgrown', async () => {
    const stage = await history(4);
    const plan = await planCleanup(stage.context, keeping(2));
    const widened = { ...plan, versions: [...plan.versions, ...plan.versions] };
    await expect(runCleanup(stage.context, widened)).rejects.toMatchObject({ kind: 'invalid_input' });
    const otherPlace = { ...plan, dataset: 'lake/other' };
    const forged = { ...otherPlace, hash: planHash(otherPlace) };
    await expect(runCleanup(stage.context, forged)).rejects.toMatchObject({ kind: 'invalid_input' });
    const before = await stage.entries();
    await stage.bare.delete(stage.key(`_versions/${2n ** 64n - 4n}.manifest`));
    await expect(runCleanup(stage.context, plan)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await stage.entries()).toHaveLength(before.length - 1);
  });

  it('D11 is not stopped by new commits, leases and references, which only shrink it', async () => {
    const stage = await history(4);
    const plan = await planCleanup(stage.context, keeping(1));
    await stage.commit(5, 5);
    await lease(stage, 1n, 1e9);
    await stage.put('_refs/tags/late.json', tag(2));
    const report = await runCleanup(stage.context, plan);
    expect(report.retired).toEqual([3n]);
    expect(report.left.map(({ version, reason }) => `${version} ${reason}`)).toEqual(['1 held', '2 held']);
    expect(await stage.versions()).toEqual([1n, 2n, 4n, 5n]);
    expect(await stage.entries('data/')).toContain(`data/${fileOf(1n)}`);
  });

  it('D10 a table dropped and made again between plan and run loses nothing', async () => {
    const stage = await history(3);
    const plan = await planCleanup(stage.context, keeping(1));
    for (const entry of await stage.entries()) await stage.bare.delete(stage.key(entry));
    await stage.commit(1, 3);
    const again = await stage.entries();
    await expect(runCleanup(stage.context, plan)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await stage.entries()).toEqual(again);
  });

  it.each([
    ['by its size too', 5],
    ['by its content alone, stored in the same second', 3],
  ])('D10 an object that differs stays: %s', async (_, size) => {
    const stage = await history(3);
    const key = stage.key(`data/${fileOf(1n)}`);
    const write = async (value: number, length: number) => {
      await stage.bare.delete(key);
      await stage.bare.create(key, new Uint8Array(length).fill(value));
    };
    await write(8, 3);
    const plan = await planCleanup(stage.context, keeping(1));
    await write(9, size);
    const report = await runCleanup(stage.context, plan);
    expect(report.objectsLeft).toBe(1);
    expect(await stage.entries('data/')).toContain(`data/${fileOf(1n)}`);
  });
});

describe('leases', () => {
  it('44. an active lease keeps its version; after its release it goes', async () => {
    const stage = await history(3);
    await lease(stage, 1n, 30 * dayMs);
    expect((await clean(stage)).retired).toEqual([2n]);
    const [held] = await stage.entries('_refs/version_leases/');
    await stage.bare.delete(stage.key(held ?? ''));
    expect((await clean(stage)).retired).toEqual([1n]);
    expect(
      (await stage.entries('_refs/version_lease_gc/')).filter((entry) => !entry.endsWith('_clock')),
    ).toEqual([]);
  });
  it('45. an expired lease does not stand in the way and goes with its version', async () => {
    const stage = await history(2);
    await lease(stage, 1n, 10);
    stage.time.now += 1_100;
    expect((await clean(stage)).retired).toEqual([1n]);
    expect(await stage.entries('_refs/version_leases/')).toEqual([]);
  });
  it('one that comes after the plan is counted by the first census, and before the seal by the second', async () => {
    for (const verb of ['.draining', '.sealed']) {
      const stage = await history(2);
      const plan = await planCleanup(stage.context, keeping(1));
      once(
        stage,
        (call) => call.includes(verb),
        () => lease(stage, 1n, dayMs),
      );
      const report = await runCleanup(stage.context, plan);
      expect(report.left, verb).toMatchObject([{ version: 1n, reason: 'held' }]);
      expect(await stage.versions()).toEqual([1n, 2n]);
      expect(await stage.entries(markerFolder('main', 1n))).toEqual([]);
    }
  });
});

describe('the guard', () => {
  it('D16 a tag that a released writer puts after the commit keeps the version', async () => {
    const stage = await history(2);
    const plan = await planCleanup(stage.context, keeping(1));
    once(
      stage,
      (call) => call.includes('.committed'),
      () => stage.put('_refs/tags/late.json', tag(1)),
    );
    const report = await runCleanup(stage.context, plan);
    expect(report.retired).toEqual([]);
    expect(await stage.versions()).toEqual([1n, 2n]);
    expect(await stage.entries('data/')).toContain(`data/${fileOf(1n)}`);
    // The commit stays; the next run goes on once nothing holds it.
    expect((await stage.entries(markerFolder('main', 1n))).map((entry) => entry.split('.').at(-1))).toEqual([
      'committed',
    ]);
    await stage.bare.delete(stage.key('_refs/tags/late.json'));
    expect((await clean(stage)).retired).toEqual([1n]);
  });
  it('D16 a version restored while the run works keeps its files', async () => {
    const stage = await history(3);
    const plan = await planCleanup(stage.context, keeping(1));
    const restored = { version: 4n, fragments: [{ id: 1, files: [{ path: fileOf(1n) }] }] };
    once(
      stage,
      (call) => call.includes('.committed'),
      () => stage.putManifest(restored),
    );
    const report = await runCleanup(stage.context, plan);
    expect(report.outcome).toBe('completed');
    expect(await stage.entries('data/')).toContain(`data/${fileOf(1n)}`);
    expect(await stage.entries('data/')).not.toContain(`data/${fileOf(2n)}`);
  });
  it('D20 what comes after the last look is told as an incident', async () => {
    const stage = await history(2);
    const plan = await planCleanup(stage.context, keeping(1));
    const restored = { version: 3n, fragments: [{ id: 1, files: [{ path: fileOf(1n) }] }] };
    once(
      stage,
      (call) => call.startsWith('deleteBatch') && call.includes('data/'),
      () => stage.putManifest(restored),
    );
    const report = await runCleanup(stage.context, plan);
    expect(report.outcome).toBe('incident');
    expect(report.incidents).toMatchObject([{ version: 3n, missingKeys: [`data/${fileOf(1n)}`] }]);
  });
  it('D16 one unreadable answer stops it, with the commit left for the next', async () => {
    const stage = await history(2);
    const plan = await planCleanup(stage.context, keeping(1));
    once(
      stage,
      (call) => call.includes('.committed'),
      async () => {
        stage.failWhen((call) => (call.verb === 'list' && call.key.endsWith('_refs/') ? 'refused' : null));
      },
    );
    const report = await runCleanup(stage.context, plan);
    expect(report).toMatchObject({ outcome: 'failed', failure: { kind: 'unavailable' }, objectsDeleted: 0 });
    stage.failWhen(null);
    expect((await clean(stage)).outcome).toBe('completed');
    expect(await stage.versions()).toEqual([2n]);
  });
  it('D17 a seal that somebody took away means that nothing is deleted', async () => {
    const stage = await history(2);
    const plan = await planCleanup(stage.context, keeping(1));
    once(
      stage,
      (call) => call.includes('.committed'),
      async () => {
        const seal = (await stage.entries(markerFolder('main', 1n))).find((entry) =>
          entry.endsWith('.sealed'),
        );
        await stage.bare.delete(stage.key(seal ?? ''));
      },
    );
    expect(await runCleanup(stage.context, plan)).toMatchObject({
      retired: [],
      left: [{ version: 1n, reason: 'held' }],
    });
    expect(await stage.entries('data/')).toContain(`data/${fileOf(1n)}`);
  });
  it('D17 without its rule the same run deletes', async () => {
    const stage = await history(2);
    const plan = await planCleanup(stage.context, keeping(1));
    const rules = { ...cleanupRules, afterCommit: () => false };
    once(
      stage,
      (call) => call.includes('.committed'),
      async () => {
        const seal = (await stage.entries(markerFolder('main', 1n))).find((entry) =>
          entry.endsWith('.sealed'),
        );
        await stage.bare.delete(stage.key(seal ?? ''));
      },
    );
    expect((await runCleanup({ ...stage.context, rules }, plan)).retired).toEqual([1n]);
  });
});

describe('time', () => {
  it.each([
    [5 * 60_000, cleanupRules, 'retired'],
    [5 * 60_000 + 1, cleanupRules, 'cancelled'],
    [5 * 60_000 + 1, { ...cleanupRules, groupSealedInTime: () => true }, 'retired'],
    [0, { ...cleanupRules, groupSealedInTime: () => false }, 'cancelled'],
  ] as const)('D15 a group sealed %s ms after its fence, by the rule: %#', async (later, rules, result) => {
    const stage = await history(2);
    const plan = await planCleanup(stage.context, keeping(1));
    once(
      stage,
      (call) => call.includes('.sealed'),
      async () => {
        stage.time.now += later;
      },
    );
    const report = await runCleanup({ ...stage.context, rules }, plan);
    expect(report.retired).toEqual(result === 'retired' ? [1n] : []);
    expect(report.left.map(({ reason }) => reason)).toEqual(
      result === 'retired' ? [] : ['not_sealed_in_time'],
    );
    expect(await stage.entries(markerFolder('main', 1n))).toEqual([]);
  });
  it('D15 groups of 200, lowest first; an object goes with the last group that needs it', async () => {
    const stage = await cleanupStage();
    await stage.put('data/common.lance');
    const fragments = [{ id: 0, files: [{ path: 'common.lance' }] }];
    for (let version = 1n; version <= 250n; version += 1n) await stage.putManifest({ version, fragments });
    await stage.commit(251, 251);
    const seen: RunProgress[] = [];
    const report = await clean(stage, keeping(1), { onProgress: (progress) => seen.push(progress) });
    expect(report.retired).toHaveLength(250);
    const deleting = seen.filter(({ objectsDeleted }) => objectsDeleted > 0);
    expect(seen.at(-1)?.groups).toBe(2);
    expect(deleting[0]?.versionsRetired).toBe(0);
    const batches = stage.calls.filter((call) => call.startsWith('deleteBatch') && call.includes('/data/'));
    expect(batches).toHaveLength(1);
    expect(await stage.versions()).toEqual([251n]);
  });
  it('D19 is asked before every batch, and goes no further when told no', async () => {
    const stage = await history(4);
    const plan = await planCleanup(stage.context, keeping(1));
    const beforeBatch = async () => {
      throw Object.assign(new (await import('@/lib/base/errors')).VamplateError('conflict', 'frozen'));
    };
    expect(await runCleanup(stage.context, plan, { beforeBatch })).toMatchObject({
      outcome: 'failed',
      objectsDeleted: 0,
    });
    expect((await clean(stage)).retired).toEqual([1n, 2n, 3n]);
  });
  it('stops between batches and is resumed by anybody', async () => {
    const stage = await history(4);
    const plan = await planCleanup(stage.context, keeping(1));
    const stop = new AbortController();
    const report = await runCleanup(stage.context, plan, {
      pace: new Pace(stage.context.clock, 2),
      signal: stop.signal,
      onProgress: ({ objectsDeleted }) => {
        if (objectsDeleted > 0) stop.abort();
      },
    });
    expect(report).toMatchObject({ outcome: 'stopped', objectsDeleted: 2, retired: [] });
    expect(report.left.every(({ reason }) => reason === 'not_reached')).toBe(true);
    const next = await clean(stage, keeping(4));
    expect(next.retired).toEqual([1n, 2n, 3n]);
    expect(await stage.versions()).toEqual([4n]);
  });
});

describe('50. a delete that fails', () => {
  it.each(['refused', 'lost_before', 'lost_after'] as const)('%s: the next run finishes', async (fault) => {
    const stage = await history(3);
    const plan = await planCleanup(stage.context, keeping(1));
    stage.failWhen(({ verb, key }) =>
      verb.startsWith('delete') && key.includes('_versions') ? fault : null,
    );
    await runCleanup(stage.context, plan);
    stage.failWhen(null);
    const again = await clean(stage);
    expect(again.outcome).toBe('completed');
    expect(await stage.versions()).toEqual([3n]);
    expect((await stage.entries('_refs/')).filter((entry) => !entry.endsWith('_clock'))).toEqual([]);
  });
});

it('a run that dies at any of its calls is finished by another', async () => {
  const whole = await history(4);
  const plan = await planCleanup(whole.context, keeping(1));
  whole.calls.length = 0;
  await runCleanup(whole.context, plan);
  const calls = whole.calls.length;
  expect(calls).toBeGreaterThan(20);
  for (const effect of ['before', 'after'] as const) {
    for (let at = 0; at < calls; at += 1) {
      const stage = await history(4);
      const sealed = await planCleanup(stage.context, keeping(1));
      let seen = 0;
      stage.failWhen(() => {
        seen += 1;
        if (seen <= at) return null;
        return seen === at + 1 && effect === 'after' ? 'lost_after' : 'lost_before';
      });
      await runCleanup(stage.context, sealed).catch(() => undefined);
      stage.failWhen(null);
      stage.time.now += 16 * 60_000;
      const report = await clean(stage);
      const where = `${effect} call ${at}`;
      expect(report.outcome, where).toBe('completed');
      expect(await stage.versions(), where).toEqual([4n]);
      expect(
        (await stage.entries('_refs/')).filter((entry) => !entry.endsWith('_clock')),
        where,
      ).toEqual([]);
      expect(await stage.entries('data/'), where).toEqual(['data/shared.lance', `data/${fileOf(4n)}`]);
    }
  }
});
