/** No update of a register is lost or applied twice, whatever the store answers. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Clock, MonotonicInstant, WallInstant } from '@/lib/base/clock';
import { systemRandom } from '@/lib/base/random';
import { openMemoryStore } from './memory-store';
import type { ObjectStore, WriteAnswer } from './object-store';
import { openRegister } from './register';
import {
  decodeRecord,
  encodeRecord,
  nextRecord,
  type RegisterRecord,
  rememberedWrites,
  settleWrite,
} from './register-rules';

const instant: Clock = {
  wall: () => 0 as WallInstant,
  monotonic: () => 0 as MonotonicInstant,
  sleep: () => new Promise((resolve) => setImmediate(resolve)),
};
const schema = z.object({ count: z.int() });
const registerOn = (store: ObjectStore, attempts?: number) =>
  openRegister({
    store,
    key: '_vamplate/r.json',
    schema,
    clock: instant,
    random: systemRandom,
    ...(attempts === undefined ? {} : { attempts }),
  });
const increment = (current: { count: number } | null) => ({ count: (current?.count ?? 0) + 1 });
const unknown: WriteAnswer = { kind: 'unknown', cause: new Error('no answer') };

/** The memory store with its conditional writes answered by `fault`, which may let them land or not. */
function faulty(fault: (write: () => Promise<WriteAnswer>) => Promise<WriteAnswer>): ObjectStore {
  const inner = openMemoryStore();
  return {
    ...inner,
    create: (key, body) => fault(() => inner.create(key, body)),
    replace: (key, body, etag) => fault(() => inner.replace(key, body, etag)),
  };
}

describe('register', () => {
  it('is absent, then found with what was written', async () => {
    const register = registerOn(openMemoryStore());
    expect(await register.read()).toEqual({ kind: 'absent' });
    expect(await register.update(() => null)).toEqual({ kind: 'unchanged', value: null });
    expect(await register.update(increment)).toEqual({ kind: 'written', value: { count: 1 }, sequence: 1 });
    expect(await register.read()).toMatchObject({ kind: 'found', value: { count: 1 }, sequence: 1 });
    expect(await register.update(() => null)).toEqual({ kind: 'unchanged', value: { count: 1 } });
  });
  it('loses none of 200 racing increments, with ETags by content as S3 has them', async () => {
    const store = openMemoryStore();
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const register = registerOn(store, 1_000);
        for (let i = 0; i < 10; i += 1) await register.update(increment);
      }),
    );
    expect(await registerOn(store).read()).toMatchObject({ value: { count: 200 }, sequence: 200 });
  });
  it('counts every reported increment exactly once when answers are lost, early or late', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('ok', 'landed', 'dropped', 'late'), { maxLength: 40 }),
        async (faults) => {
          let turn = 0;
          const late: Promise<unknown>[] = [];
          const store = faulty(async (write) => {
            const fault = faults[turn] ?? 'ok';
            turn += 1;
            if (fault === 'ok') return write();
            if (fault === 'landed') await write();
            if (fault === 'late') late.push(new Promise((r) => setImmediate(r)).then(write));
            return unknown;
          });
          let reported = 0;
          let unsettled = 0;
          await Promise.all(
            [0, 1, 2].map(async () => {
              for (let i = 0; i < 4; i += 1) {
                await registerOn(store)
                  .update(increment)
                  .then(
                    () => {
                      reported += 1;
                    },
                    () => {
                      unsettled += 1;
                    },
                  );
              }
            }),
          );
          await Promise.all(late);
          const state = await registerOn(store).read();
          const count = state.kind === 'found' ? state.value.count : 0;
          expect(count).toBeGreaterThanOrEqual(reported);
          expect(count).toBeLessThanOrEqual(reported + unsettled);
        },
      ),
      { seed: 20261130, numRuns: 150 },
    );
  });
  it('says unknown when no answer ever comes, and conflict when others always win', async () => {
    const silent = registerOn(faulty(async () => unknown));
    await expect(silent.update(increment)).rejects.toMatchObject({
      kind: 'unavailable',
      details: { outcome: 'unknown' },
    });
    const inner = openMemoryStore();
    const beaten = registerOn({ ...inner, create: async () => ({ kind: 'conflict', storeTime: null }) }, 5);
    await expect(beaten.update(increment)).rejects.toMatchObject({ kind: 'conflict' });
  });
  it('refuses to touch what is no register', async () => {
    for (const bytes of ['', '{', '{}', '{"sequence":1,"writes":["a"],"value":{"count":"x"}}', '\xff']) {
      const store = openMemoryStore();
      await store.create('_vamplate/r.json', new TextEncoder().encode(bytes));
      await expect(registerOn(store).update(increment)).rejects.toMatchObject({ kind: 'corrupt' });
    }
  });
});

describe('what a read after an uncertain write proves', () => {
  const chain = (before: RegisterRecord<number> | null, ...writes: string[]) =>
    writes.reduce<RegisterRecord<number> | null>((record, write) => nextRecord(record, write, 0), before);
  const base = chain(null, 'a', 'b');
  const others = Array.from({ length: rememberedWrites }, (_, i) => `o${i}`);

  it.each([
    ['nothing yet, nothing found', null, null, 'resend'],
    ['nothing yet, ours found', null, chain(null, 'me'), 'landed'],
    ['nothing yet, ours found below later ones', null, chain(null, 'me', 'x', 'y'), 'landed'],
    ['nothing yet, only others found', null, chain(null, 'x', 'y'), 'lost'],
    ['nothing yet, more others than are remembered', null, chain(null, ...others, 'z'), 'uncertain'],
    ['unchanged', base, base, 'resend'],
    ['replaced by ours', base, chain(base, 'me'), 'landed'],
    ['replaced by another', base, chain(base, 'x'), 'lost'],
    ['replaced by as many as are remembered', base, chain(base, ...others), 'uncertain'],
    ['gone', base, null, 'uncertain'],
    ['made anew', base, chain(null, 'x'), 'uncertain'],
  ] as const)('%s', (_name, before, found, settled) => {
    expect(settleWrite('me', before, found)).toBe(settled);
  });
  it('comes back from disk as it went', () => {
    const record = nextRecord(base, 'me', 7);
    expect(decodeRecord('k', encodeRecord(record), z.number())).toEqual(record);
    expect(nextRecord(chain(null, ...others), 'me', 1).writes).toHaveLength(rememberedWrites);
  });
});
