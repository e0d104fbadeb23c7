/** Batches of deletes on disk: each folder is synced once, and what is withheld in the middle ends the call. */
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openLocalStore } from './local-store';
import type { ObjectStore } from './object-store';

let folder: string;
let store: ObjectStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'batch-'));
  store = openLocalStore({ root: folder });
});

afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

async function filled(): Promise<readonly string[]> {
  const keys = ['a', 'b'].flatMap((name) => Array.from({ length: 20 }, (_, at) => `${name}/${at}`));
  for (const key of keys) await store.create(key, new Uint8Array());
  return keys;
}

it('sync each folder once, after its files, however many there are', async () => {
  const keys = await filled();
  const handle = await open(folder, 'r');
  const synced = vi.spyOn(Object.getPrototypeOf(handle) as { sync(): Promise<void> }, 'sync');
  await handle.close();
  const answers = await store.deleteBatch([...keys, 'a/never', 'none/never']);
  expect(answers.every(({ kind }) => kind === 'deleted')).toBe(true);
  expect(synced).toHaveBeenCalledTimes(2);
  expect((await store.list({ prefix: '' })).objects).toEqual([]);
});

it('D19 that are given up in the middle leave the rest, and end with the refusal', async () => {
  const keys = await filled();
  let asked = 0;
  const beforeSend = () => {
    asked += 1;
    if (asked > 5) throw new Error('given up');
  };
  await expect(store.deleteBatch(keys, { beforeSend })).rejects.toThrow('given up');
  expect((await store.list({ prefix: '' })).objects).toHaveLength(35);
});

it('delete nothing when one of the keys is none', async () => {
  const keys = await filled();
  await expect(store.deleteBatch([...keys, '../outside'])).rejects.toMatchObject({ kind: 'invalid_input' });
  expect((await store.list({ prefix: '' })).objects).toHaveLength(40);
});
