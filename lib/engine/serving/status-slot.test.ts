/** Stores that cannot write on condition: reports in a row of names, or over HTTP alone (E.4, last line). */
import { describe, expect, it } from 'vitest';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { type Dispatch, faultyStore, type StoreCall } from '@/lib/testing/faulty-store';
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

/** A store that replaces whatever it is told to, as some do: nothing but creating may be asked of it. */
function createOnly(
  inner: ObjectStore,
  at: (call: StoreCall) => Promise<'well' | 'answer_lost' | 'lost'> = async () => 'well',
) {
  const dispatch: Dispatch = async (call) => {
    if (call.verb === 'replace') throw new Error('replaced without a condition');
    const fate = await at(call);
    if (fate === 'lost') return call.lost();
    const answer = await call.effect();
    return fate === 'answer_lost' ? call.lost() : answer;
  };
  return faultyStore(inner, dispatch);
}

async function begun(reporter: ServingReporter, identity = a): Promise<number> {
  const started = await reporter.startImport(identity);
  if (started.kind !== 'started') throw new Error(started.kind);
  return started.generation;
}

async function found(store: ObjectStore) {
  const options = { store, state: 'state', env: 'prod', nowMs: Date.UTC(2026, 0, 1) };
  const [replica] = (await discoverReplicas(options)).replicas;
  if (replica?.reading?.kind !== 'read') throw new Error(JSON.stringify(replica));
  return { key: replica.key, report: replica.reading.report };
}

async function names(store: ObjectStore): Promise<readonly string[]> {
  return (await store.list({ prefix: folder })).objects.map(({ key }) => key.slice(folder.length));
}

describe('reports that are never replaced', () => {
  it('each write is a name of its own, and the reader reads the greatest', async () => {
    const inner = openMemoryStore({ now: () => Date.UTC(2026, 0, 1) });
    const store = createOnly(inner);
    const reporter = aReplica(store, 1, versioned);
    expect(await reporter.start()).toBe('owner');
    await reporter.activate(a, await begun(reporter), servedAt(7));
    expect(await names(inner)).toEqual([
      ...['0000000001-0000000001.json', '0000000001-0000000002.json', '0000000001-0000000003.json'],
    ]);
    const { key, report } = await found(inner);
    expect(key).toBe(statusVersionKey(folder, 1, 3));
    expect(report).toMatchObject({
      serving: { active: importIdOf(a) },
      fence: { standing: 'owner', seq: 3 },
    });
  });

  it('a second process claims above the first, takes over, and the first is deposed', async () => {
    const inner = openMemoryStore();
    const store = createOnly(inner);
    const [first, second] = [aReplica(store, 1, versioned), aReplica(store, 2, versioned)];
    await first.start();
    await first.activate(a, await begun(first), servedAt(7));
    expect(await second.start()).toBe('owner');
    expect(second.report).toMatchObject({
      serving: { active: importIdOf(a) },
      fence: { next_generation: 2 },
    });
    expect(await first.startImport(b)).toMatchObject({ kind: 'not_stored', told: 'deposed' });
    expect(await first.publish()).toBe('deposed');
    expect(await second.publish()).toBe('written');
  });

  it('of processes that claim at once one has the place', async () => {
    const store = createOnly(openMemoryStore());
    const rivals = [1, 2, 3].map((seed) => aReplica(store, seed, versioned));
    await Promise.all(rivals.map((one) => one.start()));
    await Promise.all(rivals.map((one) => one.publish()));
    const owners = rivals.filter(({ standing }) => standing === 'owner');
    expect(owners).toHaveLength(1);
    expect((await found(store)).report.instance_id).toBe(owners[0]?.report.instance_id);
  });

  it('a claim that was overtaken between looking and writing takes over what was said in between', async () => {
    const inner = openMemoryStore();
    const first = aReplica(createOnly(inner), 1, versioned);
    await first.start();
    let raced = false;
    const racing = createOnly(inner, async (call) => {
      if (call.verb === 'create' && call.key.startsWith(folder) && !raced) {
        raced = true;
        await first.activate(a, await begun(first), servedAt(7));
      }
      return 'well';
    });
    const second = aReplica(racing, 2, versioned);
    expect(await second.start()).toBe('owner');
    expect(second.report).toMatchObject({
      serving: { active: importIdOf(a) },
      fence: { epoch: 3, next_generation: 2 },
    });
    expect(await first.publish()).toBe('deposed');
  });

  it('an answer that was lost is adopted, and a request that was lost is sent under a number of its own', async () => {
    const inner = openMemoryStore();
    const fates: ('well' | 'answer_lost' | 'lost')[] = ['answer_lost', 'answer_lost', 'lost'];
    const store = createOnly(inner, async (call) =>
      call.verb === 'create' && call.key.startsWith(folder) ? (fates.shift() ?? 'well') : 'well',
    );
    const reporter = aReplica(store, 1, versioned);
    expect(await reporter.start()).toBe('owner');
    expect(await reporter.publish()).toBe('written');
    expect(await reporter.publish()).toBe('written');
    expect(await names(inner)).toEqual([
      ...['0000000001-0000000001.json', '0000000001-0000000002.json', '0000000001-0000000004.json'],
    ]);
  });

  it('takes over the one object from a time when the store could do more, and is read instead of it', async () => {
    const inner = openMemoryStore({ now: () => Date.UTC(2026, 0, 2) });
    const before = aReplica(inner, 1);
    await before.start();
    await before.activate(a, await begun(before), servedAt(7));
    await aReplica(inner, 2, versioned).start();
    await inner.delete(status);
    expect((await found(inner)).report).toMatchObject({
      serving: { active: importIdOf(a) },
      fence: { epoch: 2 },
    });
  });
});

