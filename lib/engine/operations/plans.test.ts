/** A stored plan is the one that was sealed or none at all, and only one that nobody used for 30 days goes. */
import { beforeAll, describe, expect, it } from 'vitest';
import { storageInstant } from '@/lib/base/clock';
import type { CleanupPlan } from '@/lib/engine/cleanup/cleanup-plan';
import { planCleanup } from '@/lib/engine/cleanup/plan-cleanup';
import { planHash } from '@/lib/engine/cleanup/plan-hash';
import { keeping } from '@/lib/testing/cleanup-stage';
import { lakeStores, operationsStage } from '@/lib/testing/operations-stage';
import { history } from '@/lib/testing/plan-stage';
import { findPlan } from './find-plan';
import { chunkKey, isOfPlan, parsePlanFolder, planFolder, plansFolder, sealKey } from './plan-names';
import { decidePlanRemoval } from './plan-removal-rules';
import { planSeal, rootOf } from './plan-seal';
import { listUnusedPlans, removeUnusedPlan } from './remove-plans';
import { sealPlan } from './seal-plan';

const day = 86_400_000;
const ann = { actor: 'ann', role: 'operator', requestId: 'r-1' };
const unused = async () => false;
let plan: CleanupPlan;
beforeAll(async () => {
  const stage = await history(4);
  plan = await planCleanup(stage.context, keeping(2));
});

type Stage = ReturnType<typeof operationsStage>;
async function keysOf({ bare }: Stage): Promise<readonly string[]> {
  return (await bare.list({ prefix: plansFolder })).objects.map(({ key }) => key);
}
async function all<T>(generator: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const one of generator) found.push(one);
  return found;
}

describe.each(lakeStores)('plans on a %s store', (_name, open) => {
  it('come back as they were sealed, from many chunks or from one', async () => {
    const { store, close } = await open();
    try {
      const { context } = operationsStage(store);
      expect(await findPlan(store, plan.hash)).toEqual({ kind: 'absent' });
      const sealed = await sealPlan(context, plan, ann, 700);
      const found = await findPlan(store, plan.hash);
      expect(found).toMatchObject({ kind: 'found', plan, seal: { ...ann, planHash: plan.hash } });
      expect(found.kind === 'found' && found.seal.chunks.length).toBeGreaterThan(3);
      const again = await sealPlan(context, plan, { ...ann, actor: 'bob' });
      expect(again).toEqual({ kind: 'already_sealed', seal: sealed.kind === 'sealed' && sealed.seal });
    } finally {
      await close();
    }
  });
});

describe('a stored plan', () => {
  it('is none until its seal is in: the seal is written last', async () => {
    const stage = operationsStage();
    stage.failWhen(({ verb, key }) =>
      verb === 'create' && key === sealKey(plan.hash) ? 'lost_before' : null,
    );
    expect(await sealPlan(stage.context, plan, ann, 700)).toEqual({ kind: 'unknown' });
    expect(await findPlan(stage.bare, plan.hash)).toEqual({ kind: 'absent' });
    stage.failWhen(null);
    expect((await sealPlan(stage.context, plan, ann, 700)).kind).toBe('sealed');
  });

  it('is certainly not sealed when a chunk is not in', async () => {
    const stage = operationsStage();
    let creates = 0;
    stage.failWhen(({ verb }) => {
      creates += verb === 'create' ? 1 : 0;
      return verb === 'create' && creates > 2 ? 'lost_before' : null;
    });
    await expect(sealPlan(stage.context, plan, ann, 700)).rejects.toMatchObject({
      kind: 'unavailable',
      details: { outcome: 'not_written' },
    });
    expect(await keysOf(stage)).not.toContain(sealKey(plan.hash));
  });

  it('is refused when any one of its objects is changed, cut or gone', async () => {
    const stage = operationsStage();
    await sealPlan(stage.context, plan, ann, 700);
    const keys = await keysOf(stage);
    expect(keys.length).toBeGreaterThan(4);
    for (const key of keys) {
      const whole = await stage.bare.get(key, { maxBytes: 1 << 20 });
      if (whole.kind !== 'found') throw new Error('not there');
      const changed = whole.body.slice();
      changed[Math.floor(changed.length / 2)] = (changed[Math.floor(changed.length / 2)] ?? 0) ^ 1;
      for (const body of [changed, whole.body.slice(0, -9), new Uint8Array([...whole.body, 32, 49])]) {
        await stage.bare.put(key, body);
        await expect(findPlan(stage.bare, plan.hash)).rejects.toMatchObject({
          kind: 'corrupt',
          details: { key },
        });
      }
      await stage.bare.delete(key);
      const gone = findPlan(stage.bare, plan.hash);
      if (key === sealKey(plan.hash)) expect(await gone).toEqual({ kind: 'absent' });
      else await expect(gone).rejects.toMatchObject({ kind: 'corrupt', details: { key } });
      await stage.bare.put(key, whole.body);
      expect((await findPlan(stage.bare, plan.hash)).kind).toBe('found');
    }
  });

  it.each([{ actor: 'bob' }, { role: 'admin' }, { requestId: 'r-2' }, { at: 1 }, { root: 'a'.repeat(64) }])(
    'is refused when its seal says another %j',
    async (other) => {
      const stage = operationsStage();
      const sealed = await sealPlan(stage.context, plan, ann);
      const changed = JSON.stringify({ ...(sealed.kind === 'sealed' && sealed.seal), ...other });
      await stage.bare.put(sealKey(plan.hash), new TextEncoder().encode(changed));
      await expect(findPlan(stage.bare, plan.hash)).rejects.toMatchObject({ kind: 'corrupt' });
    },
  );

  it('is refused when another plan lies whole under its hash', async () => {
    const stage = operationsStage();
    const { hash: _, ...content } = { ...plan, latest: 99n };
    const other = { ...content, hash: planHash(content) };
    const sealed = await sealPlan(stage.context, other, ann);
    if (sealed.kind !== 'sealed') throw new Error('not sealed');
    const [chunk] = sealed.seal.chunks;
    const body = await stage.bare.get(chunkKey(other.hash, chunk?.hash ?? ''), { maxBytes: 1 << 20 });
    if (body.kind !== 'found') throw new Error('not there');
    await stage.bare.put(chunkKey(plan.hash, chunk?.hash ?? ''), body.body);
    const claimed = { ...sealed.seal, planHash: plan.hash };
    const forged = planSeal.parse({ ...claimed, root: rootOf(claimed) });
    await stage.plant(sealKey(plan.hash), JSON.stringify(forged));
    await expect(findPlan(stage.bare, plan.hash)).rejects.toMatchObject({ kind: 'corrupt' });
    await expect(sealPlan(stage.context, plan, ann)).rejects.toMatchObject({ kind: 'corrupt' });
  });

  it('is not stored when it is not what its hash says, or holds a secret', async () => {
    const stage = operationsStage();
    const wrong = { ...plan, latest: 99n };
    const { hash: _, ...content } = {
      ...plan,
      policy: { ...plan.policy, deleteUnverified: { attestation: 'token=abcdefgh' } },
    };
    for (const one of [wrong, { ...content, hash: planHash(content) }]) {
      await expect(sealPlan(stage.context, one, ann)).rejects.toMatchObject({ kind: 'invalid_input' });
    }
    await expect(findPlan(stage.context.store, '../x')).rejects.toMatchObject({ kind: 'invalid_input' });
    expect(stage.calls).toEqual([]);
  });
});

