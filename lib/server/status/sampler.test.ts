/** Two replicas on one control store, by a clock that a test moves: one sample per slot, one roll-up per day, one memory. */
import { beforeEach, describe, expect, it } from 'vitest';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { faultyStore, type StoreCall } from '@/lib/testing/faulty-store';
import { ManualClock } from '@/lib/testing/manual-clock';
import { SeededRandom } from '@/lib/testing/seeded-random';
import { createLog } from '../runtime';
import { modelOf } from './model-rules';
import type { StoredPage } from './page-record';
import type { Recorded } from './recorded';
import { Records } from './records';
import type { SampleRecord } from './sample-record';
import { SampleStore } from './sample-store';
import { rollUpGraceMs, Sampler, samplesStayMs } from './sampler';
import { dayMs, slotMs, slotName } from './slot-rules';

const start = Date.UTC(2030, 0, 1);
const key = '["dataset","test","roads"]';
const silent = createLog('silent');
const page = {
  ...{ slug: 'maps', title: 'Maps', level: 'labels', visibility: 'public', timeZone: 'UTC', canary: false },
  ...{ madeAt: new Date(start).toISOString(), madeBy: 'ann', changedAt: new Date(start).toISOString() },
  ...{ changedBy: 'ann', revision: 1, links: [], incidents: [], changes: [], salt: '0'.repeat(32) },
  targets: [{ kind: 'dataset', lake: 'test', id: 'roads', label: 'Roads', description: null }],
} as StoredPage;

let store: ObjectStore;
let clock: ManualClock;
let breaks: (call: StoreCall) => 'effect' | 'lost' | 'late';

beforeEach(() => {
  store = openMemoryStore({ now: () => clock.wall() });
  clock = new ManualClock(start);
  breaks = () => 'effect';
});

type State = SampleRecord['targets'][number]['state'];

/** @param own its clock where it differs from that of the store and the others */
function replica(id: string, state: () => State = () => 'working', own = clock) {
  const records = new Records();
  const made: number[] = [];
  const seen = faultyStore(store, async (call) => {
    const how = breaks(call);
    if (how === 'lost') return call.lost();
    const answer = await call.effect();
    return how === 'late' ? call.lost() : answer;
  });
  const sampler = new Sampler({
    ...{ store: new SampleStore(seen), records, clock: own, random: new SeededRandom(1), log: silent, id },
    collect: async (slot) => sampleOf(slot, id, state()),
    onMade: async (slot) => void made.push(slot),
  });
  const turn = () => sampler.turn(AbortSignal.timeout(60_000));
  return { records, sampler, made, turn };
}

function sampleOf(slot: number, by: string, state: State): SampleRecord {
  const at = new Date(slot + 7_000).toISOString();
  const target = {
    ...({ key, name: by, state, code: 'working' } as const),
    ...{ lastCommitAt: null, lastProvenAt: null, retention: null, versions: 7, bytes: null },
  };
  const lakes = [{ id: 'test', complete: true, leftOut: 0 }];
  return { format: 1, slot: new Date(slot).toISOString(), at, by, lakes, targets: [target] };
}

async function names(prefix: string): Promise<string[]> {
  return (await store.list({ prefix })).objects.map((one) => one.key.slice(prefix.length));
}

const modelFrom = (recorded: Recorded) => modelOf(page, recorded, clock.wall(), (text) => `${text.length}`);