describe('finding the newest report', () => {
  it.each([true, false])('among thousands of names, in listings that are ordered: %s', async (ordered) => {
    const inner = openMemoryStore();
    const body = new Uint8Array();
    for (let seq = 1; seq <= 3_500; seq += 1) await inner.create(statusVersionKey(folder, 1, seq), body);
    for (let seq = 1; seq <= 1_700; seq += 1) await inner.create(statusVersionKey(folder, 9_000, seq), body);
    await inner.create(`${folder}0000009000-0000001701.json.part`, body);
    let requests = 0;
    const counted = faultyStore(inner, (call) => {
      requests += 1;
      return call.effect();
    });
    const store: ObjectStore = { ...counted, ordered };
    expect(await newestStatusKey(store, folder)).toBe(statusVersionKey(folder, 9_000, 1_700));
    expect(requests).toBeLessThan(60);
    const below = statusVersionKey(folder, 9_000, 1);
    expect(await newestStatusKey(store, folder, below)).toBe(statusVersionKey(folder, 1, 3_500));
    const first = statusVersionKey(folder, 1, 1);
    expect(await newestStatusKey(store, folder, first)).toBeNull();
  });

  it('among none there is none', async () => {
    expect(await newestStatusKey(openMemoryStore(), folder)).toBeNull();
  });
});

describe('a store that fences nobody', () => {
  it('is never written to: the report is had over HTTP, says so, and offers nothing', async () => {
    const inner = openMemoryStore();
    const reporter = aReplica(createOnly(inner), 1, { writing: async () => 'unfenced' });
    expect(await reporter.start()).toBe('unfenced');
    const generation = await begun(reporter);
    expect(await reporter.activate(a, generation, servedAt(7))).toEqual({ kind: 'done', told: 'shown' });
    expect(await reporter.beat()).toBe('shown');
    expect(reporter.report).toMatchObject({
      fence: { standing: 'unfenced', epoch: Date.UTC(2026, 0, 1) / 1_000 },
      serving: { active: importIdOf(a) },
      capabilities: [],
    });
    expect((await inner.list({ prefix: '' })).objects).toEqual([]);
  });
});

describe('what a store offers', () => {
  const chosen = (store: ObjectStore) =>
    chooseWriting(store, { clock: hastyClock(), random: new SeededRandom(1) });

  it('is learned by trying, and nothing is left of the trial', async () => {
    const store = openMemoryStore();
    expect(await chosen(store)).toBe('fenced');
    expect((await store.list({ prefix: '' })).objects).toEqual([]);
  });

  it('a store that ignores If-Match gets versions, one that ignores If-None-Match nothing', async () => {
    const inner = openMemoryStore();
    const unconditional: ObjectStore = { ...inner, replace: (key, body) => inner.put(key, body) };
    expect(await chosen(unconditional)).toBe('versioned');
    expect(await chosen({ ...unconditional, create: (key, body) => inner.put(key, body) })).toBe('unfenced');
  });

  it('without an answer nothing is chosen, and the place is not claimed', async () => {
    const silent = createOnly(openMemoryStore(), async () => 'lost');
    expect(await chosen(silent)).toBeNull();
    expect(decideWriting('yes', 'unknown', true)).toBeNull();
    const reporter = aReplica(openMemoryStore(), 1, { writing: async () => null });
    expect(await reporter.start()).toBe('read_only');
    expect(reporter.refusal).toMatch(/could not be told/);
  });
});