describe('removal of unused plans', () => {
  it.each([
    [0, 30 * day, false, 'young'],
    [0, 30 * day + 1, false, 'remove'],
    [0, 30 * day + 1, true, 'used'],
    [0, null, false, 'no_store_time'],
    [null, 30 * day + 1, false, 'nothing_there'],
  ] as const)('stored at %s, now %s, used %s: %s', (stored, now, used, said) => {
    const newestStoredAt = stored === null ? null : storageInstant(stored);
    const storeTime = now === null ? null : storageInstant(now);
    const decision = decidePlanRemoval({ newestStoredAt, storeTime, used });
    expect(decision.kind === 'remove' ? 'remove' : decision.because).toBe(said);
  });

  it('names what is its own and nothing else', () => {
    const hash = 'a'.repeat(64);
    expect(parsePlanFolder(planFolder(hash))).toBe(hash);
    for (const other of [plansFolder, `${plansFolder}x/`, `x/${hash}/`])
      expect(parsePlanFolder(other)).toBeNull();
    expect(isOfPlan(hash, sealKey(hash))).toBe(true);
    expect(isOfPlan(hash, `${planFolder(hash)}notes.txt`)).toBe(false);
    expect(isOfPlan(hash, sealKey('b'.repeat(64)))).toBe(false);
  });

  it('lists and removes an old one, keeps a used one, a young one and what is not ours', async () => {
    const stage = operationsStage();
    await sealPlan(stage.context, plan, ann, 700);
    await stage.plant(`${planFolder(plan.hash)}notes.txt`, 'mine');
    const before = await keysOf(stage);
    expect(await all(listUnusedPlans(stage.context.store, unused))).toEqual([]);
    expect(await removeUnusedPlan(stage.context.store, plan.hash, unused)).toMatchObject({
      because: 'young',
    });
    stage.time.now += 31 * day;
    const [found, ...more] = await all(listUnusedPlans(stage.context.store, unused));
    expect(found).toMatchObject({ planHash: plan.hash, objects: before.length - 1 });
    expect(more).toEqual([]);
    expect(await all(listUnusedPlans(stage.context.store, async () => true))).toEqual([]);
    expect(await removeUnusedPlan(stage.bare, plan.hash, async () => true)).toMatchObject({
      because: 'used',
    });
    const broken = async () => Promise.reject(new Error('no answer'));
    await expect(removeUnusedPlan(stage.bare, plan.hash, broken)).rejects.toThrow('no answer');
    expect(await keysOf(stage)).toEqual(before);

    stage.calls.length = 0;
    const removed = await removeUnusedPlan(stage.context.store, plan.hash, unused);
    expect(removed).toMatchObject({ kind: 'removed', objects: found?.objects, bytes: found?.bytes });
    expect(await keysOf(stage)).toEqual([`${planFolder(plan.hash)}notes.txt`]);
    expect(stage.calls[1]).toBe(`delete ${sealKey(plan.hash)}`);
  });

  it('that breaks off leaves no plan, is said as unknown, and is finished by the next', async () => {
    const stage = operationsStage();
    await sealPlan(stage.context, plan, ann, 700);
    stage.time.now += 31 * day;
    stage.failWhen(({ verb }) => (verb === 'deleteBatch' ? 'lost_before' : null));
    expect(await removeUnusedPlan(stage.context.store, plan.hash, unused)).toEqual({ kind: 'unknown' });
    expect(await findPlan(stage.bare, plan.hash)).toEqual({ kind: 'absent' });
    stage.failWhen(null);
    expect(await removeUnusedPlan(stage.context.store, plan.hash, unused)).toMatchObject({ kind: 'removed' });
    expect(await keysOf(stage)).toEqual([]);
  });
});
