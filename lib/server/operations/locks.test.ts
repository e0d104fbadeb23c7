/** Locks over the routes: one watch per root whoever asks, every verdict with its age, and unknown for whatever is not known now. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeBeat } from '@/lib/engine/lock/lease-records';
import { beatName, leaseFolder, ledgerKey, lockKey } from '@/lib/engine/lock/lock-names';
import { encodeLockRecord } from '@/lib/engine/lock/lock-record';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { type Meter, metered } from '@/lib/engine/store/metered-store';
import { Lakes } from '@/lib/lake/lakes';
import { type Dispatch, faultyStore, type StoreCall } from '@/lib/testing/faulty-store';
import { routesOver } from '@/lib/testing/routes-over';
import { rootsOf } from '../clusters';

const lockId = '01M7MBR2QRT5N2C9V6X3R1D0EH';
const record = { lockId, operation: 'serve', createdAt: '2026-11-17T09:00:00.120394Z', pid: 17 };
const brain = { id: 'brain', lake: 'prod', root: 'og/brain' };
const params = { root: 'brain' };
const text = (value: string) => new TextEncoder().encode(value);

let calls: StoreCall[];
let answers: boolean;
let meter: Meter;
let inner: ReturnType<typeof openMemoryStore>;
let routes: ReturnType<typeof routesOver>;

function open(clusters: readonly object[] = [brain]): void {
  routes = routesOver(null, { lakes: [{ id: 'prod', uri: 'memory://prod' }], clusters });
  const dispatch: Dispatch = (call) => {
    calls.push(call);
    return answers ? call.effect() : call.lost();
  };
  const lakes = new Lakes({
    settings: [{ id: 'prod', uri: 'memory://prod', gc: 'none' }],
    clock: routes.clock,
    watchIntervalMs: 15_000,
    openStore: () => {
      const counted = metered(faultyStore(inner, dispatch));
      meter = counted.meter;
      return counted.store;
    },
    onChange: () => {},
  });
  routes.runtime.once('lakes', () => lakes);
}

beforeEach(() => {
  calls = [];
  answers = true;
  inner = openMemoryStore();
});
afterEach(() => routes.close());

/** Lets what is under way go on until the condition holds; nothing here waits for a clock. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 500; turn += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error('it never came to be');
}

const looks = () => calls.filter(({ key }) => key === lockKey(brain.root)).length;

/** Moves the clock to the next look and waits until it has ended. */
async function nextLook(ms = 6_000): Promise<void> {
  const before = rootsOf(routes.runtime)[0]?.latest()?.at;
  await until(() => routes.clock.waits.length > 0);
  routes.clock.advance(ms);
  await until(() => rootsOf(routes.runtime)[0]?.latest()?.at !== before);
}

async function beat(sequence: number): Promise<void> {
  const body = encodeBeat({ lockId, sequence, leaseMs: 30_000 });
  await inner.put(`${leaseFolder(brain.root, lockId)}${beatName(sequence)}`, body);
}

async function firstLook(): Promise<void> {
  await routes.get('locks');
  await until(() => rootsOf(routes.runtime)[0]?.latest() != null);
}

