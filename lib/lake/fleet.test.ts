/** The fleet answers within its wait, fills in behind it, reads nothing that is fresh, and forgets nothing it cannot see. */
import { describe, expect, it } from 'vitest';
import { lakeStage, putTag, putVersion, putVersions } from '@/lib/testing/lake-stage';
import { Fleet } from './fleet';
import { lakeLimits } from './lake-settings';

async function turns(count = 50) {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
}

describe('Fleet', () => {
  it('of 500 datasets answers within its wait, and completes behind it', async () => {
    const stage = lakeStage();
    for (let index = 0; index < 500; index += 1) await putVersion(stage.inner, `t${index}.lance`, 1n);
    const fleet = new Fleet(stage.lakes);
    const held: (() => void)[] = [];
    // Every dataset's control state hangs until it is let go.
    stage.dispatch(async (call) => {
      if (call.key.endsWith('_refs/')) await new Promise<void>((resolve) => held.push(resolve));
      return call.effect();
    });
    const asked = fleet.snapshot();
    await turns();
    stage.clock.advance(lakeLimits.fleetWaitMs);
    const early = await asked;
    expect(early).toMatchObject({ complete: false });
    expect(early.datasets).toHaveLength(500);
    expect(early.notes).toContain('0 of 500 datasets were read so far.');
    expect(held).toHaveLength(lakeLimits.concurrency);

    stage.dispatch(null);
    for (const release of held) release();
    await turns(200);
    stage.takeAsked();
    const late = await fleet.snapshot();
    expect(late).toMatchObject({ complete: true, notes: [] });
    expect(late.datasets.every(({ seen }) => seen !== undefined)).toBe(true);
    expect(stage.takeAsked()).toEqual([]);
  });

  it('shared by a crowd is one scan, and reads nothing that is fresh', async () => {
    const stage = lakeStage();
    for (const name of ['a', 'b', 'c']) await putVersions(stage.inner, `${name}.lance`, 1, 2);
    const fleet = new Fleet(stage.lakes);
    await Promise.all(Array.from({ length: 100 }, () => fleet.snapshot()));
    // The search: the root, and two listings a dataset. Then names, control files and the head of each.
    expect(stage.takeAsked()).toHaveLength(1 + 3 * 2 + 3 * 3);
    stage.clock.advance(lakeLimits.fleetAgeMs - 5_000);
    const dataset = await stage.lake.dataset('b.lance');
    await dataset.facts(null, 1_000);
    stage.takeAsked();
    stage.clock.advance(6_000);
    await fleet.snapshot();
    const again = stage.takeAsked();
    expect(again).toContain('list a.lance/_versions/');
    expect(again).not.toContain('list b.lance/_refs/');
  });

  it('counts from control files read to their end', async () => {
    const stage = lakeStage();
    await putVersions(stage.inner, 'a.lance', 1, 1);
    for (let index = 0; index < 1_300; index += 1) await putTag(stage.inner, 'a.lance', `t${index}`, 1);
    const snapshot = await new Fleet(stage.lakes).snapshot();
    expect(snapshot.complete).toBe(true);
    expect(snapshot.datasets[0]?.seen?.facts.control.tags).toHaveLength(1_300);
  });

  it('keeps what it saw while the store is gone, names the problem, and clears it', async () => {
    const stage = lakeStage();
    await putVersions(stage.inner, 'a.lance', 1, 1);
    const fleet = new Fleet(stage.lakes);
    const good = await fleet.snapshot();
    stage.setGone(true);
    stage.clock.advance(120_000);
    const gone = await fleet.snapshot();
    expect(gone.datasets.map(({ path }) => path)).toEqual(['a.lance']);
    expect(gone.readAt).toBe(good.readAt);
    expect(gone.complete).toBe(false);
    expect([...gone.problems.keys()]).toEqual(['test']);
    stage.setGone(false);
    stage.clock.advance(120_000);
    expect(await fleet.snapshot()).toMatchObject({ complete: true, notes: [], problems: new Map() });
  });

  it('says which dataset it could not read, with what it saw before', async () => {
    const stage = lakeStage();
    for (const name of ['a', 'b']) await putVersions(stage.inner, `${name}.lance`, 1, 1);
    const fleet = new Fleet(stage.lakes);
    await fleet.snapshot();
    stage.dispatch((call) => (call.key === 'a.lance/_refs/' ? call.lost() : call.effect()));
    stage.clock.advance(61_000);
    const snapshot = await fleet.snapshot();
    expect(snapshot.complete).toBe(false);
    const [a, b] = snapshot.datasets;
    expect(a?.problem).toContain('no answer');
    expect(a?.seen).toBeDefined();
    expect(b?.problem).toBeNull();
  });

  it('lets go of a dataset that was dropped', async () => {
    const stage = lakeStage();
    for (const name of ['a', 'b']) await putVersions(stage.inner, `${name}.lance`, 1, 1);
    const fleet = new Fleet(stage.lakes);
    await fleet.snapshot();
    await stage.inner.delete('a.lance/_versions/18446744073709551614.manifest');
    stage.clock.advance(61_000);
    expect((await fleet.snapshot()).datasets.map(({ path }) => path)).toEqual(['b.lance']);
  });
});
