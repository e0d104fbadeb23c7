/** Acquiring by the book: its calls and their order, the whole table H.1, and every answer that is not certain. */
import { describe, expect, it } from 'vitest';
import { AbandonedDrains } from '@/lib/engine/retirement/abandoned-drains';
import type { StoreCall } from '@/lib/testing/faulty-store';
import { type Fault, type LeaseStage, leaseStage } from '@/lib/testing/lease-stage';
import { acquireLease } from './acquire-lease';

const minute = 60_000;
const acquire = ({ context, place }: LeaseStage, ttlMs = minute) => acquireLease(context, place, { ttlMs });
const isLease = (call: StoreCall) => call.key.endsWith('.lease');
const once = (verb: string, happens: Fault) => {
  let done = false;
  return (call: StoreCall): Fault | null => {
    if (done || call.verb !== verb || !isLease(call)) return null;
    done = true;
    return happens;
  };
};

describe('costs and order (D24)', () => {
  const markers = 'list _refs/version_lease_gc/main/42/';
  const clock = '_refs/version_lease_gc/main/_clock';
  const v1 = 'head _versions/42.manifest';
  const v2 = 'head _versions/18446744073709551573.manifest';
  const short = (stage: LeaseStage) =>
    stage.calls.map((call) => call.replace(/_refs\/version_leases\/.*/, 'lease'));

  it('D24 is six calls, the markers before the manifest each time', async () => {
    const stage = await leaseStage();
    await acquire(stage);
    expect(short(stage)).toEqual([markers, v2, 'create lease', 'head lease', markers, v2]);
    expect(stage.meter.requests).toBe(6);
  });
  it('D24 is one more for a V1 name', async () => {
    const stage = await leaseStage({ scheme: 'v1' });
    await acquire(stage);
    expect(short(stage)).toEqual([markers, v2, v1, 'create lease', 'head lease', markers, v1]);
  });
  it.each([1, 2])('D24 is three more when %s stale drains are met', async (drains) => {
    const stage = await leaseStage();
    for (const run of ['a', 'b'].slice(0, drains)) await stage.mark('draining', run);
    stage.time.now += 901_000;
    await acquire(stage);
    expect(stage.meter.requests).toBe(9);
    expect(short(stage).slice(2, 5)).toEqual([
      `put ${clock}`,
      `list ${clock}`,
      expect.stringContaining('deleteBatch _refs/version_lease_gc/main/42/aaaa'),
    ]);
    expect(await stage.markerKeys()).toEqual([]);
  });
  it('writes no clock without a draining marker, nor beside a seal', async () => {
    const stage = await leaseStage();
    await acquire(stage);
    await stage.mark('draining');
    await stage.mark('sealed', 'b');
    await expect(acquire(stage)).rejects.toMatchObject({ kind: 'refused' });
    expect(stage.calls.filter((call) => call.startsWith('put '))).toEqual([]);
  });
});

