import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { formatDetachedName } from '@/lib/engine/lance/version-names';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { faultyStore } from '@/lib/testing/faulty-store';
import { putVersion } from '@/lib/testing/lake-stage';
import { discoverDatasets } from './discover-datasets';
import { lakeLimits } from './lake-settings';

async function lakeOf(...paths: readonly string[]) {
  const store = openMemoryStore();
  for (const path of paths) await putVersion(store, path, 1n);
  return store;
}

describe('discoverDatasets', () => {
  it('finds a dataset by its manifests, whatever its name, down to six levels', async () => {
    const store = await lakeOf('a.lance', 'plain', 'x y/~%/日本.lance', '1/2/3/4/5/6', '1/2/3/4/5/6b/7');
    await store.put('no-dataset/_versions/notes.txt', new Uint8Array());
    await store.put(`only-detached/_versions/${formatDetachedName(2n ** 63n)}`, new Uint8Array());
    const found = await discoverDatasets(store);
    expect(found.datasets).toEqual(['1/2/3/4/5/6', 'a.lance', 'only-detached', 'plain', 'x y/~%/日本.lance']);
    expect(found).toMatchObject({
      complete: false,
      notes: ['Folders deeper than 6 levels were not searched.'],
    });
  });

  it('does not search what is known to hold something else, however deep that goes', async () => {
    const store = await lakeOf('a.lance', 'state/b.lance');
    const report = 'state/serving/v1/prod/berlin/osm-lance-v2/replicas/eu-1/status.json';
    await store.put(report, new Uint8Array());
    expect((await discoverDatasets(store)).complete).toBe(false);
    expect(await discoverDatasets(store, undefined, ['state/serving/v1'])).toEqual({
      ...{ datasets: ['a.lance', 'state/b.lance'], complete: true, notes: [] },
    });
  });

  it('takes neither branches nor folders of a dataset for datasets; one below another is found', async () => {
    const store = await lakeOf(
      'a.lance',
      'a.lance/tree/exp',
      'a.lance/_mem_wal/s/g',
      '_vamplate/x',
      'a.lance/inner.lance',
    );
    expect(await discoverDatasets(store)).toEqual({
      datasets: ['a.lance', 'a.lance/inner.lance'],
      complete: true,
      notes: [],
    });
  });

  it('finds the lake that is a dataset itself', async () => {
    expect((await discoverDatasets(await lakeOf(''))).datasets).toEqual(['']);
  });

  it('does not list the data of a dataset, and finds one behind left-over names', async () => {
    const inner = await lakeOf('a.lance');
    for (let index = 0; index < 1_200; index += 1) {
      await inner.put(`a.lance/_versions/.tmp_${index}`, new Uint8Array());
      await inner.put(`a.lance/data/${index}.lance`, new Uint8Array());
    }
    const asked: string[] = [];
    const store = faultyStore(inner, (call) => {
      asked.push(call.key);
      return call.effect();
    });
    expect((await discoverDatasets(store)).datasets).toEqual(['a.lance']);
    expect(asked).toEqual(['', 'a.lance/', ...Array(3).fill('a.lance/_versions/')]);
  });

  it('asks for what it found before along with the root, as often as before, and tells what is there now', async () => {
    const inner = await lakeOf('a.lance', 'b/c.lance', 'gone.lance');
    const before = await discoverDatasets(inner);
    const { objects } = await inner.list({ prefix: 'gone.lance/' });
    for (const { key } of objects) await inner.delete(key);
    await putVersion(inner, 'came.lance', 1n);
    const asked: string[] = [];
    let open = () => {};
    const together = new Promise<void>((resolve) => {
      open = resolve;
    });
    const store = faultyStore(inner, async (call) => {
      asked.push(call.key);
      // The first answer comes once all that needs no answer was asked: one after the other would never end.
      if (asked.length === 7) open();
      await together;
      return call.effect();
    });
    expect((await discoverDatasets(store, before)).datasets).toEqual(['a.lance', 'b/c.lance', 'came.lance']);
    const known = ['a.lance/', 'a.lance/_versions/', 'b/c.lance/', 'b/c.lance/_versions/'];
    const rest = ['gone.lance/', 'gone.lance/_versions/', 'b/', 'came.lance/', 'came.lance/_versions/'];
    expect(asked.toSorted()).toEqual(['', ...known, ...rest].toSorted());
  });

  it('looks ahead into no folder that nothing names any more, however many there were', async () => {
    const paths = Array.from({ length: 40 }, (_, at) => `closed/${at}.lance`);
    const inner = await lakeOf('a.lance', ...paths);
    const before = await discoverDatasets(inner);
    const store = faultyStore(inner, (call) =>
      call.key.startsWith('closed/') ? call.refused() : call.effect(),
    );
    const found = await discoverDatasets(store, before);
    expect(found.datasets).toEqual(before.datasets);
    expect(found.complete).toBe(false);
  });

  it('asks a store that is gone for the root and what has its turn already, whatever was found before', async () => {
    const inner = await lakeOf(...Array.from({ length: 100 }, (_, at) => `${at}.lance`));
    const before = await discoverDatasets(inner);
    const asked: string[] = [];
    const store = faultyStore(inner, (call) => {
      asked.push(call.key);
      return call.lost();
    });
    await expect(discoverDatasets(store, before)).rejects.toMatchObject({ kind: 'unavailable' });
    await setImmediate();
    expect(asked[0]).toBe('');
    expect(asked.length).toBeLessThanOrEqual(2 * lakeLimits.concurrency);
  });

  it('a folder that cannot be listed is no empty one: what was found below it stays', async () => {
    const inner = await lakeOf('a.lance', 'closed/b.lance', 'closed/c/d.lance', 'e.lance');
    const before = await discoverDatasets(inner);
    await inner.delete('e.lance/_versions/18446744073709551614.manifest');
    const store = faultyStore(inner, (call) => (call.key === 'closed/' ? call.lost() : call.effect()));
    const after = await discoverDatasets(store, before);
    expect(after.datasets).toEqual(['a.lance', 'closed/b.lance', 'closed/c/d.lance']);
    expect(after.complete).toBe(false);
    expect(after.notes.join(' ')).toContain('Folder closed could not be searched');
    expect((await discoverDatasets(store)).datasets).toEqual(['a.lance']);
  });

  it('a store that is gone is not an empty lake', async () => {
    const store = faultyStore(await lakeOf('a.lance'), (call) => call.lost());
    await expect(discoverDatasets(store)).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('stops at a folder of very many children, and says so', async () => {
    const inner = await lakeOf('a.lance');
    for (let index = 0; index < 70; index += 1) await inner.put(`a0/${index}.txt`, new Uint8Array());
    const store = faultyStore(inner, (call) => call.effect(), 3);
    const found = await discoverDatasets(store);
    expect(found.datasets).toEqual(['a.lance']);
    expect(found.notes[0]).toContain(`its first ${lakeLimits.folderPages} pages`);
  });
});
