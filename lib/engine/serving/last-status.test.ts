/** Which report counts: after claims of processes that died, among foreign names, and where a store was written to in both ways (E.4). */
import { describe, expect, it } from 'vitest';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { faultyStore } from '@/lib/testing/faulty-store';
import { SeededRandom } from '@/lib/testing/seeded-random';
import { aLineage, anIdentity } from '@/lib/testing/serving-simulation/builders';
import { aReplica, hastyClock, servedAt } from '@/lib/testing/serving-simulation/replica-stage';
import { chooseWriting, decideWriting } from './choose-writing';
import { discoverReplicas } from './discover-replicas';
import { importIdOf } from './import-id-rules';
import { replicaPlaces } from './serving-names';
import type { ServingReporter } from './serving-reporter';
import { newestStatusKey, statusVersionKey } from './status-versions';

const a = anIdentity();
const b = anIdentity({ source: 'berlin-260901' });
const { statusVersions: folder, status } = replicaPlaces('state', 'prod', aLineage(), 'eu-1');
const versioned = { writing: async () => 'versioned' as const };
const unfenced = { writing: async () => 'unfenced' as const };

async function activated(reporter: ServingReporter, identity: typeof a, version: number): Promise<void> {
  const started = await reporter.startImport(identity);
  if (started.kind !== 'started') throw new Error(started.kind);
  const answer = await reporter.activate(identity, started.generation, servedAt(version));
  expect(answer).toEqual({ kind: 'done', told: 'written' });
}

async function found(store: ObjectStore) {
  const options = { store, state: 'state', env: 'prod', nowMs: Date.UTC(2026, 0, 1) };
  const [replica] = (await discoverReplicas(options)).replicas;
  if (replica?.reading?.kind !== 'read') throw new Error(JSON.stringify(replica));
  return { key: replica.key, report: replica.reading.report };
}

/** A process that claims after `meanwhile`, and is heard of no more once its claim is there. */
async function dyingClaim(inner: ObjectStore, seed: number, meanwhile: () => Promise<void>): Promise<void> {
  let dead = false;
  const store = faultyStore(inner, async (call) => {
    if (dead) return call.lost();
    if (call.verb !== 'create') return call.effect();
    await meanwhile();
    dead = true;
    await call.effect();
    return call.lost();
  });
  expect(await aReplica(store, seed, versioned).start()).toBe('read_only');
}

describe('a claim that was overtaken', () => {
  it('and whose process died hides nothing from readers, and nothing from the next claim', async () => {
    const store = openMemoryStore();
    const first = aReplica(store, 1, versioned);
    await first.start();
    await dyingClaim(store, 2, () => activated(first, a, 7));
    expect(await newestStatusKey(store, folder)).toBe(statusVersionKey(folder, 2, 1));
    const { key, report } = await found(store);
    expect(key).toBe(statusVersionKey(folder, 1, 3));
    expect(report).toMatchObject({ serving: { active: importIdOf(a) } });
    const third = aReplica(store, 3, versioned);
    expect(await third.start()).toBe('owner');
    expect(third.report).toMatchObject({
      serving: { active: importIdOf(a) },
      fence: { epoch: 3, next_generation: 2 },
    });
    expect(await first.publish()).toBe('deposed');
    expect((await found(store)).key).toBe(statusVersionKey(folder, 3, 1));
  });

  it('is told from one that was not: that one counts, also before its second report', async () => {
    const store = openMemoryStore();
    await activated(await started(store, 1), a, 7);
    await dyingClaim(store, 2, async () => undefined);
    expect((await found(store)).key).toBe(statusVersionKey(folder, 2, 1));
  });

  async function started(store: ObjectStore, seed: number): Promise<ServingReporter> {
    const reporter = aReplica(store, seed, versioned);
    await reporter.start();
    return reporter;
  }
});

const body = new Uint8Array();

it('the newest is found however many there are beside a page', async () => {
  const inner = openMemoryStore();
  const store = faultyStore(inner, (call) => call.effect(), 3);
  for (let seq = 1; seq <= 25; seq += 1) {
    await inner.create(statusVersionKey(folder, 1, seq), body);
    expect(await newestStatusKey(store, folder)).toBe(statusVersionKey(folder, 1, seq));
  }
});