describe('H.1, the whole table', () => {
  type Row = [string, (stage: LeaseStage) => Promise<unknown>, 'created' | 'not_found' | 'refused'];
  const gone = (stage: LeaseStage) => stage.bare.delete(stage.manifestKey);
  const later = (stage: LeaseStage) => {
    stage.time.now += 901_000;
  };
  const rows: Row[] = [
    ['no manifest', gone, 'not_found'],
    ['no manifest and a commit', async (s) => [await gone(s), await s.mark('committed')], 'not_found'],
    ['no marker', async () => {}, 'created'],
    ['a stale drain', async (s) => [await s.mark('draining'), later(s)], 'created'],
    [
      'a drain abandoned here',
      async (s) => [await s.mark('draining'), s.abandoned.add(s.store, [s.markerKey('draining')])],
      'created',
    ],
    ['a fresh drain', (s) => s.mark('draining'), 'refused'],
    [
      'a stale and a fresh drain',
      async (s) => [await s.mark('draining'), later(s), await s.mark('draining', 'b')],
      'refused',
    ],
    ['a seal', (s) => s.mark('sealed'), 'refused'],
    ['an old seal', async (s) => [await s.mark('sealed'), later(s)], 'refused'],
    ['a commit', (s) => s.mark('committed'), 'refused'],
    ['an old commit', async (s) => [await s.mark('committed'), later(s)], 'refused'],
  ];
  const judge = (stage: LeaseStage) =>
    acquire(stage).then(
      () => 'created',
      (error: { kind: string }) => error.kind,
    );

  it.each(rows)('%s', async (_, arrange, result) => {
    const stage = await leaseStage();
    await arrange(stage);
    expect(await judge(stage)).toBe(result);
    expect(await stage.leaseKeys()).toHaveLength(result === 'created' ? 1 : 0);
  });
  it.each(rows)('between the checks: %s', async (_, arrange, result) => {
    const stage = await leaseStage();
    stage.beforeCalls(async (call) => {
      if (call.verb === 'create' && isLease(call)) await arrange(stage);
    });
    expect(await judge(stage)).toBe(result);
    expect(await stage.leaseKeys()).toHaveLength(result === 'created' ? 1 : 0);
  });
  it('names the marker that refuses and what it does', async () => {
    const stage = await leaseStage();
    await stage.mark('sealed');
    await expect(acquire(stage)).rejects.toMatchObject({
      message: 'Version 42 is retiring and accepts no lease.',
      details: { reasons: [{ marker: 'sealed', markerOperationId: 'a'.repeat(32) }] },
    });
  });
  it('sees a retirement that ends between the two looks of the last check', async () => {
    const stage = await leaseStage();
    let looks = 0;
    stage.beforeCalls(async (call) => {
      if (call.verb !== 'list' || !call.key.endsWith('/42/')) return;
      looks += 1;
      if (looks === 2) await stage.bare.delete(stage.manifestKey);
    });
    await expect(acquire(stage)).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('contract tests', () => {
  it('2. newly_acquired_lease_survives_cleaner_clock_skew', async () => {
    const stage = await leaseStage();
    const lease = await acquire(stage);
    expect(lease.expiresAt).toBe(stage.time.now + minute + 1_000);
  });
  it('5. abandoned_drain_does_not_block_future_acquire', async () => {
    const here = await leaseStage();
    await here.mark('draining');
    const elsewhere = { ...here.context, abandoned: new AbandonedDrains() };
    here.abandoned.add(here.store, [here.markerKey('draining')]);
    const fromElsewhere = () => acquireLease(elsewhere, here.place, { ttlMs: minute });
    here.time.now += 900_999;
    await expect(fromElsewhere()).rejects.toMatchObject({ kind: 'refused' });
    await acquire(here);
    await here.mark('draining', 'b');
    here.time.now += 900_999;
    await expect(fromElsewhere()).rejects.toMatchObject({ kind: 'refused' });
    here.time.now += 1;
    await fromElsewhere();
    expect(await here.markerKeys()).toEqual([]);
  });
  it('15. expiry is the store’s: whole seconds in HEAD end it no earlier than the duration', async () => {
    const stage = await leaseStage({ headPrecisionMs: 1_000 });
    stage.time.now += 900;
    const lease = await acquire(stage, 900);
    expect(lease.expiresAt).toBe(stage.time.now + 1_000);
  });
  it.each([0, -1, Number.NaN, 0.0009, 315_576_000_001])(
    '65. %s ms is refused before any call',
    async (ttlMs) => {
      const stage = await leaseStage();
      await expect(acquire(stage, ttlMs)).rejects.toMatchObject({ kind: 'invalid_input' });
      expect(stage.calls).toEqual([]);
    },
  );
  it.each([
    { version: -1n },
    { version: 2n ** 64n },
    { namespace: 'exp', branch: 'exp' },
    { branch: 'exp' },
    { namespace: 'b'.repeat(32) },
  ])('refuses a place that cannot be leased before any call: %s', async (wrong) => {
    const stage = await leaseStage();
    const place = { ...stage.place, ...wrong };
    await expect(acquireLease(stage.context, place, { ttlMs: minute })).rejects.toMatchObject({
      kind: 'invalid_input',
    });
    expect(stage.calls).toEqual([]);
  });
  it('leases a branch’s version in its own namespace', async () => {
    const stage = await leaseStage();
    const place = { ...stage.place, namespace: 'b'.repeat(32), branch: 'team/exp' };
    await expect(acquireLease(stage.context, place, { ttlMs: 1 })).rejects.toMatchObject({
      kind: 'not_found',
    });
    await stage.bare.create(
      stage.manifestKey.replace('_versions', 'tree/team/exp/_versions'),
      new Uint8Array([1]),
    );
    await acquireLease(stage.context, place, { ttlMs: 1 });
    expect(await stage.leaseKeys()).toEqual([
      expect.stringContaining(`/version_leases/${'b'.repeat(32)}/42-1000-`),
    ]);
  });
});

describe('answers that are not certain (D1)', () => {
  const outcomes: [string, Fault, 'acquired' | 'not_written' | 'unknown', number][] = [
    ['create', 'refused', 'not_written', 0],
    ['create', 'lost_before', 'unknown', 0],
    ['create', 'lost_after', 'acquired', 1],
    ['head', 'lost_before', 'not_written', 0],
  ];
  it.each(outcomes)('%s %s: %s', async (verb, happens, outcome, files) => {
    const stage = await leaseStage();
    stage.failWhen(once(verb, happens));
    const result = await acquire(stage).then(
      () => 'acquired',
      (error: { kind: string; details: { outcome: string } }) => {
        expect(error.kind).toBe('unavailable');
        return error.details.outcome;
      },
    );
    expect(result).toBe(outcome);
    expect(await stage.leaseKeys()).toHaveLength(files);
  });
  it('says what it leaves when the withdrawal is lost too', async () => {
    const stage = await leaseStage();
    stage.failWhen((call) => (isLease(call) && call.verb !== 'create' ? 'lost_before' : null));
    const error = await acquire(stage).catch((thrown: unknown) => thrown);
    const [left] = await stage.leaseKeys();
    expect(error).toMatchObject({ kind: 'unavailable', details: { outcome: 'unknown', leftBehind: left } });
    expect(left).toBeDefined();
  });
  it('withdraws its file when the last check is not answered', async () => {
    const stage = await leaseStage();
    let lists = 0;
    stage.failWhen((call) => {
      if (call.verb === 'list') lists += 1;
      return lists === 2 ? 'lost_before' : null;
    });
    const lost = await acquire(stage).catch((thrown: unknown) => thrown);
    // The same fault loses the withdrawal as well, so the file is still there and named.
    const [left] = await stage.leaseKeys();
    expect(lost).toMatchObject({ kind: 'unavailable', details: { outcome: 'unknown', leftBehind: left } });
  });
  it('never takes a file it did not write', async () => {
    const stage = await leaseStage();
    stage.beforeCalls(async (call) => {
      if (call.verb === 'create' && isLease(call)) await stage.bare.create(call.key, new Uint8Array());
    });
    await expect(acquire(stage)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await stage.leaseKeys()).toHaveLength(1);
  });
  it('stops at a marker name it cannot read, and writes nothing', async () => {
    const stage = await leaseStage();
    await stage.bare.create(`${stage.root.key}/_refs/version_lease_gc/main/42/x.sealing`, new Uint8Array());
    await expect(acquire(stage)).rejects.toMatchObject({ kind: 'corrupt' });
    expect(await stage.leaseKeys()).toEqual([]);
  });
});

describe('markers on several pages', () => {
  it('asks until two looks agree: a commit that replaces its seal between two pages is not missed', async () => {
    const stage = await leaseStage({ pageLimit: 1 });
    // Left over beside the seal, it sorts between the commit and the seal.
    await stage.mark('sealed', 'b');
    await stage.mark('draining', 'b');
    let pages = 0;
    stage.beforeCalls(async (call) => {
      if (call.verb !== 'list') return;
      pages += 1;
      if (pages !== 2) return;
      await stage.mark('committed', 'b');
      await stage.bare.delete(stage.markerKey('sealed', 'b'));
    });
    stage.abandoned.add(stage.store, [stage.markerKey('draining', 'b')]);
    await expect(acquire(stage)).rejects.toMatchObject({
      kind: 'refused',
      details: { reasons: [{ marker: 'committed' }] },
    });
    // Already by the first check: nothing was written.
    expect(stage.calls.filter((call) => call.startsWith('create'))).toEqual([]);
  });
  it('gives up when they never agree', async () => {
    const stage = await leaseStage({ pageLimit: 1 });
    await stage.mark('draining', '0');
    let lists = 0;
    stage.beforeCalls(async (call) => {
      if (call.verb !== 'list') return;
      lists += 1;
      // There in every second look of two pages.
      if (lists % 4 === 1) await stage.mark('draining', 'f');
      if (lists % 4 === 3) await stage.bare.delete(stage.markerKey('draining', 'f'));
      if (lists % 4 === 3) await stage.mark('draining', 'e');
      if (lists % 4 === 1) await stage.bare.delete(stage.markerKey('draining', 'e'));
    });
    await expect(acquire(stage)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await stage.leaseKeys()).toEqual([]);
  });
});
