/** What only a real folder shows: staging (D2), links that lead out, special files, vanished roots, tokens, large folders. */
import { execFileSync } from 'node:child_process';
import {
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock, type WallInstant } from '@/lib/base/clock';
import { openLocalStore } from './local-store';
import type { ListPage, ObjectStore, WriteAnswer } from './object-store';

let folder: string;
let root: string;
let store: ObjectStore;
const text = (value: string) => new TextEncoder().encode(value);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vamplate-folder-'));
  root = join(folder, 'lake');
  await mkdir(root);
  store = openLocalStore({ root });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function keys(of: ObjectStore = store, prefix = ''): Promise<string[]> {
  const all: string[] = [];
  let next: string | null = null;
  do {
    const page = await of.list({ prefix, ...(next === null ? {} : { next }) });
    all.push(...page.objects.map(({ key }) => key));
    next = page.next;
  } while (next !== null);
  return all;
}

describe('staging (D2)', () => {
  it('D2 shows no partial and no temporary name to listings and to the disk during 1,000 creates', async () => {
    const body = new Uint8Array(20_000).fill(1);
    let creating = true;
    const writes = (async () => {
      for (let i = 0; i < 1_000; i += 20) {
        const names = Array.from({ length: 20 }, (_, n) => `t.lance/_versions/${i + n}.manifest`);
        await Promise.all(names.map((name) => store.create(name, body)));
      }
      creating = false;
    })();
    let looks = 0;
    while (creating) {
      for (const meta of (await store.list({ prefix: '' })).objects) {
        expect(meta.key).toMatch(/^t\.lance\/_versions\/\d+\.manifest$/);
        expect(meta.size).toBe(20_000);
      }
      const onDisk = await readdir(join(root, 't.lance/_versions')).catch(() => []);
      expect(onDisk.filter((name) => !/^\d+\.manifest$/.test(name))).toEqual([]);
      looks += 1;
    }
    await writes;
    expect(looks).toBeGreaterThan(3);
    expect(await keys()).toHaveLength(1_000);
    expect(await readdir(join(root, '_vamplate/tmp'))).toEqual([]);
  });
  it("hides other writers' staged names, and refuses to write one", async () => {
    await store.create('l/x.lease', text(''));
    await writeFile(join(root, 'l/x.lease#1'), 'half');
    await writeFile(join(root, 'l/y#lease'), 'whole');
    expect(await keys()).toEqual(['l/x.lease', 'l/y#lease']);
    await mkdir(join(root, 'only'));
    await writeFile(join(root, 'only/z#22'), 'half');
    expect((await store.list({ prefix: '', delimiter: '/' })).prefixes).toEqual(['l/']);
    await expect(store.create('l/x.lease#2', text(''))).rejects.toMatchObject({ kind: 'invalid_input' });
  });
  it('keeps staging and locks out of listings and out of reach of writes', async () => {
    const made = await store.create('r', text('1'));
    await store.replace('r', text('2'), etagOf(made));
    await writeFile(join(root, '_vamplate/tmp/left'), 'crashed');
    expect(await readdir(join(root, '_vamplate/locks'))).toHaveLength(1);
    expect(await keys()).toEqual(['r']);
    await expect(store.create('_vamplate/tmp/x', text(''))).rejects.toMatchObject({ kind: 'invalid_input' });
    await expect(store.delete('_vamplate/locks/x')).rejects.toMatchObject({ kind: 'invalid_input' });
  });
  it('sweeps what crashed writers left a day ago, not what is being written', async () => {
    const staging = join(root, '_vamplate/tmp');
    await mkdir(staging, { recursive: true });
    await writeFile(join(staging, 'old'), '');
    await writeFile(join(staging, 'fresh'), '');
    const dayAgo = Date.now() / 1_000 - 25 * 3_600;
    await utimes(join(staging, 'old'), dayAgo, dayAgo);
    await store.create('a', text(''));
    expect(await readdir(staging)).toEqual(['fresh']);
  });
  it('stamps a new file with the present, not with the start of its staging', async () => {
    let now = 1_000_000_000_000;
    const clock = { ...systemClock, wall: () => now as WallInstant };
    const timed = openLocalStore({ root, clock });
    await timed.create('a', text('x'));
    now += 5_000;
    await timed.create('b', text('x'));
    const page = await timed.list({ prefix: '' });
    expect(page.objects.map(({ storedAt }) => storedAt)).toEqual([1_000_000_000_000, 1_000_000_005_000]);
    expect(page.storeTime).toBe(now);
  });
});

