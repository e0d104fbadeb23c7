import { afterEach, describe, expect, it } from 'vitest';
import { lakeStage } from '@/lib/testing/lake-stage';
import { routesOver } from '@/lib/testing/routes-over';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

function console() {
  const stage = lakeStage();
  const routes = routesOver(stage.lakes);
  opened.push(routes);
  const params = { lake: 'test' };
  /** The probe waits on the clock to see the store's time pass: both clocks go on meanwhile. */
  const probe = async () => {
    const probing = { done: false };
    const reply = routes.reply('probe', { params }).finally(() => {
      probing.done = true;
    });
    for (let turn = 0; turn < 10_000 && !probing.done; turn += 1) {
      for (const clock of [stage.clock, routes.clock]) clock.advance(100);
      await new Promise(setImmediate);
    }
    return (await reply).status;
  };
  return { ...stage, routes, read: () => routes.get('capabilities', { params }), probe };
}

describe('what a store was proven to do', () => {
  it('is unknown until somebody probes, then remembered in the lake', async () => {
    const { read, probe, inner } = console();
    const before = await read();
    expect(before.probedAt).toBeNull();
    expect(before.capabilities.every(({ verdict }) => verdict === 'unknown')).toBe(true);
    expect(before.switchedOff.length).toBeGreaterThan(0);
    expect((await inner.list({ prefix: '' })).objects).toEqual([]);

    expect(await probe()).toBe(200);
    const after = await read();
    expect(after.probedAt).not.toBeNull();
    expect(after.capabilities.find(({ id }) => id === 'A1')).toMatchObject({ verdict: 'yes' });
    expect((await inner.list({ prefix: '' })).objects.map(({ key }) => key)).toEqual([
      '_vamplate/capabilities.json',
    ]);
  });

  it('is read once for a crowd, and shown with the problem when it cannot be read again', async () => {
    const { read, probe, routes, takeAsked, setGone } = console();
    await probe();
    takeAsked();
    const all = await Promise.all(Array.from({ length: 100 }, read));
    expect(takeAsked()).toEqual(['get _vamplate/capabilities.json']);
    setGone(true);
    routes.clock.advance(60_000);
    const gone = await read();
    expect(gone.probedAt).toBe(all[0]?.probedAt);
    expect(gone.meta).toMatchObject({ complete: false, readAt: all[0]?.meta.readAt });
    expect(gone.meta.notes[0]).toContain('could not be read');
  });
});
