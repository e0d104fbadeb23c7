/** What an earlier build recorded is read on: it loses nothing, and what it did not say is not taken for said. */
import { describe, expect, it } from 'vitest';
import { systemClock } from '@/lib/base/clock';
import { systemRandom } from '@/lib/base/random';
import { z } from '@/lib/contracts/zod';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { openRegister } from '@/lib/engine/store/register';
import { proofKey } from './proof-record';
import { Proofs } from './proofs';
import { sampleKey } from './sample-record';
import { SampleStore } from './sample-store';

const slot = Date.UTC(2030, 0, 1);
const at = new Date(slot).toISOString();
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

describe('a sample that counted what it left out for all lakes together', () => {
  it.each([
    [0, true, true],
    [3, true, false],
    [0, false, false],
  ])('%i left out, lake complete %s: whole %s', async (leftOut, complete, whole) => {
    const store = openMemoryStore();
    const target = {
      ...{ key: '["dataset","a","x"]', name: 'x', state: 'working', code: 'working', detail: 'told once' },
      ...{ lastCommitAt: null, lastProvenAt: null, retention: null, versions: 7, bytes: null },
    };
    const earlier = { format: 1, slot: at, at, by: 'a', lakes: [{ id: 'a', complete }], targets: [target] };
    await store.put(sampleKey('2030-01-01', '0000'), bytesOf({ ...earlier, leftOut }));
    const { value } = await new SampleStore(store).findSample(slot);
    expect(value?.lakes).toEqual([{ id: 'a', complete: whole, leftOut: 0 }]);
    expect(value?.targets[0]).toMatchObject({ state: 'working', versions: 7 });
  });
});

it('proofs that named no versions are found out again, and what was spent this hour stays spent', async () => {
  const store = openMemoryStore();
  const earlier = { key: '["dataset","a","x"]', triedAt: at, provenAt: at, missing: 'newest' };
  const parts = { store, clock: systemClock, random: systemRandom };
  const loose = z.looseObject({ format: z.literal(1) });
  await openRegister({ ...parts, key: proofKey, schema: loose }).update(() => ({
    ...{ format: 1, hour: at, used: 9, proofs: [earlier] },
  }));
  const proofs = new Proofs(parts);
  expect(await proofs.read()).toMatchObject({ record: { used: 9 }, byKey: new Map() });
  const next = { key: '["dataset","a","y"]', triedAt: at, provenAt: null, missing: ['7'], pass: null };
  await proofs.add(next, { hour: at, used: 1 });
  expect((await proofs.read()).record).toMatchObject({ used: 10, proofs: [next] });
});