describe('tokens', () => {
  it('never come back along one key, though the clock stands still, sizes agree and inodes are reused', async () => {
    const clock = { ...systemClock, wall: () => 1_700_000_000_000 as WallInstant };
    const still = openLocalStore({ root, clock });
    let etag = etagOf(await still.create('r', text('00')));
    const seen = new Set([etag]);
    for (let i = 0; i < 200; i += 1) {
      etag = etagOf(await still.replace('r', text(String(i % 10).padStart(2, '0')), etag));
      expect(seen.has(etag)).toBe(false);
      seen.add(etag);
    }
  });
  it('change when another program puts another file in place', async () => {
    const etag = etagOf(await store.create('r', text('one')));
    await writeFile(join(folder, 'other'), 'two');
    await rename(join(folder, 'other'), join(root, 'r'));
    expect((await store.replace('r', text('three'), etag)).kind).toBe('conflict');
    expect(await readFile(join(root, 'r'), 'utf8')).toBe('two');
  });
  it('say conflict for a file of the same inode that was written over', async () => {
    const etag = etagOf(await store.create('r', text('one')));
    await writeFile(join(root, 'r'), 'two');
    expect((await store.deleteIfMatch('r', etag)).kind).toBe('conflict');
  });
});

describe('what lies in the folder', () => {
  it('skips pipes, reads through links that stay inside, and hides empty folders', async () => {
    await store.create('d/x', text('x'));
    await mkdir(join(root, 'empty/deep'), { recursive: true });
    execFileSync('mkfifo', [join(root, 'd/pipe')]);
    await symlink('d', join(root, 'inside'));
    await symlink('d/x', join(root, 'one'));
    expect(await keys()).toEqual(['d/x', 'inside/x', 'one']);
    expect((await store.list({ prefix: '', delimiter: '/' })).prefixes).toEqual(['d/', 'inside/']);
    expect((await store.get('d/pipe', { maxBytes: 9 })).kind).toBe('absent');
    expect((await store.get('d', { maxBytes: 9 })).kind).toBe('absent');
    for (const key of ['inside/x', 'one'])
      expect(await store.get(key, { maxBytes: 9 })).toMatchObject({ body: text('x') });
    const etag = etagOfHead(await store.head('one'));
    await expect(store.replace('one', text('y'), etag)).rejects.toMatchObject({ kind: 'unsupported' });
  });
  it('follows no link out of the root, and never shows what lies behind one as absent', async () => {
    await mkdir(join(folder, 'secret/sub'), { recursive: true });
    await writeFile(join(folder, 'secret/file'), 'secret');
    await symlink(join(folder, 'secret'), join(root, 'out'));
    await symlink(join(folder, 'secret/file'), join(root, 'outfile'));
    await symlink(join(folder, 'nowhere'), join(root, 'dangling'));
    const unsupported = { kind: 'unsupported' };
    for (const key of ['out/file', 'outfile', 'dangling']) {
      await expect(store.get(key, { maxBytes: 99 })).rejects.toMatchObject(unsupported);
    }
    await expect(store.create('out/new', text('x'))).rejects.toMatchObject(unsupported);
    await expect(store.create('out/sub/deep/er/new', text('x'))).rejects.toMatchObject(unsupported);
    await expect(store.delete('out/file')).rejects.toMatchObject(unsupported);
    await expect(store.list({ prefix: 'out/' })).rejects.toMatchObject(unsupported);
    const page = await store.list({ prefix: '', delimiter: '/' });
    expect(page.prefixes).toEqual(['out/']);
    expect(page.objects.map(({ key }) => key)).toEqual(['dangling', 'outfile']);
    expect(await readdir(join(folder, 'secret'), { recursive: true })).toEqual(['file', 'sub']);
  });
  it('refuses a loop of links instead of walking it', async () => {
    await store.create('a/x', text('x'));
    await symlink('..', join(root, 'a/up'));
    await expect(store.list({ prefix: '' })).rejects.toMatchObject({ kind: 'unsupported' });
  });
  it('refuses file names that are no UTF-8', async () => {
    await writeFile(Buffer.concat([Buffer.from(`${root}/bad`), Buffer.from([0xff])]), 'x');
    await expect(store.list({ prefix: '' })).rejects.toMatchObject({ kind: 'unsupported' });
  });
  it('says unavailable, never absent or empty, while the root is away', async () => {
    await store.create('a/x', text('x'));
    await rename(root, `${root}-away`);
    const failure = { kind: 'unavailable' };
    await expect(store.get('a/x', { maxBytes: 9 })).rejects.toMatchObject(failure);
    await expect(store.head('b')).rejects.toMatchObject(failure);
    await expect(store.list({ prefix: 'a/' })).rejects.toMatchObject(failure);
    await expect(store.delete('a/x')).rejects.toMatchObject(failure);
    await expect(store.create('n', text('x'))).rejects.toMatchObject(failure);
    expect(await readdir(folder)).toEqual(['lake-away']);
    await rename(`${root}-away`, root);
    expect(await keys()).toEqual(['a/x']);
  });
  it('makes a missing root only when told to', async () => {
    const made = openLocalStore({ root: join(folder, 'control/deep'), createRoot: true });
    expect((await made.create('a', text('x'))).kind).toBe('written');
    await expect(openLocalStore({ root: join(folder, 'no') }).list({ prefix: '' })).rejects.toMatchObject({
      kind: 'unavailable',
    });
  });
  it('refuses keys that would need a file to be a folder', async () => {
    await store.create('f/x', text('x'));
    await expect(store.create('f', text('x'))).rejects.toMatchObject({ kind: 'invalid_input' });
    await expect(store.create('f/x/y', text('x'))).rejects.toMatchObject({ kind: 'invalid_input' });
    await expect(store.create(`f/${'n'.repeat(300)}`, text('x'))).rejects.toMatchObject({
      kind: 'invalid_input',
    });
  });
  it('spells its root as Lance spells it: the path as it is on disk', () => {
    expect(openLocalStore({ root: '/lake/a b%c ~日/' })).toMatchObject({
      rootPath: 'lake/a b%c ~日',
      uri: 'file:///lake/a b%c ~日',
    });
  });
});

