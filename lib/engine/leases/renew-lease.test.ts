/** Renewing by the book: its calls and their order, the whole table H.2, and answers that are not certain. */
import { describe, expect, it } from 'vitest';
import type { StoreCall } from '@/lib/testing/faulty-store';
import { type Fault, type LeaseStage, leaseStage } from '@/lib/testing/lease-stage';
import { acquireLease } from './acquire-lease';

const ttlMs = 60_000;

async function holding(stage: LeaseStage) {
  const lease = await acquireLease(stage.context, stage.place, { ttlMs });
  stage.calls.length = 0;
  return lease;
}

const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => 'renewed',
    (error: { kind: string }) => error.kind,
  );

describe('costs and order (D24)', () => {
  it('D24 is six calls', async () => {
    const stage = await leaseStage();
    const lease = await holding(stage);
    stage.time.now += 10_000;
    await lease.renew();
    expect(stage.calls.map((call) => call.replace(/-[0-9a-f]{32}\.lease/, '.lease'))).toEqual([
      'head _refs/version_leases/main/42-60000000.lease',
      'list _refs/version_lease_gc/main/42/',
      'create _refs/version_leases/main/42-60000000.lease',
      'head _refs/version_leases/main/42-60000000.lease',
      'list _refs/version_lease_gc/main/42/',
      'delete _refs/version_leases/main/42-60000000.lease',
    ]);
    expect(lease.expiresAt).toBe(stage.time.now + ttlMs + 1_000);
    expect(await stage.leaseKeys()).toEqual([expect.stringContaining(lease.id)]);
  });
});

describe('H.2, the whole table', () => {
  const removed = async (stage: LeaseStage) => {
    for (const key of await stage.leaseKeys()) await stage.bare.delete(key);
  };
  const atExpiry = async (stage: LeaseStage) => {
    stage.time.now += ttlMs + 1_000;
  };
  const justBefore = async (stage: LeaseStage) => {
    stage.time.now += ttlMs + 999;
  };
  /** What others do before the renewal, or between its two looks at the markers. */
  const rows: [string, (stage: LeaseStage) => Promise<unknown>, 'before' | 'between', string, number][] = [
    ['own file missing', removed, 'before', 'invalid_input', 0],
    [
      'own file missing, sealed',
      async (s) => [await removed(s), await s.mark('sealed')],
      'before',
      'invalid_input',
      0,
    ],
    ['16. sealed', (s) => s.mark('sealed'), 'before', 'refused', 1],
    ['committed', (s) => s.mark('committed'), 'before', 'refused', 1],
    ['sealed', (s) => s.mark('sealed'), 'between', 'refused', 1],
    ['committed', (s) => s.mark('committed'), 'between', 'refused', 1],
    ['14. draining', (s) => s.mark('draining'), 'before', 'renewed', 1],
    ['draining', (s) => s.mark('draining'), 'between', 'renewed', 1],
    ['no marker, successor stored at E', atExpiry, 'before', 'invalid_input', 1],
    ['no marker, successor stored at E', atExpiry, 'between', 'invalid_input', 1],
    [
      'draining, successor stored at E',
      async (s) => [await s.mark('draining'), await atExpiry(s)],
      'before',
      'invalid_input',
      1,
    ],
    ['no marker, successor stored just before E', justBefore, 'before', 'renewed', 1],
    [
      'draining, successor stored just before E',
      async (s) => [await s.mark('draining'), await justBefore(s)],
      'between',
      'renewed',
      1,
    ],
    [
      'sealed, successor stored at E',
      async (s) => [await atExpiry(s), await s.mark('sealed')],
      'between',
      'invalid_input',
      1,
    ],
  ];
  it.each(rows)('%s', async (_, arrange, when, result, files) => {
    const stage = await leaseStage();
    const lease = await holding(stage);
    const { id, expiresAt } = lease;
    if (when === 'before') await arrange(stage);
    else {
      stage.beforeCalls(async (call) => {
        if (call.verb === 'create') await arrange(stage);
      });
    }
    expect(await kindOf(lease.renew())).toBe(result);
    const keys = await stage.leaseKeys();
    expect(keys).toHaveLength(files);
    if (result === 'renewed') {
      expect(lease.id).not.toBe(id);
      expect(lease.expiresAt).toBe(stage.time.now + ttlMs + 1_000);
    } else {
      // The predecessor is untouched and still says when it ends.
      expect(lease).toMatchObject({ id, expiresAt });
      if (files === 1) expect(keys[0]).toContain(id);
    }
    expect(keys[0] ?? lease.id).toContain(lease.id);
  });
  it('the manifest is not asked again', async () => {
    const stage = await leaseStage();
    const lease = await holding(stage);
    await stage.bare.delete(stage.manifestKey);
    expect(await kindOf(lease.renew())).toBe('renewed');
  });
});

describe('contract tests', () => {
  it('1. raced_active_lease_remains_renewable', async () => {
    const stage = await leaseStage();
    const lease = await holding(stage);
    await stage.mark('draining');
    await lease.renew();
    expect(lease.expiresAt).toBe(stage.time.now + ttlMs + 1_000);
  });
  it('17. a committed version refuses acquiring and renewing, whatever is cancelled around it', async () => {
    const stage = await leaseStage();
    const lease = await holding(stage);
    await stage.mark('committed');
    expect(await kindOf(lease.renew())).toBe('refused');
    expect(await kindOf(acquireLease(stage.context, stage.place, { ttlMs }))).toBe('refused');
    expect(await stage.markerKeys()).toEqual([stage.markerKey('committed')]);
  });
});

describe('answers that are not certain (D1)', () => {
  const rows: [string, number, Fault, string, number][] = [
    ['head', 1, 'lost_before', 'unavailable', 1],
    ['list', 1, 'lost_before', 'unavailable', 1],
    ['create', 1, 'refused', 'unavailable', 1],
    ['create', 1, 'lost_before', 'unavailable', 1],
    ['create', 1, 'lost_after', 'renewed', 1],
    ['head', 2, 'lost_before', 'unavailable', 1],
    ['list', 2, 'lost_before', 'unavailable', 1],
    ['delete', 1, 'lost_before', 'renewed', 2],
    ['delete', 1, 'lost_after', 'renewed', 1],
  ];
  it.each(rows)('%s %s %s: %s, %s files', async (verb, nth, happens, result, files) => {
    const stage = await leaseStage();
    const lease = await holding(stage);
    const { id } = lease;
    let seen = 0;
    stage.failWhen((call: StoreCall) => {
      if (call.verb !== verb) return null;
      seen += 1;
      return seen === nth ? happens : null;
    });
    expect(await kindOf(lease.renew())).toBe(result);
    expect(lease.id === id).toBe(result !== 'renewed');
    const keys = await stage.leaseKeys();
    expect(keys).toHaveLength(files);
    expect(keys.some((key) => key.includes(lease.id))).toBe(true);
    stage.failWhen(null);
    await lease.release();
    expect(await stage.leaseKeys()).toEqual([]);
  });
});
