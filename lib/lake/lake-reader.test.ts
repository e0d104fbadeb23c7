/** What a lake costs its store: a crowd no more than one, a first screen two listings, a manifest one read, a gone store little. */
import { describe, expect, it } from 'vitest';
import { createHolderRecord } from '@/lib/engine/leases/write-lease';
import { lakeStage, putNames, putTag, putVersion, putVersions } from '@/lib/testing/lake-stage';

const first = '18446744073709551614.manifest';

describe('the first screen', () => {
  it.each([1, 300, 1_000, 5_000])(
    'of %i versions is one page of names and one of control files',
    async (length) => {
      const { inner, lake, takeAsked } = lakeStage();
      await putNames(inner, 't.lance', 1, length - 1);
      await putVersion(inner, 't.lance', BigInt(length));
      const dataset = await lake.dataset('t.lance');
      const facts = await dataset.facts(null, 5_000);
      const asked = takeAsked();
      expect(asked.filter((call) => call.startsWith('list')).sort()).toEqual([
        'list t.lance/_refs/',
        'list t.lance/_versions/',
      ]);
      expect(asked.filter((call) => call.startsWith('get'))).toHaveLength(1);
      expect(facts.cost.requests).toBe(asked.length);
      expect(facts.names.listing.latest).toBe(BigInt(length));
    },
  );

  it('reads the rest of a long control state behind it, once, and never again for the bound', async () => {
    const { inner, lake, takeAsked, clock } = lakeStage();
    await putVersions(inner, 't.lance', 1, 1);
    for (let index = 0; index < 1_500; index += 1) await putTag(inner, 't.lance', `t${index}`, 1);
    const dataset = await lake.dataset('t.lance');
    const shown = await dataset.facts(null, 5_000);
    expect(shown.control.listedUpTo).not.toBeNull();
    await dataset.wholeFacts(5_000);
    const pages = () => takeAsked().filter((call) => call === 'list t.lance/_refs/').length;
    expect(pages()).toBe(1 + 2);
    clock.advance(1_000);
    expect((await dataset.facts(null, 5_000)).control.tags).toHaveLength(1_500);
    await new Promise(setImmediate);
    expect(pages()).toBe(0);
  });
});

describe('a crowd', () => {
  it('of a thousand costs no more than one, from the first look on', async () => {
    const { inner, lake, clock, takeAsked, told } = lakeStage();
    await putVersions(inner, 't.lance', 1, 20);
    const view = async () => {
      const dataset = await lake.dataset('t.lance');
      const facts = await dataset.facts(null, 5_000);
      dataset.reader.readAhead(null, facts.names.columns.slice(0, 100));
      return facts;
    };
    const all = await Promise.all(Array.from({ length: 1_000 }, view));
    expect(new Set(all).size).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const asked = takeAsked();
    expect(asked.filter((call) => call.startsWith('list'))).toHaveLength(2);
    expect(asked.filter((call) => call.startsWith('getRange'))).toHaveLength(20);
    expect(new Set(asked).size).toBe(asked.length);
    expect(told.filter(({ part }) => part === 'versions')).toHaveLength(1);

    clock.advance(6_000);
    await Promise.all(Array.from({ length: 1_000 }, view));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(takeAsked().sort()).toEqual(['list t.lance/_refs/', 'list t.lance/_versions/']);
    expect(told).toHaveLength(1);
  });

  it('that looks at a path without a dataset costs one listing, and nothing of it is kept', async () => {
    const { lake, takeAsked } = lakeStage();
    const looks = Array.from({ length: 100 }, () => lake.dataset('none').catch((error) => error.kind));
    expect(new Set(await Promise.all(looks))).toEqual(new Set(['not_found']));
    expect(takeAsked()).toEqual(['list none/_versions/']);
    expect(lake.size).toBe(0);
  });

  it('reads holder records once a minute, together', async () => {
    const { inner, lake, clock, takeAsked } = lakeStage();
    const id = 'ab'.repeat(16);
    await createHolderRecord(inner, id, { label: 'nightly', host: null, workload: null });
    const before = lake.holders.generation;
    await Promise.all(Array.from({ length: 50 }, () => lake.holders.read([id, 'cd'.repeat(16)])));
    expect(takeAsked()).toHaveLength(2);
    expect(lake.holders.labelOf(id)).toBe('nightly');
    expect(lake.holders.generation).toBe(before + 1);
    clock.advance(61_000);
    await lake.holders.read([id]);
    expect(takeAsked()).toHaveLength(1);
    expect(lake.holders.generation).toBe(before + 1);
  });
});

