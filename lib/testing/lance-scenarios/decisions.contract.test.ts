/** Decisions D10, D12, D13 and D16 on tables that LanceDB wrote: identity, ages, clones elsewhere, fresh facts. */
import { utimesSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { noFilters } from '@/lib/engine/cleanup/cleanup-policy';
import { bytesOf, manifestName } from './change-manifest';
import { dayMs, type EventsStage, newestOnly, onEvents, root, rowsOf } from './events-stage';
import { readEverything } from './read-everything';
import { rows } from './scenarios';

const hourMs = 3_600_000;
const exactly = (...versions: bigint[]) => ({ ...newestOnly, retainVersions: null, versions });
const days = (count: number) => ({ ...noFilters, olderThanMs: count * dayMs });

/** As if the object had been stored at another time; its content keeps what it says of itself. */
function store(stage: EventsStage, key: string, ageMs: number): void {
  const at = (Date.now() - ageMs) / 1_000;
  utimesSync(fileURLToPath(`${stage.store.uri}/${key}`), at, at);
}

async function manifestKey(stage: EventsStage, version: bigint): Promise<string> {
  return `${root}/_versions/${await manifestName(stage.store, root, version)}`;
}

describe('identity', () => {
  it('D10 the table is dropped and made again between plan and run: nothing of it is deleted (LanceDB)', () =>
    onEvents(async (stage) => {
      const engine = stage.engine();
      const plan = await engine.planCleanup(newestOnly);
      await stage.lance(async (_, db) => {
        await db.dropTable('events');
        const table = await db.createTable('events', rows(0, 7));
        for (let turn = 0; turn < 7; turn += 1) await table.add(rows(turn, 1));
      });
      const before = await readEverything(stage.place);
      const keys = await stage.keys();
      const ended = await engine.runCleanup(plan).then(
        (report) => report.outcome,
        (error: { kind: string }) => error.kind,
      );
      expect(['failed', 'conflict']).toContain(ended);
      expect((await stage.keys()).filter((key) => !key.includes('/_refs/'))).toEqual(keys);
      expect(await readEverything(stage.place)).toEqual(before);
      expect(await stage.markers()).toEqual([]);
    }));

  it('D10 an object with a planned name and another content leaves the run, which goes on without it (LanceDB)', () =>
    onEvents(async (stage) => {
      const [data = ''] = stage.onlyOf(1n, [6n]).filter((key) => key.includes('/data/'));
      const engine = stage.engine();
      const plan = await engine.planCleanup(newestOnly);
      expect(plan.objects.map(({ key }) => key)).toContain(data);
      await stage.store.put(data, new TextEncoder().encode('somebody wrote it anew'));
      const report = await engine.runCleanup(plan);
      expect(report).toMatchObject({ outcome: 'completed', objectsLeft: 1 });
      expect(await stage.keys()).toContain(data);
      expect(await stage.versions()).toEqual([6n]);
    }));

  it('D11 commits, leases and tags after the plan shrink the run and never make it stale (LanceDB)', () =>
    onEvents(async (stage) => {
      const engine = stage.engine();
      const plan = await engine.planCleanup(newestOnly);
      await engine.acquireLease({ branch: null, version: 1n }, { ttlMs: dayMs });
      await stage.lance(async (table) => {
        await (await table.tags()).create('late', 3);
        await table.add(rows(900, 5));
      });
      const report = await engine.runCleanup(plan);
      expect(report).toMatchObject({ outcome: 'completed', retired: [2n, 4n, 5n], incidents: [] });
      expect(report.left.map(({ version, reason }) => [version, reason])).toEqual([
        [1n, 'held'],
        [3n, 'held'],
      ]);
      expect(await stage.versions()).toEqual([1n, 3n, 6n, 7n]);
      expect(await stage.read(1)).toBe(rowsOf[0]);
      expect(await stage.read('late')).toBe(rowsOf[2]);
      expect(await stage.read(7)).toBe(rowsOf[5] + 5);
    }));
});

describe('ages', () => {
  it('D12 an age policy needs both the own time and the stored time of a manifest to be older (LanceDB)', () =>
    onEvents(async (stage) => {
      // v1 was written just now but its object looks old; v2 is old by what it says, but was stored anew just now.
      store(stage, await manifestKey(stage, 1n), 20 * dayMs);
      const laterMs = 9 * dayMs;
      const again = await manifestKey(stage, 2n);
      await stage.place.later(laterMs).put(again, await bytesOf(stage.store, again));
      const now = await stage.engine().planCleanup(days(8));
      expect(now.versions).toEqual([]);
      const later = await stage.engine({ laterMs }).planCleanup(days(8));
      expect(later.versions.map(({ version }) => version)).toEqual([1n, 3n, 4n, 5n]);
    }));

  it('D12 the host clock decides nothing: years wrong in either direction, the plan is the same (LanceDB)', () =>
    onEvents(async (stage) => {
      const hosts = [0, -400 * dayMs, 400 * dayMs].map((wrong) =>
        stage.engine({
          clock: {
            wall: () => (Date.now() + wrong) as never,
            monotonic: () => (performance.now() + 1e9) as never,
            sleep: async () => {},
          },
        }),
      );
      const planned = await Promise.all(
        hosts.map(async (engine) => {
          const plans = [await engine.planCleanup(days(8)), await engine.planCleanup(exactly(1n))];
          return plans.map(({ versions, objects }) => ({ versions, objects }));
        }),
      );
      expect(planned[1]).toEqual(planned[0]);
      expect(planned[2]).toEqual(planned[0]);
      expect(planned[0]?.map(({ versions }) => versions.length)).toEqual([0, 1]);
    }));

  it('D12 a version stored less than an hour ago stays unless the plan says otherwise (LanceDB)', () =>
    onEvents(async (stage) => {
      const { youngGuardMs, ...usual } = exactly(1n);
      expect(youngGuardMs).toBe(0);
      const careful = { ...noFilters, ...usual };
      const planned = async (laterMs: number) =>
        (await stage.engine({ laterMs }).planCleanup(careful)).versions.length;
      expect(await planned(0.9 * hourMs)).toBe(0);
      expect(await planned(1.1 * hourMs)).toBe(1);
    }));

  it('D12 files that no manifest mentions need an attestation to go early, and an empty one is none (LanceDB)', () =>
    onEvents(async (stage) => {
      const plan = stage.engine().planCleanup({ ...exactly(1n), deleteUnverified: { attestation: '  ' } });
      await expect(plan).rejects.toMatchObject({ kind: 'invalid_input' });
    }));
});

describe('what others do meanwhile', () => {
  it.each(['restore', 'branch', 'tag'] as const)(
    'D16 a released %s of a planned version between plan and run keeps all it needs (LanceDB)',
    (what) =>
      onEvents(async (stage) => {
        const engine = stage.engine();
        const plan = await engine.planCleanup(newestOnly);
        await stage.lance(async (table) => {
          if (what === 'tag') await (await table.tags()).create('late', 3);
          else if (what === 'branch') (await (await table.branches()).create('late', undefined, 3)).close();
          else {
            await table.checkout(3);
            await table.restore();
          }
        });
        const before = await readEverything(stage.place);
        const report = await engine.runCleanup(plan);
        expect(report).toMatchObject({ outcome: 'completed', incidents: [] });
        const after = await readEverything(stage.place);
        for (const [name, read] of after) expect([name, read]).toEqual([name, before.get(name)]);
        const needed = {
          restore: 'events.lance:7',
          branch: 'events.lance/tree/late:3',
          tag: 'events.lance@late',
        }[what];
        expect(after.get(needed)).toBe(rowsOf[2]);
        expect(report.retired).toEqual(expect.arrayContaining([1n, 2n, 4n, 5n]));
      }),
  );

  it('D13 a clone made of a planned version between plan and run keeps it (LanceDB)', () =>
    onEvents(async (stage) => {
      const engine = stage.engine();
      const plan = await engine.planCleanup(newestOnly);
      await stage.lance((_, db) => db.cloneTable('copy', stage.place.uriOf('events'), { sourceVersion: 3 }));
      const report = await engine.runCleanup(plan);
      expect(report.retired).toEqual([1n, 2n, 4n, 5n]);
      expect(await stage.read(3, null, 'copy')).toBe(rowsOf[2]);
      expect(await stage.read(3)).toBe(rowsOf[2]);
    }));
});
