import { describe, expect, it } from 'vitest';
import { lakeStage, putTag, putVersion, putVersions } from '@/lib/testing/lake-stage';
import { type Watched, WatchLoop } from './watch-loop';

async function turns() {
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
}

async function watching() {
  const stage = lakeStage();
  for (const name of ['a', 'b']) await putVersions(stage.inner, `${name}.lance`, 1, 2);
  const watched: Watched[] = [];
  const errors: unknown[] = [];
  const loop = new WatchLoop(
    stage.lakes,
    () => watched,
    (error) => errors.push(error),
  );
  const interval = async () => {
    stage.clock.advance(15_000);
    await turns();
    return stage.takeAsked();
  };
  return { ...stage, watched, errors, loop, interval };
}

describe('WatchLoop', () => {
  it('reads every interval what is watched, and nothing else', async () => {
    const { loop, watched, interval, errors } = await watching();
    loop.start();
    expect(await interval()).toEqual([]);
    watched.push({ lake: 'test', path: 'a.lance' });
    const first = await interval();
    expect(first.every((call) => call.includes('a.lance'))).toBe(true);
    expect((await interval()).sort()).toEqual(['list a.lance/_refs/', 'list a.lance/_versions/']);
    watched.length = 0;
    expect(await interval()).toEqual([]);
    await loop.stop();
    expect(errors).toEqual([]);
  });

  it('tells of what changed, once, and of nothing that did not', async () => {
    const { loop, watched, interval, inner, told } = await watching();
    watched.push({ lake: 'test', path: 'a.lance' });
    loop.start();
    await interval();
    await interval();
    expect(told).toEqual([]);
    await putVersion(inner, 'a.lance', 3n);
    await putTag(inner, 'a.lance', 'release', 1);
    await interval();
    await interval();
    expect(told.map(({ path, part }) => [path, part]).sort()).toEqual([
      ['a.lance', 'control'],
      ['a.lance', 'versions'],
    ]);
  });

  it('does not read again what a request has just read', async () => {
    const { loop, watched, interval, lake, clock, takeAsked } = await watching();
    watched.push({ lake: 'test', path: 'a.lance' });
    loop.start();
    await interval();
    clock.advance(10_000);
    await (await lake.dataset('a.lance')).facts(null, 1_000);
    takeAsked();
    clock.advance(5_000);
    await turns();
    expect(takeAsked()).toEqual([]);
    await loop.stop();
  });

  it('goes on after a store that failed, a dataset that is none, and a watcher that throws', async () => {
    const stage = await watching();
    const { watched, interval, errors, setGone } = stage;
    let broken = false;
    const loop = new WatchLoop(
      stage.lakes,
      () => {
        if (broken) throw new Error('no watchers');
        return watched;
      },
      (error) => errors.push(error),
    );
    watched.push(
      { lake: 'test', path: 'a.lance' },
      { lake: 'test', path: 'none' },
      { lake: 'no', path: null },
    );
    loop.start();
    await interval();
    expect(errors).toHaveLength(2);
    setGone(true);
    await interval();
    expect(errors).toHaveLength(5);
    broken = true;
    await interval();
    broken = false;
    setGone(false);
    expect(await interval()).toContain('list a.lance/_versions/');
    await loop.stop();
  });

  it('stops at once while a store hangs, and reads nothing afterwards', async () => {
    const { loop, watched, interval, dispatch, takeAsked } = await watching();
    for (let index = 0; index < 30; index += 1) watched.push({ lake: 'test', path: `t${index}.lance` });
    loop.start();
    dispatch(() => new Promise(() => {}));
    expect(await interval()).toHaveLength(8);
    await loop.stop();
    await loop.stop();
    expect(await interval()).toEqual([]);
    expect(takeAsked()).toEqual([]);
  });
});