describe('a path', () => {
  it.each(['t.lance/tree/exp', '_private/t.lance', 't.lance/_refs'])(
    '%s is never a dataset of its own',
    async (path) => {
      const { inner, lake, takeAsked } = lakeStage();
      await putVersion(inner, path, 1n);
      await expect(lake.dataset(path)).rejects.toMatchObject({ kind: 'not_found' });
      expect(takeAsked()).toEqual([]);
    },
  );
});

describe('a store that is gone', () => {
  it('leaves the last good data with its age, is named, is asked once a second, and comes back', async () => {
    const { inner, lake, clock, setGone, takeAsked, told } = lakeStage();
    await putVersions(inner, 't.lance', 1, 3);
    await lake.search();
    const dataset = await lake.dataset('t.lance');
    const good = await dataset.facts(null, 5_000);
    takeAsked();
    setGone(true);
    clock.advance(120_000);
    for (let turn = 0; turn < 50; turn += 1) {
      await expect(dataset.facts(null, 5_000)).rejects.toMatchObject({ kind: 'unavailable' });
      await expect(lake.search()).rejects.toMatchObject({ kind: 'unavailable' });
    }
    // Names and control files of the dataset; the root, and beside it what was found there before.
    expect(takeAsked()).toHaveLength(5);
    expect(lake.problem()).toContain('no answer');
    expect(dataset.lastFacts()).toBe(good);
    expect(lake.discovery.last()?.value.datasets).toEqual(['t.lance']);
    await expect(lake.dataset('other')).rejects.toMatchObject({ kind: 'unavailable' });
    expect(told.map(({ part }) => part).sort()).toEqual(['control', 'lake', 'versions']);

    setGone(false);
    clock.advance(2_000);
    expect((await dataset.facts(null, 5_000)).readAt).toBe(clock.wall());
    await lake.search();
    expect(lake.problem()).toBeNull();
  });

  it('that takes back a manifest is asked for it again, and a damaged one is not', async () => {
    const { inner, lake, dispatch, takeAsked, clock } = lakeStage();
    await putVersions(inner, 't.lance', 1, 2);
    await inner.put(`t.lance/_versions/${first}`, new TextEncoder().encode('this is no manifest at all'));
    const { reader } = await lake.dataset('t.lance');
    const names = (await reader.names(null).get(0)).value;
    const [newest, damaged] = names.columns.slice(0, 2);
    if (newest === undefined || damaged === undefined) throw new Error('two versions');
    dispatch((call) => (call.verb === 'list' ? call.effect() : call.lost()));
    await expect(reader.manifests.read(reader.store, 't.lance', newest)).rejects.toMatchObject({
      kind: 'unavailable',
    });
    dispatch(null);
    clock.advance(2_000);
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await reader.manifests.read(reader.store, 't.lance', newest)).toMatchObject({ kind: 'read' });
      expect(await reader.manifests.read(reader.store, 't.lance', damaged)).toMatchObject({
        kind: 'failed',
        error: { kind: 'corrupt' },
      });
    }
    expect(takeAsked().filter((call) => call.startsWith('getRange'))).toHaveLength(1 + 2);
  });

  it('never rejects a read that nobody waits for', async () => {
    const { inner, lake, setGone } = lakeStage();
    await putVersions(inner, 't.lance', 1, 5);
    const dataset = await lake.dataset('t.lance');
    const facts = await dataset.facts(null, 5_000);
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', note);
    setGone(true);
    dataset.reader.readAhead(null, facts.names.columns.slice(0, 5));
    dataset.lookUpHolders(facts, [1n]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });
});