describe('large folders', () => {
  it('lists 30,000 names by pages, looking only at the files of each page', async () => {
    const count = 30_000;
    const versions = join(root, '_versions');
    await mkdir(versions);
    await writeFile(join(root, 'seed'), 'x');
    const name = (i: number) => `${String(i).padStart(20, '0')}.manifest`;
    for (let i = 0; i < count; i += 1) await link(join(root, 'seed'), join(versions, name(i)));
    const first = await store.list({ prefix: '_versions/', limit: 3 });
    expect(first.objects.map(({ key }) => key)).toEqual([0, 1, 2].map((i) => `_versions/${name(i)}`));
    const second = await store.list({ prefix: '_versions/', limit: 3, next: first.next ?? '' });
    expect(second.objects.map(({ key }) => key)).toEqual([3, 4, 5].map((i) => `_versions/${name(i)}`));
    // Files that go away after their names were read are left out, and their absence ends nothing.
    await unlink(join(versions, name(7)));
    const third = await store.list({ prefix: '_versions/', limit: 3, next: second.next ?? '' });
    expect(third.objects.map(({ key }) => key)).toEqual([6, 8].map((i) => `_versions/${name(i)}`));
    const late = await store.list({ prefix: '_versions/', startAfter: `_versions/${name(count - 3)}` });
    expect(late.objects).toHaveLength(2);
    expect(await keys(store, '_versions/')).toHaveLength(count - 1);
  });
  it('goes on where a page of names ends, in whatever order the disk gives them', async () => {
    const names = Array.from(
      { length: 4_500 },
      (_, i) => `f/${(i * 7_919) % 4_500}${i % 2 === 0 ? '' : 'ä'}`,
    );
    for (const name of names) await store.create(name, text(''));
    const sorted = names.slice().sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    const listed: string[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const page: ListPage = await store.list({ prefix: 'f/', ...(next === '' ? {} : { next }) });
      listed.push(...page.objects.map(({ key }) => key));
      next = page.next;
    }
    expect(listed).toEqual(sorted);
    const middle = await store.list({ prefix: 'f/22', startAfter: sorted[2_300] ?? '', limit: 1_000 });
    expect(middle.objects.map(({ key }) => key)).toEqual(
      sorted
        .slice(2_301)
        .filter((key) => key.startsWith('f/22'))
        .slice(0, 1_000),
    );
  });
  it('begins every listing with a fresh look, also while another one is being paged', async () => {
    for (const name of ['a', 'b', 'c', 'e']) await store.create(`f/${name}`, text(name));
    const first = await store.list({ prefix: 'f/', limit: 2 });
    await writeFile(join(root, 'f/d'), 'd');
    expect(await keys(store, 'f/')).toEqual(['f/a', 'f/b', 'f/c', 'f/d', 'f/e']);
    const other = openLocalStore({ root });
    const rest = await other.list({ prefix: 'f/', next: first.next ?? '' });
    expect(rest.objects.map(({ key }) => key)).toEqual(['f/c', 'f/d', 'f/e']);
  });
});

it('leaves the modification time of what it lists and reads alone', async () => {
  await store.create('a', text('x'));
  const before = await stat(join(root, 'a'));
  await store.list({ prefix: '' });
  await store.get('a', { maxBytes: 9 });
  expect((await stat(join(root, 'a'))).mtimeMs).toBe(before.mtimeMs);
});

function etagOf(answer: WriteAnswer): string {
  if (answer.kind !== 'written') throw new Error(`not written: ${JSON.stringify(answer)}`);
  return answer.etag;
}

function etagOfHead(answer: Awaited<ReturnType<ObjectStore['head']>>): string {
  if (answer.kind !== 'found') throw new Error('absent');
  return answer.meta.etag;
}