describe('two replicas', () => {
  it('keep one sample per slot, whoever comes first, and know the same', async () => {
    const [a, b] = [replica('a'), replica('b')];
    for (let slot = 0; slot < 6; slot += 1) {
      const order = slot % 2 === 0 ? [a, b] : [b, a];
      // At once, and one after the other.
      if (slot < 3) await Promise.all(order.map((one) => one.turn()));
      else for (const one of order) await one.turn();
      clock.advance(slotMs);
    }
    expect(await names('_vamplate/status/samples/2030-01-01/')).toEqual(
      ['0000', '0005', '0010', '0015', '0020', '0025'].map((name) => `${name}.json`),
    );
    expect([...a.made, ...b.made].sort()).toEqual([0, 1, 2, 3, 4, 5].map((n) => start + n * slotMs));
    expect(modelFrom(a.records.recorded())).toEqual(modelFrom(b.records.recorded()));
    expect(a.records.recorded().newest?.targets.get(key)?.name).toBe(
      b.records.recorded().newest?.targets.get(key)?.name,
    );
  });

  it('read what the other recorded while one was away, and leave the rest missing', async () => {
    const [a, b] = [replica('a'), replica('b')];
    await a.turn();
    clock.advance(slotMs);
    for (let slot = 0; slot < 3; slot += 1) {
      await b.turn();
      clock.advance(slotMs);
    }
    await a.turn();
    const letters = (one: typeof a) => one.records.recorded().days.get(key)?.get('2030-01-01')?.slice(0, 6);
    expect(letters(a)).toBe('wwwww-');
    clock.advance(2 * slotMs);
    await a.turn();
    expect(a.records.recorded().days.get(key)?.get('2030-01-01')?.slice(0, 8)).toBe('wwwww-w-');
  });

  it.each(['lost', 'late'] as const)('keep one when the answer to a write is %s', async (how) => {
    const [a, b] = [replica('a'), replica('b')];
    breaks = (call) => (call.verb === 'create' ? how : 'effect');
    await a.turn();
    breaks = () => 'effect';
    await b.turn();
    await a.turn();
    expect(await names('_vamplate/status/samples/')).toEqual(['2030-01-01/0000.json']);
    const said = (one: typeof a) => one.records.recorded().newest?.targets.get(key)?.name;
    expect([said(a), said(b)]).toEqual(how === 'late' ? ['a', 'a'] : ['b', 'b']);
  });
});

describe('a sample', () => {
  it('that came too late for its slot is not kept', async () => {
    const slow = replica('slow');
    const sampler = new Sampler({
      ...{ store: new SampleStore(store), records: slow.records, clock, random: new SeededRandom(1) },
      ...{ log: silent, id: 'slow', onMade: async () => undefined },
      collect: async (slot) => {
        clock.advance(slotMs);
        return sampleOf(slot, 'slow', 'working');
      },
    });
    await sampler.turn(AbortSignal.timeout(60_000));
    expect(await names('_vamplate/status/samples/')).toEqual([]);
  });
});

describe('a replica whose clock is not the store’s', () => {
  it.each([
    ['a slot ahead', slotMs, [slotMs]],
    ['more than that ahead', slotMs + 1, [slotMs]],
    ['two slots ahead', 2 * slotMs, []],
    ['a little behind', -1, [-slotMs]],
    ['two slots behind', -2 * slotMs, []],
    ['a day behind', -dayMs, []],
  ])('records nothing where it would speak of another slot: %s', async (_, ahead, slots) => {
    const turn = replica('a', () => 'working', new ManualClock(start + ahead)).turn();
    await (slots.length > 0 ? turn : expect(turn).rejects.toMatchObject({ kind: 'unavailable' }));
    const all = await names('_vamplate/status/samples/');
    expect(all).toEqual(
      slots.map((at) => `${new Date(start + at).toISOString().slice(0, 10)}/${slotName(start + at)}.json`),
    );
  });
});

