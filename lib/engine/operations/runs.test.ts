/** The register of runs loses no change, refuses an owner that was taken over, and hides no run that cannot be read. */
import { describe, expect, it } from 'vitest';
import type { WallInstant } from '@/lib/base/clock';
import { openLock } from '@/lib/engine/lock/lock-engine';
import { ownPlace } from '@/lib/engine/lock/lock-place';
import { lockRules } from '@/lib/engine/lock/lock-rules';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { ManualClock } from '@/lib/testing/manual-clock';
import { lakeStores, operationsStage } from '@/lib/testing/operations-stage';
import { SeededRandom } from '@/lib/testing/seeded-random';
import { changeRun, registerRun, runLockRoot } from './change-run';
import { newId, type OperationContext } from './operation-context';
import { plansInUse } from './plan-use';
import { findRun, listRuns, type RunPage } from './read-runs';
import { formatRunName, parseRunName, runsFolder } from './run-names';
import type { RunOwner } from './run-record';
import type { RunEvent } from './run-rules';

const request = {
  ...{ actor: 'ann', role: 'admin', requestId: 'r-1', dataset: 'lake/events', planHash: 'a'.repeat(64) },
  ...{ reason: 'space', approvedBy: null, rate: null, intent: null },
};
const counts = { versions: 1, objects: 2, bytes: 3, requests: 4 };
const cursor = { step: 'delete', group: 1, groups: 2, sentence: 'Deleting.' };
const ending = { outcome: 'completed', failure: null } as const;

const ownerOf = (context: OperationContext, lockId: string): RunOwner => ({
  ...{ id: newId(context), lockId, host: 'host-1', pid: 7, since: context.clock.wall() },
});
const take = (owner: RunOwner, tookOverFrom: string | null = null): RunEvent => ({
  ...{ kind: 'take', owner, proof: { tookOverFrom, watch: null } },
});
const ids = ({ rows }: RunPage) => rows.map((row) => (row.kind === 'run' ? row.run.run : `? ${row.key}`));

describe('names of runs', () => {
  it('sort newest first and come back', () => {
    const older = '01JD0000000000000000000000';
    const newer = '01JD0000010000000000000000';
    expect(formatRunName(newer) < formatRunName(older)).toBe(true);
    expect(parseRunName(formatRunName(older))).toBe(older);
    expect(parseRunName(formatRunName(newer).replace(newer, older))).toBeNull();
    expect(parseRunName('x.json')).toBeNull();
    for (const wrong of ['', '../freeze', '8ZZZZZZZZZZZZZZZZZZZZZZZZZ']) {
      expect(() => formatRunName(wrong)).toThrow('base 32');
    }
  });
});

describe.each(lakeStores)('runs on a %s store', (_name, open) => {
  it('are registered, owned, beaten, taken over, ended, and listed newest first', async () => {
    const { store, close } = await open();
    try {
      const { context, time } = operationsStage(store);
      const runs: string[] = [];
      for (let i = 0; i < 5; i += 1) {
        runs.unshift((await registerRun(context, request)).run);
        time.now += 10;
      }
      const run = runs[2] ?? '';
      const first = ownerOf(context, 'lock-a');
      const second = ownerOf(context, 'lock-b');
      const beat = { kind: 'beat', ownerId: first.id, at: context.clock.wall(), cursor, counts } as const;
      const end = { kind: 'end', ownerId: second.id, at: context.clock.wall(), ending, counts } as const;
      expect(await changeRun(context, run, take(first))).toMatchObject({ kind: 'changed' });
      expect(await changeRun(context, run, beat)).toMatchObject({ kind: 'changed', run: { counts, cursor } });
      expect(await changeRun(context, run, take(second))).toMatchObject({ because: 'owned' });
      expect(await changeRun(context, run, take(second, 'lock-a'))).toMatchObject({ kind: 'changed' });
      expect(await changeRun(context, run, beat)).toMatchObject({ kind: 'refused', because: 'not_owner' });
      expect(await changeRun(context, run, end)).toMatchObject({ kind: 'changed', run: { state: 'ended' } });
      expect(await findRun(store, run)).toMatchObject({ takeovers: 1, ending, counts: { objects: 4 } });

      const page = await listRuns(store, 3);
      expect(ids(page)).toEqual(runs.slice(0, 3));
      const rest = await listRuns(store, 3, page.next);
      expect([ids(rest), rest.next]).toEqual([runs.slice(3), null]);
    } finally {
      await close();
    }
  });
});

