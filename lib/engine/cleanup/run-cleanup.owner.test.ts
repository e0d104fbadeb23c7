/** A run whose owner's time is over sends nothing any more, wherever it was stopped; another finishes what it left (D19). */
import { describe, expect, it } from 'vitest';
import { VamplateError } from '@/lib/base/errors';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { type CleanupStage, fileOf, keeping } from '@/lib/testing/cleanup-stage';
import { history, putLease } from '@/lib/testing/plan-stage';
import { ownedStore } from './owned-store';
import { planCleanup } from './plan-cleanup';
import { type RunOptions, runCleanup } from './run-cleanup';

const changes = (calls: readonly string[]) =>
  calls.filter((call) => !/^(get|getRange|head|list) /.test(call));

/** The process stops while call `at` is under way, and goes on twenty minutes later. */
async function stoppedAt(at: number, error: () => Error, options: RunOptions = {}) {
  const stage = await prepared();
  const plan = await planCleanup(stage.context, keeping(1));
  const deadline = stage.time.now + 15 * 60_000;
  stage.calls.length = 0;
  stage.beforeCalls(async () => {
    if (stage.calls.length === at) stage.time.now += 20 * 60_000;
  });
  const report = await runCleanup(stage.context, plan, {
    mayProceed: () => {
      if (stage.time.now >= deadline) throw error();
    },
    ...options,
  });
  stage.beforeCalls(null);
  return { stage, report, later: changes(stage.calls.slice(at)) };
}

/** With a lease that is over, which a census clears away. */
async function prepared(): Promise<CleanupStage> {
  const stage = await history(4);
  await putLease(stage, 2n, 10);
  stage.time.now += 60_000;
  return stage;
}

async function callsOfAll(): Promise<number> {
  const stage = await prepared();
  const plan = await planCleanup(stage.context, keeping(1));
  stage.calls.length = 0;
  await runCleanup(stage.context, plan);
  return stage.calls.length;
}

describe('D19 a process that is stopped past its time and continued', () => {
  it('sends no change after it, wherever it was stopped, and another run finishes', async () => {
    const all = await callsOfAll();
    expect(all).toBeGreaterThan(40);
    let refused = 0;
    for (let at = 1; at < all; at += 1) {
      const { stage, report, later } = await stoppedAt(
        at,
        () => new VamplateError('conflict', 'Taken over.'),
      );
      expect(later, `stopped at call ${at}`).toEqual([]);
      if (report.failure?.sentence === 'Taken over.') refused += 1;
      // What it fenced is owned no more then.
      stage.time.now += 16 * 60_000;
      const finished = await runCleanup(stage.context, await planCleanup(stage.context, keeping(1)));
      expect(finished, `after call ${at}`).toMatchObject({ outcome: 'completed', incidents: [] });
      expect(await stage.entries('_refs/version_leases/')).toEqual([]);
      expect(await stage.entries('data/')).toEqual(['data/shared.lance', `data/${fileOf(4n)}`]);
      expect((await stage.entries('_refs/')).filter((entry) => !entry.endsWith('_clock'))).toEqual([]);
    }
    expect(refused).toBeGreaterThan(all / 2);
  });

  it.each([
    ['an error that asks to try again', () => new VamplateError('unavailable', 'Later.')],
    ['a foreign error', () => new TypeError('secret')],
  ])('is not tempted by %s', async (_, error) => {
    const all = await callsOfAll();
    for (let at = 1; at < all; at += 5) {
      const { report, later } = await stoppedAt(at, error);
      expect(later).toEqual([]);
      if (report.outcome === 'completed') continue;
      expect(report.failure).toMatchObject({ kind: 'conflict' });
      expect(JSON.stringify(report.failure)).not.toContain('secret');
    }
  });

  it('asks again before what the store repeats by itself, and gives that up too', async () => {
    let asked = 0;
    const bare = openMemoryStore();
    const store = ownedStore(
      {
        ...bare,
        async create(key, body, change) {
          for (let attempt = 0; attempt < 3; attempt += 1) change?.beforeSend?.();
          return bare.create(key, body);
        },
      },
      () => {
        asked += 1;
        if (asked > 2) throw new VamplateError('conflict', 'Taken over.');
      },
    );
    await expect(store.create('a', new Uint8Array())).rejects.toMatchObject({ message: 'Taken over.' });
    expect(await store.head('a')).toMatchObject({ kind: 'absent' });
  });

  it('is not fooled by a clock that comes back', async () => {
    let late = true;
    const store = ownedStore(openMemoryStore(), () => {
      if (late) throw new VamplateError('conflict', 'Too late.');
    });
    await expect(store.create('a', new Uint8Array())).rejects.toMatchObject({ kind: 'conflict' });
    late = false;
    await expect(store.put('a', new Uint8Array())).rejects.toMatchObject({ kind: 'conflict' });
    expect(await store.head('a')).toMatchObject({ kind: 'absent' });
  });

  it('asks in the same turn in which each change is sent', async () => {
    const asked: string[] = [];
    const bare = openMemoryStore();
    const told = new Proxy(bare, {
      get: (target, name, receiver) => {
        const value: unknown = Reflect.get(target, name, receiver);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          asked.push(String(name));
          return value.apply(target, given) as unknown;
        };
      },
    });
    const store = ownedStore(told, () => asked.push('asked'));
    const { etag } = { etag: 'x' };
    const sent = [
      store.create('a', new Uint8Array()),
      store.put('a', new Uint8Array()),
      store.replace('a', new Uint8Array(), etag),
      store.delete('a'),
      store.deleteIfMatch('a', etag),
      store.deleteBatch(['a']),
    ];
    const verbs = ['create', 'put', 'replace', 'delete', 'deleteIfMatch', 'deleteBatch'];
    // Once by the wrapper, once more by the store itself.
    expect(asked).toEqual(verbs.flatMap((verb) => ['asked', verb, 'asked']));
    await Promise.all(sent);
  });
});