describe('a replica whose clock is ahead of a store that states no time', () => {
  beforeEach(() => {
    store = openMemoryStore({ now: () => clock.wall(), statesTime: false });
  });

  it.each([
    ['a slot', slotMs, 'wx'],
    ['an hour', 12 * slotMs, 'ww'],
    ['a day', dayMs, 'ww'],
  ])(
    'by %s hides nothing that others record, and stands for no slot before it is due',
    async (_, ahead, said) => {
      const a = replica('a', () => 'down', new ManualClock(start + ahead));
      const b = replica('b');
      await a.turn();
      await b.turn();
      expect(b.records.has(start + 12 * slotMs)).toBe(false);
      clock.advance(slotMs);
      await b.turn();
      const { newest, days } = b.records.recorded();
      expect(newest?.slot).toBe(start + slotMs);
      expect(days.get(key)?.get('2030-01-01')?.slice(0, 2)).toBe(said);
      clock.advance(ahead - slotMs);
      await b.turn();
      expect(b.records.recorded().newest?.targets.get(key)?.name).toBe('a');
    },
  );

  it('is not read with the rest of a day', async () => {
    const b = replica('b');
    await b.turn();
    await replica('a', () => 'down', new ManualClock(start + 12 * slotMs)).turn();
    clock.advance(2 * slotMs);
    await b.turn();
    expect(b.records.has(start + 12 * slotMs)).toBe(false);
    expect(b.records.recorded().newest?.slot).toBe(start + 2 * slotMs);
  });

  it('and is set back records again', async () => {
    const back = Object.assign(new ManualClock(start), { wall: () => clock.wall() + ahead });
    let ahead = 12 * slotMs;
    const a = replica('a', () => 'working', back as ManualClock);
    await a.turn();
    ahead = 0;
    await a.turn();
    expect(a.records.recorded().newest?.slot).toBe(start);
    expect(a.made).toEqual([start + 12 * slotMs, start]);
  });

  it('removes and rolls up by its own', async () => {
    await replica('b').turn();
    await replica('a', () => 'working', new ManualClock(start + 2 * dayMs)).sampler.sweep();
    expect(await names('_vamplate/status/days/')).toEqual(['2030-01-01.json']);
  });
});

describe('a sweep', () => {
  it.each([
    ['ahead', 3 * dayMs, rollUpGraceMs - 1, []],
    ['ahead, once it has ended by the store', 3 * dayMs, rollUpGraceMs, ['2030-01-01.json']],
    ['behind', -1, rollUpGraceMs, []],
    ['right', 0, rollUpGraceMs, ['2030-01-01.json']],
  ])(
    'rolls a day up only when it has ended by the store’s time too: %s',
    async (_, ahead, afterMs, rolledUp) => {
      await replica('b').turn();
      const end = start + dayMs + afterMs;
      clock.advance(end - clock.wall());
      await replica('a', () => 'working', new ManualClock(end + ahead)).sampler.sweep();
      expect(await names('_vamplate/status/days/')).toEqual(rolledUp);
    },
  );

  it('removes no sample before its time by the store’s', async () => {
    await replica('b').turn();
    clock.advance(dayMs + rollUpGraceMs);
    const a = replica('a', () => 'working', new ManualClock(clock.wall() + 60_000));
    await a.sampler.sweep();
    const later = new ManualClock(clock.wall() + 60_000 + samplesStayMs);
    await replica('a', () => 'working', later).sampler.sweep();
    expect(await names('_vamplate/status/samples/2030-01-01/')).toHaveLength(1);
    clock.advance(60_000 + samplesStayMs);
    await replica('a', () => 'working', later).sampler.sweep();
    expect(await names('_vamplate/status/samples/2030-01-01/')).toHaveLength(0);
  });
});

describe('a server that stops', () => {
  /** The first listing is of what was recorded before. */
  function listedTwice(): (call: StoreCall) => boolean {
    let listed = 0;
    return ({ verb, key }) => {
      if (verb === 'list' && key === '_vamplate/status/samples/') listed += 1;
      return listed > 1;
    };
  }

  type Hanging = 'collect' | 'onMade' | ((call: StoreCall) => boolean);
  it.each<[string, Hanging, string[]]>([
    ['reads what was recorded', ({ key }) => key.startsWith('_vamplate/status/days/'), []],
    ['looks for the sample of its slot', ({ key }) => key.endsWith('/0000.json'), []],
    ['makes a sample', 'collect', []],
    ['sweeps', listedTwice(), ['2030-01-01/0000.json']],
    ['has its canary at work', 'onMade', ['2030-01-01/0000.json']],
  ])('waits for nothing that never answers while it %s', async (_, hanging, kept) => {
    const stopping = new AbortController();
    const never = () => {
      stopping.abort();
      return new Promise<never>(() => {});
    };
    const hangs = (call: StoreCall) => typeof hanging === 'function' && hanging(call);
    const seen = faultyStore(store, (call) => (hangs(call) ? never() : call.effect()));
    const sampler = new Sampler({
      ...{ store: new SampleStore(seen), records: new Records(), clock, random: new SeededRandom(1) },
      ...{ log: silent, id: 'stopped' },
      onMade: async () => (hanging === 'onMade' ? never() : undefined),
      collect: async (slot) => (hanging === 'collect' ? never() : sampleOf(slot, 'stopped', 'working')),
    });
    await sampler.run(stopping.signal);
    expect(stopping.signal.aborted).toBe(true);
    expect(await names('_vamplate/status/samples/')).toEqual(kept);
  });

  it('keeps no sample that was made while it stopped', async () => {
    const stopping = new AbortController();
    const sampler = new Sampler({
      ...{ store: new SampleStore(store), records: new Records(), clock, random: new SeededRandom(1) },
      ...{ log: silent, id: 'stopped', onMade: async () => undefined },
      collect: async (slot) => {
        stopping.abort();
        return sampleOf(slot, 'stopped', 'working');
      },
    });
    await sampler.turn(stopping.signal);
    expect(await names('_vamplate/status/samples/')).toEqual([]);
  });
});

