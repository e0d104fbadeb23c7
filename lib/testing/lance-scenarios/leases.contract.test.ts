/** The cleanup-level contract on tables that LanceDB wrote: leases and retirement (section I, 44 to 47, 65; D9). */
import { describe, expect, it } from 'vitest';
import { noFilters } from '@/lib/engine/cleanup/cleanup-policy';
import { dayMs, newestOnly, onEvents, rowsOf } from './events-stage';

const hourMs = 3_600_000;

describe('leases', () => {
  it('44. active 30-day lease retains the files of v1 over an 8-day policy; after its release they go (LanceDB)', () =>
    onEvents(async (stage) => {
      const lease = await stage.engine().acquireLease({ branch: null, version: 1n }, { ttlMs: 30 * dayMs });
      const policy = { ...noFilters, olderThanMs: 8 * dayMs };
      const report = await stage.clean(policy, { laterMs: 9 * dayMs });
      expect(report).toMatchObject({ outcome: 'completed', retired: [2n, 3n, 4n, 5n] });
      expect(await stage.missingOf(1n)).toEqual([]);
      expect(await stage.read(1)).toBe(rowsOf[0]);
      expect(stage.onlyOf(2n, [1n, 6n]).length).toBeGreaterThan(1);
      expect(await stage.missingOf(2n)).toEqual(stage.onlyOf(2n, [1n, 6n]));

      await lease.release();
      expect(await stage.clean(policy, { laterMs: 9 * dayMs })).toMatchObject({ retired: [1n] });
      expect(await stage.missingOf(1n)).toEqual(stage.onlyOf(1n, [6n]));
      expect(await stage.markers()).toEqual([]);
      expect(await stage.read(6)).toBe(rowsOf[5]);
    }));

  it('45. a 10 ms lease that expired 1.1 s ago does not block, and a later acquire finds no version (LanceDB)', () =>
    onEvents(async (stage) => {
      await stage.engine().acquireLease({ branch: null, version: 1n }, { ttlMs: 10 });
      const later = stage.engine({ laterMs: 1_100 });
      expect(await later.runCleanup(await later.planCleanup(newestOnly))).toMatchObject({
        outcome: 'completed',
        retired: [1n, 2n, 3n, 4n, 5n],
      });
      const late = later.acquireLease({ branch: null, version: 1n }, { ttlMs: 1_000 });
      await expect(late).rejects.toMatchObject({
        kind: 'not_found',
        message: expect.stringContaining('no longer exists'),
      });
      expect(await stage.leases()).toEqual([]);
    }));

  it('46. a sealed retirement resumes although the policy would keep its version (LanceDB)', () =>
    onEvents(async (stage) => {
      await stage.mark(2n, 'sealed');
      const engine = stage.engine({ laterMs: hourMs });
      const plan = await engine.planCleanup({ ...newestOnly, retainVersions: 6 });
      expect(plan.versions).toMatchObject([{ version: 2n, group: 'resume' }]);
      expect(await engine.runCleanup(plan)).toMatchObject({ outcome: 'completed', retired: [2n] });
      expect(await stage.versions()).toEqual([1n, 3n, 4n, 5n, 6n]);
      expect(await stage.markers()).toEqual([]);
      expect(await stage.read(1)).toBe(rowsOf[0]);
    }));

  it('47. a version to be resumed that has a lease stays, and its seal goes (LanceDB)', () =>
    onEvents(async (stage) => {
      const lease = await stage.engine().acquireLease({ branch: null, version: 2n }, { ttlMs: dayMs });
      await stage.mark(2n, 'sealed');
      const report = await stage.clean(newestOnly, { laterMs: hourMs });
      expect(report.retired).toEqual([1n, 3n, 4n, 5n]);
      expect(await stage.missingOf(2n)).toEqual([]);
      expect(await stage.read(2)).toBe(rowsOf[1]);
      await lease.renew();
      expect(await stage.markers()).toEqual([]);
    }));

  it('65. a duration below 1 µs, beyond ten years or not a number is rejected before any write (LanceDB)', () =>
    onEvents(async (stage) => {
      const before = await stage.keys();
      for (const ttlMs of [0, 0.000_4, -1, Number.NaN, Number.POSITIVE_INFINITY, 11 * 366 * dayMs]) {
        const acquired = stage.engine().acquireLease({ branch: null, version: 1n }, { ttlMs });
        await expect(acquired, String(ttlMs)).rejects.toMatchObject({ kind: 'invalid_input' });
      }
      expect(await stage.keys()).toEqual(before);
    }));
});

describe('the three groups of a plan', () => {
  it('D9 certain, conditional and resumed are told apart, and predictions count the certain (LanceDB)', () =>
    onEvents(async (stage) => {
      await stage.engine().acquireLease({ branch: null, version: 1n }, { ttlMs: 10 });
      await stage.engine().acquireLease({ branch: null, version: 3n }, { ttlMs: dayMs });
      await stage.mark(4n, 'sealed');
      const engine = stage.engine({ laterMs: hourMs });
      const plan = await engine.planCleanup(newestOnly);
      expect(plan.versions.map(({ version, group }) => [version, group])).toEqual([
        [1n, 'conditional'],
        [2n, 'certain'],
        [4n, 'resume'],
        [5n, 'certain'],
      ]);
      expect(plan.predicted.versions).toBe(2);
      expect(plan.most.versions).toBe(4);
      const conditional = stage.onlyOf(1n, [2n, 3n, 4n, 5n, 6n]);
      const uncertain = plan.objects.filter((object) => !object.certain).map(({ key }) => key);
      for (const key of conditional.filter((one) => !one.includes('/_versions/'))) {
        expect(uncertain).toContain(key);
      }
      expect(await engine.runCleanup(plan)).toMatchObject({ retired: [1n, 2n, 4n, 5n] });
      expect(await stage.read(3)).toBe(rowsOf[2]);
    }));

  it('D9 a retirement that appears after the plan is left alone and reported (LanceDB)', () =>
    onEvents(async (stage) => {
      const engine = stage.engine();
      const plan = await engine.planCleanup({ ...newestOnly, retainVersions: null, versions: [1n, 2n] });
      const marker = await stage.mark(2n, 'sealed');
      const other = await stage.mark(4n, 'committed');
      const report = await engine.runCleanup(plan);
      expect(report.retired).toEqual([1n]);
      expect(report.left).toMatchObject([{ version: 2n, reason: 'new_retirement' }]);
      expect(await stage.missingOf(2n)).toEqual([]);
      expect(await stage.missingOf(4n)).toEqual([]);
      expect(await stage.markers()).toEqual([marker, other].sort());
    }));
});