describe('foreign names', () => {
  it.each([
    ['one among the reports', (at: number) => (at === 2 ? ['.part'] : [])],
    ['whole pages of them', (at: number) => (at === 2 ? [...'abcdefghij'].map((one) => `.${one}`) : [])],
  ])('never end the search: %s', async (_, foreign) => {
    const inner = openMemoryStore();
    for (const one of ['!a', '!b', '!c', '!d', '~a']) await inner.create(`${folder}${one}`, body);
    for (let seq = 1; seq <= 9; seq += 1) {
      const key = statusVersionKey(folder, 1, seq);
      for (const name of [key, ...foreign(seq).map((one) => `${key}${one}`)]) await inner.create(name, body);
    }
    const store = faultyStore(inner, (call) => call.effect(), 3);
    expect(await newestStatusKey(store, folder)).toBe(statusVersionKey(folder, 1, 9));
    const below = statusVersionKey(folder, 1, 4);
    expect(await newestStatusKey(store, folder, below)).toBe(statusVersionKey(folder, 1, 3));
    expect(await newestStatusKey(store, folder, statusVersionKey(folder, 1, 1))).toBeNull();
  });

  it('alone are no report', async () => {
    const inner = openMemoryStore();
    for (const one of ['!a', '!b', '!c', '!d', '~a']) await inner.create(`${folder}${one}`, body);
    expect(
      await newestStatusKey(
        faultyStore(inner, (call) => call.effect(), 3),
        folder,
      ),
    ).toBeNull();
  });
});

describe('a store that was written to in both ways', () => {
  it('is claimed above the greater epoch of the two, whichever way, and read there', async () => {
    const store = openMemoryStore({ now: () => Date.UTC(2026, 0, 1) });
    await aReplica(store, 1).start();
    const second = aReplica(store, 2, versioned);
    await second.start();
    await activated(second, a, 7);
    // The one object is as fresh as the names, and older.
    expect((await found(store)).key).toBe(statusVersionKey(folder, 2, 3));
    const third = aReplica(store, 3);
    expect(await third.start()).toBe('owner');
    expect(third.report).toMatchObject({
      serving: { active: importIdOf(a) },
      fence: { epoch: 3, next_generation: 2 },
    });
    expect((await found(store)).key).toBe(status);
    await activated(third, b, 8);
    const fourth = aReplica(store, 4, versioned);
    expect(await fourth.start()).toBe('owner');
    expect(fourth.report).toMatchObject({
      serving: { active: importIdOf(b), previous: importIdOf(a) },
      fence: { epoch: 4, next_generation: 3 },
    });
    expect((await found(store)).key).toBe(statusVersionKey(folder, 4, 1));
  });

  it('has no replica without a report while a name is listed and cannot be had', async () => {
    const inner = openMemoryStore({ now: () => Date.UTC(2026, 0, 1) });
    await aReplica(inner, 1, versioned).start();
    const gone = statusVersionKey(folder, 1, 1);
    const store = faultyStore(inner, (call) => call.effect());
    const missing: ObjectStore = {
      ...store,
      get: (key, limits) => store.get(key === gone ? `${key}.` : key, limits),
    };
    await expect(found(missing)).rejects.toThrow('it is listed and cannot be had');
    expect(await aReplica(missing, 2).start()).toBe('read_only');
  });

  it('is not read while the names cannot be listed: a greater one may be there', async () => {
    const inner = openMemoryStore({ now: () => Date.UTC(2026, 0, 1) });
    await aReplica(inner, 1).start();
    const store = faultyStore(inner, (call) => (call.key === folder ? call.lost() : call.effect()));
    await expect(found(store)).rejects.toThrow('could not be listed');
    expect(await aReplica(store, 2).start()).toBe('read_only');
  });
});

describe('a process that nothing fences', () => {
  const epochOf = async (store: ObjectStore, change: Parameters<typeof aReplica>[2]) => {
    const reporter = aReplica(store, 9, change);
    await reporter.start();
    return reporter.report.fence.epoch;
  };
  const seconds = Date.UTC(2026, 0, 1) / 1_000;

  it('starts above what is stored, what is published and the clock, so that no token is given twice', async () => {
    const store = openMemoryStore();
    expect(await epochOf(store, unfenced)).toBe(seconds);
    const clock = hastyClock();
    const starts = [0, 1, 2].map(() => () => epochOf(store, { ...unfenced, clock }));
    for (const [at, start] of starts.entries()) expect(await start()).toBe(seconds + at);
    const published = { ...unfenced, publishedEpoch: async () => seconds + 5 };
    expect(await epochOf(store, published)).toBe(seconds + 6);
    const unread = { ...unfenced, publishedEpoch: () => Promise.reject(new Error('no answer')) };
    expect(await epochOf(store, unread)).toBe(seconds);
    await aReplica(store, 1, { publishedEpoch: async () => seconds + 9 }).start();
    expect(await epochOf(store, published)).toBe(seconds + 11);
  });

  it('leaves tokens that a later process which is fenced exceeds', async () => {
    expect(await epochOf(openMemoryStore(), { publishedEpoch: async () => seconds })).toBe(seconds + 1);
  });
});

it('a store that lists in no order gets no names: nobody could find the newest for long', async () => {
  const inner = openMemoryStore();
  const store: ObjectStore = {
    ...inner,
    ordered: false,
    replace: (key, body) => inner.put(key, body),
  };
  const context = { clock: hastyClock(), random: new SeededRandom(1) };
  expect(await chooseWriting(store, context)).toBe('unfenced');
  expect(await chooseWriting({ ...inner, ordered: false }, context)).toBe('fenced');
  expect(decideWriting('yes', 'no', true)).toBe('versioned');
});