describe('a day that ended', () => {
  /** Six samples on the first day; then the clock stands so long after it. */
  async function recordedThen(afterMs: number) {
    const a = replica('a', () => (clock.wall() < start + 3 * slotMs ? 'down' : 'working'));
    for (let slot = 0; slot < 6; slot += 1) {
      await a.turn();
      clock.advance(slotMs);
    }
    clock.advance(start + dayMs + afterMs - clock.wall());
    return a;
  }

  it('is rolled up once, after its grace, and says the same as its samples', async () => {
    const a = await recordedThen(rollUpGraceMs - 1);
    const before = a.records.recorded().days.get(key)?.get('2030-01-01');
    await a.sampler.sweep();
    expect(await names('_vamplate/status/days/')).toEqual([]);
    clock.advance(1);
    const b = replica('b');
    await Promise.all([a.sampler.sweep(), b.sampler.sweep()]);
    expect(await names('_vamplate/status/days/')).toEqual(['2030-01-01.json']);
    const fresh = replica('c');
    await fresh.turn();
    for (const one of [a, b, fresh])
      expect(one.records.recorded().days.get(key)?.get('2030-01-01')).toBe(before);
    expect(before?.slice(0, 7)).toBe('xxxwww-');
    expect(fresh.records.growth().get(key)?.get('2030-01-01')).toEqual({ versions: 7, bytes: null });
  });

  it('keeps its samples for two days more, then loses those that its roll-up names', async () => {
    const a = await recordedThen(rollUpGraceMs);
    await a.sampler.sweep();
    clock.advance(samplesStayMs - 1);
    // It came when the day was rolled up already.
    const late = sampleOf(start + 100 * slotMs, 'late', 'working');
    await new SampleStore(store).keepSample(late);
    await a.sampler.sweep();
    expect(await names('_vamplate/status/samples/2030-01-01/')).toHaveLength(7);
    clock.advance(1);
    await a.sampler.sweep();
    expect(await names('_vamplate/status/samples/2030-01-01/')).toEqual(['0820.json']);
  });

  it('is not rolled up while one of its samples cannot be read; one that is no sample is left where it lies', async () => {
    const a = await recordedThen(rollUpGraceMs + samplesStayMs);
    breaks = (call) => (call.key.endsWith('/0005.json') ? 'lost' : 'effect');
    await expect(a.sampler.sweep()).rejects.toThrow();
    expect(await names('_vamplate/status/days/')).toEqual([]);
    breaks = () => 'effect';
    await store.put('_vamplate/status/samples/2030-01-01/0005.json', new TextEncoder().encode('{'));
    await a.sampler.sweep();
    clock.advance(samplesStayMs);
    await a.sampler.sweep();
    expect(await names('_vamplate/status/samples/2030-01-01/')).toEqual(['0005.json']);
    const fresh = replica('c');
    await fresh.turn();
    expect(fresh.records.recorded().days.get(key)?.get('2030-01-01')?.slice(0, 7)).toBe('x-xwww-');
  });

  it('with a roll-up that is not in its form loses nothing', async () => {
    const a = await recordedThen(rollUpGraceMs + samplesStayMs);
    await store.put('_vamplate/status/days/2030-01-01.json', new TextEncoder().encode('{}'));
    await a.sampler.sweep();
    expect(await names('_vamplate/status/samples/2030-01-01/')).toHaveLength(6);
  });
});
