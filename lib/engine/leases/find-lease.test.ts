/** A lease that another process began is found by its id, renewed and released like one's own. */
import { describe, expect, it } from 'vitest';
import { leaseStage } from '@/lib/testing/lease-stage';
import { acquireLease } from './acquire-lease';
import { findLease } from './find-lease';

const minuteMs = 60_000;
const record = { label: 'console: anna', host: null, workload: 'report' };

async function held() {
  const stage = await leaseStage();
  const holder = { lake: stage.store, record };
  const taken = await acquireLease(stage.context, stage.place, { ttlMs: minuteMs, holder });
  return { ...stage, taken, find: (id = taken.id) => findLease(stage.context, stage.root, id) };
}

describe('a lease found by its id', () => {
  it('is the one that was taken, with who holds it', async () => {
    const { find, taken } = await held();
    const found = await find();
    expect(found).toMatchObject({ namespace: 'main', holder: { kind: 'recorded', record } });
    expect(found?.handle).toMatchObject({ id: taken.id, version: 42n, expiresAt: taken.expiresAt });
  });

  it('is renewed under another id, and its holder follows', async () => {
    const { find, taken, time, leaseKeys } = await held();
    time.now += 30_000;
    const found = await find();
    await found?.handle.renew();
    const id = found?.handle.id ?? '';
    expect(id).not.toBe(taken.id);
    expect(found?.handle.expiresAt).toBe(taken.expiresAt + 30_000);
    expect(await leaseKeys()).toEqual([expect.stringContaining(id)]);
    expect(await find()).toBeNull();
    expect((await find(id))?.holder).toEqual({ kind: 'recorded', record });
  });

  it('is released with the record of its holder', async () => {
    const { find, leaseKeys, bare } = await held();
    await (await find())?.handle.release();
    expect(await leaseKeys()).toEqual([]);
    expect((await bare.list({ prefix: '_vamplate/holders/' })).objects).toEqual([]);
    expect(await find()).toBeNull();
  });

  it('that is over is found and cannot be renewed', async () => {
    const { find, time } = await held();
    time.now += 2 * minuteMs;
    await expect((await find())?.handle.renew()).rejects.toMatchObject({
      details: { reason: 'expired' },
    });
  });

  it('without a record of its holder has none, and names that are no lease are passed over', async () => {
    const { context, place, root, bare } = await held();
    const other = await acquireLease(context, place, { ttlMs: minuteMs });
    await bare.create(`${root.key}/_refs/version_leases/main/nonsense`, new Uint8Array());
    expect((await findLease(context, root, other.id))?.holder).toEqual({ kind: 'not_recorded' });
    expect(await findLease(context, root, 'f'.repeat(32))).toBeNull();
  });

  it('is not taken to be absent when the listing has no answer', async () => {
    const { find, failWhen } = await held();
    failWhen((call) => (call.verb === 'list' ? 'lost_before' : null));
    await expect(find()).rejects.toMatchObject({ kind: 'unavailable' });
  });
});
