/** Locks between real processes (D3): no replace is lost, a killed holder frees its lock, no flock means read-only. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { systemClock } from '@/lib/base/clock';
import { systemRandom } from '@/lib/base/random';
import { openLocalStore } from './local-store';
import { withReferenceLock } from './reference-lock';
import { openRegister } from './register';

const racer = fileURLToPath(new URL('../../testing/local-racer.ts', import.meta.url));
const project = fileURLToPath(new URL('../../..', import.meta.url));
const tag = 't.lance/_refs/tags/release.json';
const text = (value: string) => new TextEncoder().encode(value);
let root: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'vamplate-lock-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
  await rm(root, { recursive: true, force: true });
});

/** A process of its own; resolves when it has said its first line. */
async function start(...args: string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', racer, ...args], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const said = child.stdout === null ? Promise.reject(new Error('no output')) : once(child.stdout, 'data');
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`ended early with ${code}`)));
  ended.catch(() => undefined);
  await Promise.race([said, ended]);
  return child;
}

describe('between processes', () => {
  it.each([
    [tag, 1_000],
    ['count.json', 200],
  ])(
    'loses no replace of %s when two processes race %d',
    async (key, count) => {
      const half = String(count / 2);
      await Promise.all([start('count', root, key, half), start('count', root, key, half)]);
      const store = openLocalStore({ root });
      const register = openRegister({
        store,
        key,
        schema: z.number(),
        clock: systemClock,
        random: systemRandom,
      });
      expect(await register.read()).toMatchObject({ kind: 'found', value: count, sequence: count });
    },
    180_000,
  );
  it('holds exactly the lock file beside the reference, and frees it when the holder is killed', async () => {
    const store = openLocalStore({ root, lockWaitMs: 200 });
    const made = await store.create(tag, text('1'));
    if (made.kind !== 'written') throw new Error('not written');
    const holder = await start('hold', root, tag);
    await access(join(root, `${tag}.lance-reference.lock`));
    const taken = { kind: 'unavailable', details: { outcome: 'not_written' } };
    await expect(store.replace(tag, text('2'), made.etag)).rejects.toMatchObject(taken);
    await expect(withReferenceLock(store, tag, async () => 'mine')).rejects.toMatchObject(taken);
    expect(await store.get(tag, { maxBytes: 9 })).toMatchObject({ body: text('1') });
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    expect((await store.replace(tag, text('2'), made.etag)).kind).toBe('written');
    expect(await readdir(join(root, 't.lance/_refs/tags'))).toEqual([
      'release.json',
      'release.json.lance-reference.lock',
    ]);
  });
});

describe('within one process', () => {
  it('lets the holder of a reference lock replace and delete that reference', async () => {
    const store = openLocalStore({ root });
    const answer = await withReferenceLock(store, tag, async () => {
      const made = await store.create(tag, text('1'));
      if (made.kind !== 'written') throw new Error('not written');
      const replaced = await withReferenceLock(store, tag, () => store.replace(tag, text('2'), made.etag));
      return replaced.kind === 'written' ? store.deleteIfMatch(tag, replaced.etag) : replaced;
    });
    expect(answer).toEqual({ kind: 'deleted' });
  });
  it('excludes the calls of one holder from each other too', async () => {
    const store = openLocalStore({ root });
    await withReferenceLock(store, tag, async () => {
      const made = await store.create(tag, text('start'));
      const etag = made.kind === 'written' ? made.etag : '';
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) => store.replace(tag, text(`${i}`), etag)),
      );
      expect(answers.filter(({ kind }) => kind === 'written')).toHaveLength(1);
    });
  });
  it('lets work that outlives the lock no longer believe it holds it', async () => {
    const store = openLocalStore({ root, lockWaitMs: 100 });
    const other = openLocalStore({ root });
    const made = await store.create(tag, text('1'));
    const etag = made.kind === 'written' ? made.etag : '';
    let release: (value?: unknown) => void = () => undefined;
    const go = new Promise((resolve) => {
      release = resolve;
    });
    let late: Promise<unknown> = Promise.resolve();
    await withReferenceLock(store, tag, async () => {
      late = go.then(() => store.replace(tag, text('late'), etag));
    });
    await withReferenceLock(other, tag, async () => {
      release();
      await expect(late).rejects.toMatchObject({ kind: 'unavailable' });
    });
  });
  it('refuses a reference lock for a key that is no reference', async () => {
    const store = openLocalStore({ root });
    await expect(withReferenceLock(store, 'a.json', async () => 1)).rejects.toMatchObject({
      kind: 'invalid_input',
    });
  });
});

it('keeps conditional calls off where flock cannot be had; creates and reads go on', async () => {
  const store = openLocalStore({ root, flock: null });
  const made = await store.create('r', text('1'));
  if (made.kind !== 'written') throw new Error('not written');
  const unsupported = { kind: 'unsupported' };
  await expect(store.replace('r', text('2'), made.etag)).rejects.toMatchObject(unsupported);
  await expect(store.deleteIfMatch('r', made.etag)).rejects.toMatchObject(unsupported);
  await expect(withReferenceLock(store, tag, async () => 1)).rejects.toMatchObject(unsupported);
  expect(await store.get('r', { maxBytes: 9 })).toMatchObject({ body: text('1') });
});