describe('the list', () => {
  it('is empty where nothing is configured', async () => {
    open([]);
    expect(await routes.get('locks')).toMatchObject({ items: [], meta: { complete: true } });
  });

  it('knows nothing before the first look has ended, and says so', async () => {
    open();
    const { items, meta } = await routes.get('locks');
    expect(items).toMatchObject([{ root: 'brain', state: 'unwatched', lookedAt: null, freshUntil: null }]);
    expect(meta.complete).toBe(false);
  });

  it('watches a root once, however many ask', async () => {
    open();
    await inner.put(lockKey(brain.root), encodeLockRecord(record));
    await Promise.all(Array.from({ length: 10 }, () => routes.get('locks')));
    await firstLook();
    await Promise.all(Array.from({ length: 10 }, () => routes.get('lock', { params })));
    expect(looks()).toBe(1);
  });

  it('is green only after a newer beat, and late and silent as the store proves it', async () => {
    open();
    await inner.put(lockKey(brain.root), encodeLockRecord(record));
    await beat(0);
    await firstLook();
    const state = async () => (await routes.get('locks')).items[0]?.state;
    expect(await state()).toBe('held-observing');
    await beat(1);
    await nextLook();
    expect(await state()).toBe('held-beating');
    const told: unknown[] = [];
    for (let look = 0; look < 12; look += 1) {
      await nextLook(5_500);
      told.push(await state());
    }
    expect([...new Set(told)]).toEqual(['held-beating', 'late', 'silent']);
  });

  it('does not let the last word stand when looks do not end any more', async () => {
    open();
    await inner.put(lockKey(brain.root), encodeLockRecord(record));
    await beat(0);
    await firstLook();
    await beat(1);
    await nextLook();
    await rootsOf(routes.runtime)[0]?.stop();
    routes.clock.advance(60_000);
    const row = (await routes.get('locks')).items[0];
    expect(row).toMatchObject({ state: 'unwatched', since: null, lastKnown: { state: 'held-beating' } });
    expect(Date.parse(row?.freshUntil ?? '')).toBeLessThan(routes.clock.wall());
    expect(await routes.get('lock', { params })).toMatchObject({ proves: [], meta: { complete: false } });
  });

  it('takes no answer for unknown, never for free', async () => {
    open();
    await firstLook();
    expect((await routes.get('locks')).items[0]?.state).toBe('free');
    answers = false;
    await nextLook();
    const { items, meta } = await routes.get('locks');
    expect(items[0]).toMatchObject({ state: 'unreadable', lastKnown: { state: 'free' } });
    expect(meta.complete).toBe(false);
  });
});

describe('one lock', () => {
  it('shows its evidence, what cannot be shown, and every missing precondition', async () => {
    open();
    await inner.put(lockKey(brain.root), encodeLockRecord(record));
    await beat(0);
    const state = { version: 1, state_revision: 3, resource_statuses: { a: { status: 'drifted' } } };
    await inner.put(ledgerKey(brain.root), text(JSON.stringify(state)));
    await firstLook();
    const lock = await routes.get('lock', { params });
    expect(lock).toMatchObject({
      owner: record,
      record: { key: 'og/brain/__cluster/lock.json', corrupt: null },
      lease: { source: 'beat', leaseMs: 30_000, lateMs: 20_000, silentMs: 45_000 },
      evidence: { lockId, beats: [{}], claim: null },
      transitions: [{ to: lockId, cause: 'first-seen' }],
      ledger: { state: 'found', revision: '3', drift: [{ address: 'a', status: 'drifted' }], recoveries: [] },
      stockLocked: true,
    });
    expect(lock.cannotProve.length).toBeGreaterThan(0);
    expect(lock.unlock.missing.map(({ code }) => code).toSorted()).toEqual([
      'io_not_attested',
      'no_conditional_delete',
      'others_not_attested',
      'process_not_attested',
      'reason_missing',
      'stop_live_not_confirmed',
      'store_not_proven',
    ]);
    expect(lock.unlock.stockCommand).toBe(`cluster force-unlock ${lockId} --cluster memory:///og/brain`);
  });

  it('tells a corrupt record with its bytes, and names no command for it', async () => {
    open();
    await inner.put(lockKey(brain.root), text('{"version":1,\n"lock_id":<b>'));
    await firstLook();
    const lock = await routes.get('lock', { params });
    expect(lock).toMatchObject({ state: 'corrupt', owner: null, unlock: { stockCommand: null } });
    expect(lock.record?.corrupt?.excerpt).toBe('{"version":1,\\x0a"lock_id":<b>');
    // It can only be moved aside, which no state forbids and no id names.
    expect(lock.unlock.missing.map(({ code }) => code).toSorted()).toEqual([
      'io_not_attested',
      'no_conditional_delete',
      'others_not_attested',
      'process_not_attested',
      'reason_missing',
      'store_not_proven',
    ]);
  });

  it('does not take an unreadable ledger for an empty one', async () => {
    open();
    await firstLook();
    answers = false;
    const { ledger } = await routes.get('lock', { params });
    expect(ledger).toMatchObject({ state: 'unreadable', revision: null, recoveries: null });
  });

  it('of this console itself has neither ledger nor stock command', async () => {
    open([{ ...brain, root: '_vamplate/sweep' }]);
    await inner.put(lockKey('_vamplate/sweep'), encodeLockRecord(record));
    await firstLook();
    expect(await routes.get('lock', { params })).toMatchObject({
      ...{ kind: 'own', writers: 'ours', owner: record },
      ledger: { state: 'none' },
      unlock: { stockCommand: null },
    });
  });

  it('that nobody configured is not found', async () => {
    open();
    expect((await routes.reply('lock', { params: { root: 'other' } })).status).toBe(404);
  });
});

