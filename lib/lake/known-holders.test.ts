import { describe, expect, it } from 'vitest';
import { encodeHolderRecord, holderKey } from '@/lib/engine/leases/holder-records';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { metered } from '@/lib/engine/store/metered-store';
import { ManualClock } from '@/lib/testing/manual-clock';
import { KnownHolders } from './known-holders';
import { lakeLimits } from './lake-settings';

const id = 'a'.repeat(32);

function stage() {
  const clock = new ManualClock();
  const { store, meter } = metered(openMemoryStore());
  return { clock, store, meter, holders: new KnownHolders(clock, () => store) };
}

describe('KnownHolders', () => {
  it('finds a record that is written just after its lease', async () => {
    const { clock, store, holders } = stage();
    expect((await holders.read([id])).get(id)).toEqual({ kind: 'not_recorded' });
    await store.create(holderKey(id), encodeHolderRecord({ label: 'trainer-7', host: null, workload: null }));
    expect(holders.labelOf(id)).toBeNull();
    clock.advance(lakeLimits.holderRetryMs + 1);
    await holders.read([id]);
    expect(holders.labelOf(id)).toBe('trainer-7');
  });

  it('stops asking often for a lease that nobody described', async () => {
    const { clock, meter, holders } = stage();
    for (let look = 0; look < 20; look += 1) {
      await holders.read([id]);
      clock.advance(lakeLimits.holderRetryMs + 1);
    }
    expect(meter.requests).toBeLessThanOrEqual(4);
    clock.advance(lakeLimits.holderAgeMs);
    const before = meter.requests;
    await holders.read([id]);
    expect(meter.requests).toBe(before + 1);
  });
});
