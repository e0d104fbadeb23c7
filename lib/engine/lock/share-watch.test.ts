/** One watch for many listeners, in virtual time: what it asks, what it survives, how it ends. */
import { expect, it } from 'vitest';
import { hold, L } from '@/lib/testing/lock-simulation/hold-on-stage';
import { LockStage } from '@/lib/testing/lock-simulation/lock-stage';
import type { LockSnapshot } from './lock-snapshot-rules';
import { shareWatch } from './share-watch';

async function watched() {
  const stage = new LockStage();
  await hold(stage, stage.process('owner'));
  const { process, context } = stage.process('server');
  const errors: unknown[] = [];
  const options = { configuredMs: L, onError: (error: unknown) => errors.push(error) };
  return { stage, process, context, errors, share: () => shareWatch(context, stage.place, options) };
}

it('asks the store the same for a hundred listeners as for none', async () => {
  const asked: number[] = [];
  for (const listeners of [0, 100]) {
    const { stage, process, share } = await watched();
    const watch = share();
    const told: LockSnapshot[] = [];
    for (let count = 0; count < listeners; count += 1) watch.subscribe((snapshot) => told.push(snapshot));
    await stage.run(60_000);
    const looks = stage.asked(process).filter((text) => text === 'get lock.json').length;
    expect(told).toHaveLength(listeners * looks);
    expect(watch.latest()?.state).toBe('held-beating');
    asked.push(stage.asked(process).length);
    await stage.until(watch.stop());
  }
  expect(asked[0]).toBe(asked[1]);
});

it('asks nothing before it returns, and knows nothing until its first look has ended', async () => {
  const { stage, process, share } = await watched();
  const watch = share();
  expect([stage.asked(process), watch.latest()]).toEqual([[], null]);
  await stage.run(0);
  expect(watch.latest()?.state).toBe('held-observing');
  await stage.until(watch.stop());
});

it('survives a listener that throws, and one that leaves hears no more', async () => {
  const { stage, errors, share } = await watched();
  const watch = share();
  const heard: string[] = [];
  watch.subscribe(() => {
    throw new Error('a page is gone');
  });
  const leave = watch.subscribe(({ state }) => heard.push(state));
  await stage.run(20_000);
  leave();
  const before = heard.length;
  await stage.run(20_000);
  expect(heard).toHaveLength(before);
  expect(before).toBeGreaterThan(2);
  expect(errors.length).toBeGreaterThan(before);
  await stage.until(watch.stop());
});

it('begins again when the watch itself breaks', async () => {
  const { stage, context, errors, share } = await watched();
  let broken = 2;
  const { monotonic } = context.clock;
  Object.assign(context.clock, {
    monotonic: () => {
      if (broken > 0) {
        broken -= 1;
        throw new Error('no clock');
      }
      return monotonic();
    },
  });
  const watch = share();
  await stage.run(30_000);
  expect(errors).toHaveLength(2);
  expect(watch.latest()?.state).toBe('held-beating');
  await stage.until(watch.stop());
});

it('stops in the middle of a look that has no answer, and asks nothing after it', async () => {
  const { stage, process, share } = await watched();
  stage.network.route = (sent) => (sent.process === process ? { fate: 'silent' } : undefined);
  const watch = share();
  await stage.run(1_000);
  await stage.until(watch.stop());
  const before = stage.asked(process).length;
  await stage.run(60_000);
  expect(stage.asked(process)).toHaveLength(before);
});
