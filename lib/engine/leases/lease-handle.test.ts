/** The life of a handle: released once, renewing itself on the clock it is given, its holder shown and never decisive. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openLocalStore } from '@/lib/engine/store/local-store';
import { leaseStage } from '@/lib/testing/lease-stage';
import { ManualClock } from '@/lib/testing/manual-clock';
import { acquireLease } from './acquire-lease';
import { holderKey } from './holder-records';
import { readHolders } from './read-holders';

const ttlMs = 30_000;
const turns = () => new Promise((resolve) => setImmediate(resolve));

describe('release', () => {
  it('removes the file, once', async () => {
    const stage = await leaseStage();
    const lease = await acquireLease(stage.context, stage.place, { ttlMs });
    await lease.release();
    expect(await stage.leaseKeys()).toEqual([]);
    const calls = stage.meter.requests;
    await lease.release();
    expect(stage.meter.requests).toBe(calls);
    await expect(lease.renew()).rejects.toMatchObject({
      kind: 'invalid_input',
      details: { reason: 'released' },
    });
  });
  it('is what leaving the block does', async () => {
    const stage = await leaseStage();
    const lease = await acquireLease(stage.context, stage.place, { ttlMs });
    expect(lease[Symbol.asyncDispose]).toBeTypeOf('function');
    await lease[Symbol.asyncDispose]();
    expect(await stage.leaseKeys()).toEqual([]);
  });
  it('is content with a file that is gone', async () => {
    const stage = await leaseStage();
    const lease = await acquireLease(stage.context, stage.place, { ttlMs });
    for (const key of await stage.leaseKeys()) await stage.bare.delete(key);
    await lease.release();
    expect(stage.calls.at(-1)).toMatch(/^delete /);
  });
  it('says that it may not have landed, and can be asked again', async () => {
    const stage = await leaseStage();
    const lease = await acquireLease(stage.context, stage.place, { ttlMs });
    stage.failWhen((call) => (call.verb === 'delete' ? 'lost_before' : null));
    await expect(lease.release()).rejects.toMatchObject({
      kind: 'unavailable',
      details: { outcome: 'unknown' },
    });
    await expect(lease.renew()).rejects.toMatchObject({ kind: 'invalid_input' });
    stage.failWhen(null);
    await lease.release();
    expect(await stage.leaseKeys()).toEqual([]);
  });
  it('waits for a renewal under way', async () => {
    const stage = await leaseStage();
    const lease = await acquireLease(stage.context, stage.place, { ttlMs });
    const [renewed, released] = [lease.renew(), lease.release()];
    await Promise.all([renewed, released]);
    expect(await stage.leaseKeys()).toEqual([]);
  });
  it('may renew for another duration, checked before any call', async () => {
    const stage = await leaseStage();
    const lease = await acquireLease(stage.context, stage.place, { ttlMs });
    await lease.renew(5);
    expect(lease.expiresAt).toBe(stage.time.now + 1_005);
    stage.calls.length = 0;
    await expect(lease.renew(0)).rejects.toMatchObject({ kind: 'invalid_input' });
    expect(stage.calls).toEqual([]);
  });
});

describe('renewing itself', () => {
  async function started() {
    const stage = await leaseStage();
    const clock = new ManualClock();
    const lease = await acquireLease(stage.context, stage.place, { ttlMs, renewOn: clock });
    const pass = async (ms: number) => {
      stage.time.now += ms;
      clock.advance(ms);
      await turns();
    };
    return { stage, clock, lease, pass };
  }
  it('keeps the lease while its clock runs, and stops with the release', async () => {
    const { stage, clock, lease, pass } = await started();
    for (let third = 0; third < 9; third += 1) await pass(ttlMs / 3);
    expect(lease.expiresAt).toBe(stage.time.now + ttlMs + 1_000);
    expect(lease.lost?.aborted).toBe(false);
    await lease.release();
    expect(await stage.leaseKeys()).toEqual([]);
    expect(clock.nextWakeMs).toBeNull();
  });
  it('tries again while the store is away, and is lost when its own time has passed', async () => {
    const { stage, lease, pass } = await started();
    await pass(ttlMs / 3);
    stage.failWhen(() => 'lost_before');
    for (let tenth = 0; tenth < 9; tenth += 1) await pass(ttlMs / 10);
    expect(lease.lost?.aborted).toBe(false);
    await pass(ttlMs / 10);
    await pass(ttlMs / 10);
    expect(lease.lost?.reason).toMatchObject({ kind: 'unavailable' });
  });
  it('is lost at once when the version is sealed, and the lease stands until its end', async () => {
    const { stage, lease, pass } = await started();
    await stage.mark('sealed');
    const { expiresAt } = lease;
    await pass(ttlMs / 3);
    expect(lease.lost?.reason).toMatchObject({ kind: 'refused' });
    expect(lease.expiresAt).toBe(expiresAt);
    expect(await stage.leaseKeys()).toHaveLength(1);
    await lease.release();
  });
  it('is lost when it woke too late', async () => {
    const { lease, pass } = await started();
    await pass(20 * 60_000);
    expect(lease.lost?.reason).toMatchObject({ kind: 'invalid_input', details: { reason: 'expired' } });
  });
});

describe('holders (D23)', () => {
  const record = { label: 'nightly scan', host: 'node-7', workload: null };
  it('D23 lie below the lake, follow renewals and go with the release', async () => {
    const stage = await leaseStage();
    const holder = { lake: stage.bare, record };
    const lease = await acquireLease(stage.context, stage.place, { ttlMs, holder });
    const before = lease.id;
    await lease.renew();
    const found = await readHolders(stage.bare, [before, lease.id]);
    expect(found.get(before)).toEqual({ kind: 'not_recorded' });
    expect(found.get(lease.id)).toEqual({ kind: 'recorded', record });
    await lease.release();
    expect((await stage.bare.head(holderKey(lease.id))).kind).toBe('absent');
    expect(stage.meter.requests).toBe(13);
  });
  it('never decide whether the lease holds', async () => {
    const stage = await leaseStage();
    stage.failWhen((call) => (call.key.startsWith('_vamplate/') ? 'refused' : null));
    const holder = { lake: stage.store, record };
    const lease = await acquireLease(stage.context, stage.place, { ttlMs, holder });
    await lease.renew();
    expect(await stage.leaseKeys()).toHaveLength(1);
  });
  it('are checked before any call', async () => {
    const stage = await leaseStage();
    const holder = { lake: stage.bare, record: { ...record, label: '' } };
    await expect(acquireLease(stage.context, stage.place, { ttlMs, holder })).rejects.toMatchObject({
      kind: 'invalid_input',
    });
    expect(stage.calls).toEqual([]);
  });
});

describe('on a local folder', () => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
  it('acquires, renews and releases at the same cost', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vamplate-leases-'));
    folders.push(folder);
    const stage = await leaseStage({ store: openLocalStore({ root: folder }) });
    const lease = await acquireLease(stage.context, stage.place, { ttlMs });
    await lease.renew();
    expect(stage.meter.requests).toBe(12);
    expect(await stage.leaseKeys()).toEqual([expect.stringContaining(lease.id)]);
    await stage.mark('sealed');
    await expect(lease.renew()).rejects.toMatchObject({ kind: 'refused' });
    await lease.release();
    expect(await stage.leaseKeys()).toEqual([]);
    await expect(acquireLease(stage.context, stage.place, { ttlMs })).rejects.toMatchObject({
      kind: 'refused',
    });
  });
});