describe('runs', () => {
  it('lose no change of many who write at once, and let one of two take it', async () => {
    const stage = operationsStage();
    const { run } = await registerRun(stage.context, request);
    const owners = [ownerOf(stage.context, 'lock-a'), ownerOf(stage.context, 'lock-b')];
    const taken = await Promise.all(owners.map((owner) => changeRun(stage.context, run, take(owner))));
    expect(taken.map(({ kind }) => kind).sort()).toEqual(['changed', 'refused']);
    const owner = taken.find(({ kind }) => kind === 'changed')?.run.owner;
    const at = 0 as WallInstant;
    const events: RunEvent[] = Array.from({ length: 10 }, () => ({
      ...{ kind: 'beat', ownerId: owner?.id ?? '', at, cursor, counts },
    }));
    events.push({ kind: 'stop', actor: 'bob', at }, { kind: 'rate', rate: 9 });
    await Promise.all(events.map((event) => changeRun(stage.context, run, event)));
    const now = await findRun(stage.bare, run);
    expect(now).toMatchObject({ state: 'stopping', rate: 9, stop: { actor: 'bob' }, beat: { count: 11 } });
  });

  it('say that a change is unknown when no answer comes, and are settled by reading back when one was lost', async () => {
    const stage = operationsStage();
    const { run } = await registerRun(stage.context, request);
    stage.failWhen(({ mutates }) => (mutates ? 'lost_after' : null));
    expect(await changeRun(stage.context, run, { kind: 'rate', rate: 5 })).toMatchObject({ kind: 'changed' });
    stage.failWhen(({ mutates }) => (mutates ? 'lost_before' : null));
    await expect(changeRun(stage.context, run, { kind: 'rate', rate: 6 })).rejects.toMatchObject({
      kind: 'unavailable',
      details: { outcome: 'unknown' },
    });
    expect((await findRun(stage.bare, run))?.rate).toBe(5);
  });

  it('that cannot be read are rows of their own, and keep every plan', async () => {
    const stage = operationsStage();
    const { run } = await registerRun(stage.context, request);
    const used = await plansInUse(stage.context.store);
    expect([await used(request.planHash), await used('b'.repeat(64))]).toEqual([true, false]);
    const garbled = runsFolder + formatRunName('01JD0000000000000000000000');
    await stage.plant(garbled, '{}');
    await stage.plant(`${runsFolder}zz.txt`, 'x');
    expect(ids(await listRuns(stage.bare, 10))).toEqual([run, `? ${garbled}`, `? ${runsFolder}zz.txt`]);
    await expect(plansInUse(stage.bare)).rejects.toMatchObject({ kind: 'unavailable' });
    const event = take(ownerOf(stage.context, 'lock-a'));
    const changed = changeRun(stage.context, '01JD0000000000000000000000', event);
    await expect(changed).rejects.toMatchObject({ kind: 'corrupt' });
  });

  it('are read from a store whose listing has no order', async () => {
    const stage = operationsStage();
    const runs = [];
    for (let i = 0; i < 4; i += 1) {
      stage.time.now += 5;
      runs.unshift((await registerRun(stage.context, request)).run);
    }
    const backwards = {
      ...stage.bare,
      ordered: false,
      list: async (options: Parameters<typeof stage.bare.list>[0]) => {
        const page = await stage.bare.list(options);
        return { ...page, objects: [...page.objects].reverse() };
      },
    };
    const page = await listRuns(backwards, 3);
    expect([...ids(page), ...ids(await listRuns(backwards, 3, page.next))]).toEqual(runs);
  });

  it('refuse what cannot be recorded and what is not there', async () => {
    const { context, calls } = operationsStage();
    for (const wrong of [{ planHash: 'x' }, { reason: '' }, { rate: 0 }, { actor: 'a\nb' }]) {
      const refused = registerRun(context, { ...request, ...wrong });
      await expect(refused).rejects.toMatchObject({ kind: 'invalid_input' });
    }
    await expect(listRuns(context.store, 0)).rejects.toMatchObject({ kind: 'invalid_input' });
    expect(calls).toEqual([]);
    const none = changeRun(context, newId(context), { kind: 'rate', rate: 1 });
    await expect(none).rejects.toMatchObject({ kind: 'not_found' });
    const { run } = await registerRun(context, { ...request, reason: 'for AKIAIOSFODNN7EXAMPLE' });
    await expect(changeRun(context, run, { kind: 'rate', rate: -1 })).rejects.toMatchObject({
      kind: 'invalid_input',
    });
    expect(await findRun(context.store, run)).toMatchObject({ reason: 'for [withheld]', rate: null });
  });

  it('D25 are taken over by who took the lock of the dataset from a silent owner', async () => {
    const store = openMemoryStore();
    const clock = new ManualClock();
    const context = { store, clock, random: new SeededRandom(9), rules: lockRules };
    const lock = openLock(context, ownPlace(runLockRoot(request.dataset)));
    const { run } = await registerRun(context, request);
    const first = await pass(clock, lock.acquire({ operation: 'cleanup', pid: 1 }));
    if (first.kind !== 'held') throw new Error(first.message);
    const owner = ownerOf(context, first.lock.record.lockId);
    expect(await changeRun(context, run, take(owner, first.tookOverFrom))).toMatchObject({ kind: 'changed' });
    await pass(clock, first.lock.drop());

    const second = await pass(
      clock,
      lock.acquire({ operation: 'cleanup', pid: 2, takeOver: 'after_silence' }),
    );
    if (second.kind !== 'held') throw new Error(second.message);
    expect(second.tookOverFrom).toBe(owner.lockId);
    const successor = ownerOf(context, second.lock.record.lockId);
    expect(await changeRun(context, run, take(successor, second.tookOverFrom))).toMatchObject({
      ...{ kind: 'changed', run: { owner: successor, takeovers: 1 } },
    });
    await pass(clock, second.lock.drop());
  });
});

/** Lets time pass until the work is done. */
async function pass<T>(clock: ManualClock, work: Promise<T>): Promise<T> {
  let done = false;
  const ended = work.finally(() => {
    done = true;
  });
  for (let turns = 0; !done && turns < 20_000; turns += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    if (!done && clock.nextWakeMs !== null) clock.advance(Math.min(clock.nextWakeMs, 500));
  }
  return ended;
}