describe('a lock whose owner fell silent', () => {
  beforeEach(async () => {
    open();
    await inner.put(lockKey(brain.root), encodeLockRecord(record));
    await beat(0);
    await firstLook();
    for (let look = 0; look < 12; look += 1) await nextLook(5_500);
  });

  it('is among what needs a person, and Prometheus hears of it', async () => {
    const { items } = await routes.get('attention');
    expect(items).toMatchObject([{ kind: 'lock_silent', object: 'brain', href: '/locks/brain' }]);
    const text = await (await routes.reply('metrics')).text();
    expect(text).toContain('vamplate_attention_items{kind="lock_silent"} 1\n');
    expect(text).toContain('vamplate_attention_items{kind="lock_unusable"} 0\n');
  });

  it('is unknown there when nothing is known of it any more, and never all clear', async () => {
    answers = false;
    await nextLook();
    expect((await routes.get('attention')).items).toContainEqual(
      expect.objectContaining({ kind: 'lock_unknown', severity: 'unknown', object: 'brain' }),
    );
  });
});

it('tells the stream once for each verdict, and nothing while it stays', async () => {
  open();
  const told: unknown[] = [];
  const { hub } = routes.runtime;
  const publish = hub.publish.bind(hub);
  hub.publish = (event) => {
    told.push(event.part);
    publish(event);
  };
  await inner.put(lockKey(brain.root), encodeLockRecord(record));
  await firstLook();
  expect(told).toEqual(['locks']);
  await beat(0);
  await nextLook();
  await beat(1);
  await nextLook();
  await beat(2);
  await nextLook();
  // Found held, then found beating: a further beat is no other verdict.
  expect(told).toEqual(['locks', 'locks']);
});

it('asks the store for one read and one listing a look and nothing else, however many ask and however large the record', async () => {
  open();
  await inner.put(lockKey(brain.root), encodeLockRecord(record));
  await beat(0);
  await firstLook();
  calls = [];
  const before = { ...meter };
  for (let look = 0; look < 5; look += 1) {
    await Promise.all([routes.get('locks'), routes.get('locks'), routes.get('attention')]);
    await nextLook(5_600);
  }
  const one = [`get ${lockKey(brain.root)}`, `list ${leaseFolder(brain.root, lockId)}`];
  const asked = calls.filter(({ key }) => key.includes('__cluster')).map(({ verb, key }) => `${verb} ${key}`);
  expect(asked).toEqual(Array.from({ length: 5 }, () => one).flat());
  const others = calls.length - asked.length;
  expect(meter.requests - before.requests - others).toBe(10);

  await inner.put(lockKey(brain.root), new Uint8Array(1 << 20));
  const bytes = meter.bytes;
  await nextLook();
  expect(meter.bytes - bytes).toBeLessThanOrEqual(65_536);
});

it('stops with the server and asks nothing more', async () => {
  open();
  await firstLook();
  await routes.runtime.stop();
  const before = calls.length;
  routes.clock.advance(60_000);
  await new Promise((resolve) => setImmediate(resolve));
  expect(calls.length).toBe(before);
});
