/** Contract tests of leases that take more than one noun: the census of a cleaner, the host's clock, what is said (section I, 14 to 17). */
import { afterEach, expect, it, vi } from 'vitest';
import { leaseStage } from '@/lib/testing/lease-stage';
import { acquireLease } from './acquire-lease';
import { judgeLease } from './lease-rules';

const minute = 60_000;
const dayMs = 86_400_000;

afterEach(() => {
  vi.useRealTimers();
});

it('15. a host clock that jumps by years in either direction changes no expiry and no renewal', async () => {
  for (const jump of [-4_000 * dayMs, 4_000 * dayMs]) {
    const stage = await leaseStage();
    const lease = await acquireLease(stage.context, stage.place, { ttlMs: minute });
    const { expiresAt } = lease;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + jump });
    expect(lease.expiresAt).toBe(expiresAt);
    stage.time.now += minute;
    await lease.renew();
    expect(lease.expiresAt).toBe(stage.time.now + minute + 1_000);
    // By the store's clock it is over, whatever the host believes.
    stage.time.now += minute + 1_000;
    await expect(lease.renew()).rejects.toMatchObject({ kind: 'invalid_input' });
    vi.useRealTimers();
  }
});

it('16. a sealed version rejects renewal as retiring, and the lease stays as it was', async () => {
  const stage = await leaseStage();
  const lease = await acquireLease(stage.context, stage.place, { ttlMs: minute });
  const before = await stage.leaseKeys();
  await stage.mark('sealed');
  await expect(lease.renew()).rejects.toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('is retiring'),
  });
  expect(await stage.leaseKeys()).toEqual(before);
});

it('4. lease_ttl_survives_coarse_storage_timestamps: stored a moment before the second it is filed under', async () => {
  const stage = await leaseStage({ headPrecisionMs: 1_000, listPrecisionMs: 1_000 });
  stage.time.now += 900;
  const lease = await acquireLease(stage.context, stage.place, { ttlMs: 900 });
  const { objects } = await stage.bare.list({ prefix: `${stage.root.key}/_refs/version_leases/` });
  const storedAt = objects[0]?.storedAt;
  if (storedAt === undefined) throw new Error('no lease');
  expect(storedAt).toBe(stage.time.now - 900);
  stage.time.now += 100;
  await stage.mark('draining');
  const marker = await stage.bare.head(stage.markerKey('draining'));
  const markedAt = marker.kind === 'found' ? marker.meta.storedAt : null;
  expect(markedAt).toBe(storedAt + 1_000);
  expect(judgeLease({ storedAt, ttlMicros: 900_000n }, markedAt)).toBe('active');
  expect(lease.expiresAt).toBe(storedAt + 1_900);
});
