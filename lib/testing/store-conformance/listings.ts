/** Listings: order, pages, delimiters, start-after, strong consistency. */
import { describe, expect, it } from 'vitest';
import { compareKeys } from '@/lib/engine/store/key-rules';
import { badKeys, type ConformanceKit, numbers, oddKeys, text } from './kit';

export function describeListings(kit: ConformanceKit): void {
  describe('listings', () => {
    it('lists in the order of UTF-8 bytes over full keys, whatever the folders', async () => {
      const keys = [
        'a',
        'a b/c',
        'a-b',
        'a.b',
        'b/c',
        'b-c',
        'b0',
        'b/c/d',
        'Z',
        'é',
        '日',
        '\ufb01',
        '😀',
        'c/z',
        'c/é/1',
      ];
      const sound = keys.filter((key) => key !== 'b/c');
      for (const key of sound) await kit.created(key);
      expect((await kit.listAll({ prefix: '' })).keys).toEqual([...sound].sort(compareKeys));
      expect((await kit.listAll({ prefix: '', limit: 1 })).keys).toEqual([...sound].sort(compareKeys));
    });
    it('lists by any prefix, also one that ends within a name', async () => {
      for (const key of ['ab/1', 'ab/2', 'abc/3', 'abd', 'b']) await kit.created(key);
      expect((await kit.listAll({ prefix: 'ab' })).keys).toEqual(['ab/1', 'ab/2', 'abc/3', 'abd']);
      expect((await kit.listAll({ prefix: 'ab/' })).keys).toEqual(['ab/1', 'ab/2']);
      expect((await kit.listAll({ prefix: 'ab/2' })).keys).toEqual(['ab/2']);
      expect((await kit.listAll({ prefix: 'ab/2/' })).keys).toEqual([]);
      expect((await kit.listAll({ prefix: 'no/such/' })).keys).toEqual([]);
    });
    it('folds at the delimiter', async () => {
      for (const key of ['top', 'f/1', 'f/2', 'f/g/3', 'f-x', 'h/i/j/4']) await kit.created(key);
      expect(await kit.listAll({ prefix: '', delimiter: '/' })).toMatchObject({
        keys: ['f-x', 'top'],
        prefixes: ['f/', 'h/'],
      });
      expect(await kit.listAll({ prefix: 'f/', delimiter: '/' })).toMatchObject({
        keys: ['f/1', 'f/2'],
        prefixes: ['f/g/'],
      });
      expect(await kit.listAll({ prefix: 'f', delimiter: '/' })).toMatchObject({
        keys: ['f-x'],
        prefixes: ['f/'],
      });
      expect(await kit.listAll({ prefix: 'h/i', delimiter: '/' })).toMatchObject({
        keys: [],
        prefixes: ['h/i/'],
      });
    });
    it('pages: every entry once, none lost, pages no larger than asked', async () => {
      const keys = numbers(25).map((i) => `p/${String(i).padStart(2, '0')}`);
      for (const key of keys) await kit.created(key);
      for (const key of ['p/05a/x', 'p/05a/y', 'p/24z/x']) await kit.created(key);
      const all = [...keys, 'p/05a/x', 'p/05a/y', 'p/24z/x'].sort(compareKeys);
      for (const limit of [1, 7, 28, 1_000]) {
        expect((await kit.listAll({ prefix: 'p/', limit })).keys).toEqual(all);
        const folded = await kit.listAll({ prefix: 'p/', delimiter: '/', limit });
        expect(folded.keys).toEqual(keys);
        expect(folded.prefixes).toEqual(['p/05a/', 'p/24z/']);
      }
      const first = await kit.store.list({ prefix: 'p/', limit: 7 });
      expect(first.objects).toHaveLength(7);
      expect((await kit.store.list({ prefix: 'p/', limit: 28 })).next).toBeNull();
    });
    it('starts after a key, which need not exist', async () => {
      for (const key of ['s/a', 's/b', 's/b/', 's/c', 's/d'].filter((k) => !k.endsWith('/')))
        await kit.created(key);
      await kit.created('s/cc/1');
      expect((await kit.listAll({ prefix: 's/', startAfter: 's/b' })).keys).toEqual(['s/c', 's/cc/1', 's/d']);
      expect((await kit.listAll({ prefix: 's/', startAfter: 's/bb', limit: 1 })).keys).toEqual([
        's/c',
        's/cc/1',
        's/d',
      ]);
      expect((await kit.listAll({ prefix: 's/', startAfter: 's/cc/0' })).keys).toEqual(['s/cc/1', 's/d']);
      expect((await kit.listAll({ prefix: 's/', startAfter: 's/cc/1' })).keys).toEqual(['s/d']);
      expect((await kit.listAll({ prefix: 's/', startAfter: 's/z' })).keys).toEqual([]);
      expect((await kit.listAll({ prefix: 's/', startAfter: 'a' })).keys).toHaveLength(5);
      const folded = await kit.listAll({ prefix: 's/', delimiter: '/', startAfter: 's/c' });
      expect(folded).toMatchObject({ keys: ['s/d'], prefixes: ['s/cc/'] });
    });
    it('keeps odd keys as they are, in every call and over page ends', async () => {
      for (const key of oddKeys) await kit.created(key);
      const sorted = [...oddKeys].sort(compareKeys);
      expect((await kit.listAll({ prefix: 'odd/' })).keys).toEqual(sorted);
      expect((await kit.listAll({ prefix: 'odd/', limit: 1 })).keys).toEqual(sorted);
      expect(await kit.listAll({ prefix: 'odd/', delimiter: '/', limit: 2 })).toMatchObject({
        prefixes: ['odd/é/'],
      });
      for (const key of oddKeys) {
        expect(await kit.bodyOf(key)).toBe(key);
        expect((await kit.listAll({ prefix: key })).keys).toEqual([key]);
        expect((await kit.store.head(key)).kind).toBe('found');
      }
      const page = await kit.store.list({ prefix: 'odd/', startAfter: 'odd/new\nline', limit: 1 });
      expect(page.objects[0]?.key).toBe(sorted[sorted.indexOf('odd/new\nline') + 1]);
    });
    it('shows every completed write and delete at once', async () => {
      for (const i of numbers(20)) {
        await kit.created(`strong/${i}`);
        expect((await kit.store.list({ prefix: `strong/${i}` })).objects.map(({ key }) => key)).toContain(
          `strong/${i}`,
        );
        await kit.store.delete(`strong/${i}`);
        expect((await kit.store.list({ prefix: 'strong/' })).objects).toEqual([]);
      }
    });
    it('refuses page sizes and starting points that stores disagree about', async () => {
      for (const limit of [0, 1_001, 1.5]) {
        await expect(kit.store.list({ prefix: '', limit })).rejects.toMatchObject({ kind: 'invalid_input' });
      }
      const below = { prefix: 'a/', delimiter: '/', startAfter: 'a/b/c' } as const;
      await expect(kit.store.list(below)).rejects.toMatchObject({ kind: 'invalid_input' });
    });
  });

  it('refuses unsound keys in every call, before anything is asked of the store', async () => {
    const body = text('x');
    for (const key of badKeys) {
      const calls: Promise<unknown>[] = [
        kit.store.get(key, { maxBytes: 1 }),
        kit.store.getRange(key, { start: 0 }),
        kit.store.head(key),
        kit.store.create(key, body),
        kit.store.replace(key, body, 'e'),
        kit.store.put(key, body),
        kit.store.delete(key),
        kit.store.deleteIfMatch(key, 'e'),
        kit.store.deleteBatch(['fine', key]),
      ];
      for (const answer of await Promise.allSettled(calls)) {
        expect(answer).toMatchObject({ status: 'rejected', reason: { kind: 'invalid_input' } });
      }
    }
    for (const prefix of ['/', 'a//', '../', 'a/../b', 'a\0']) {
      await expect(kit.store.list({ prefix })).rejects.toMatchObject({ kind: 'invalid_input' });
    }
    expect((await kit.listAll({ prefix: '' })).keys).toEqual([]);
  });
}
