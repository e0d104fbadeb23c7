/** One suite for every backend: whatever passes it answers each call of `ObjectStore` as the engine relies on (A1 to A7). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compareKeys } from '@/lib/engine/store/key-rules';
import type { GetAnswer, ListOptions, ObjectStore, WriteAnswer } from '@/lib/engine/store/object-store';

export interface OpenedStore {
  /** Empty at the start. */
  readonly store: ObjectStore;
  close(): Promise<void>;
}

export interface ExpectedCapabilities {
  /** `ignored`: the store deletes whatever the condition says (A3 missing). */
  readonly deleteIfMatch: 'honoured' | 'ignored';
  /**
   * What those who lose a race of replaces are told. Some services answer 500 to some of them, which by decision D1
   * is unknown; default `conflict`.
   */
  readonly lostReplace?: 'conflict' | 'conflict_or_unknown';
}

const text = (value: string) => new TextEncoder().encode(value);
const oddKeys = [
  'odd/a b',
  'odd/a+b',
  'odd/%41',
  'odd/100%',
  'odd/~tilde',
  'odd/日本',
  'odd/new\nline',
  `odd/q'"<>&;`,
  'odd/a#b',
  'odd/what?x=1&y',
  'odd/back\\slash',
  'odd/😀',
  'odd/\ufb01x',
  'odd/=3D',
  'odd/é/e\u0301',
];
const badKeys = [
  '',
  '/a',
  'a/',
  'a//b',
  '.',
  '..',
  'a/./b',
  'a/../b',
  '../a',
  'a\0b',
  '\ud800',
  'k'.repeat(1_025),
];

export function describeStore(
  name: string,
  open: () => Promise<OpenedStore>,
  expected: ExpectedCapabilities = { deleteIfMatch: 'honoured' },
): void {
  describe(name, () => {
    let opened: OpenedStore;
    let store: ObjectStore;
    beforeEach(async () => {
      opened = await open();
      store = opened.store;
    });
    afterEach(async () => opened.close());

    async function created(key: string, body = key): Promise<string> {
      return etagOf(await store.create(key, text(body)));
    }
    async function bodyOf(key: string): Promise<string> {
      return decoded(await store.get(key, { maxBytes: 1_000_000 }));
    }
    async function listAll(
      options: ListOptions,
    ): Promise<{ keys: string[]; prefixes: string[]; pages: number }> {
      const all = { keys: [] as string[], prefixes: [] as string[], pages: 0 };
      let next: string | null = null;
      do {
        const page = await store.list({ ...options, ...(next === null ? {} : { next }) });
        all.keys.push(...page.objects.map(({ key }) => key));
        all.prefixes.push(...page.prefixes);
        all.pages += 1;
        next = page.next;
      } while (next !== null && all.pages < 1_000);
      return all;
    }

    describe('reads', () => {
      it('finds a body whole, with the same facts by get, head and list', async () => {
        const etag = await created('a/b', 'hello');
        const got = await store.get('a/b', { maxBytes: 5 });
        const head = await store.head('a/b');
        const page = await store.list({ prefix: 'a/' });
        expect(decoded(got)).toBe('hello');
        if (got.kind !== 'found' || head.kind !== 'found') throw new Error('not found');
        const listed = page.objects[0];
        for (const meta of [got.meta, head.meta, listed]) {
          expect(meta).toMatchObject({ key: 'a/b', size: 5, etag });
        }
        // Like compared with like: the two single answers agree; a listing may be finer, never by a second or more.
        expect(got.meta.storedAt).toBe(head.meta.storedAt);
        expect(Math.abs((listed?.storedAt ?? 0) - head.meta.storedAt)).toBeLessThan(1_000);
      });
      it('says absent for what is not there, also below an object', async () => {
        await created('a/b');
        for (const key of ['x', 'a', 'a/b/c', 'a/bb', 'no/such/folder']) {
          expect((await store.get(key, { maxBytes: 1 })).kind).toBe('absent');
          expect((await store.head(key)).kind).toBe('absent');
          expect((await store.getRange(key, { start: 0, end: 1 })).kind).toBe('absent');
        }
      });
      it('reads no more than maxBytes and says how large the object is', async () => {
        await created('big', 'x'.repeat(100_000));
        const answer = await store.get('big', { maxBytes: 99_999 });
        expect(answer).toMatchObject({ kind: 'too_large', meta: { size: 100_000 } });
        expect(await bodyOf('big')).toHaveLength(100_000);
      });
      it('holds empty objects', async () => {
        await created('empty', '');
        expect(await store.get('empty', { maxBytes: 0 })).toMatchObject({ kind: 'found', meta: { size: 0 } });
        await expect(store.getRange('empty', { start: 0 })).rejects.toMatchObject({ kind: 'invalid_input' });
        await expect(store.getRange('empty', { start: -5 })).rejects.toMatchObject({ kind: 'invalid_input' });
      });
      it('reads ranges: bounded, to the end, past the end, suffix, suffix longer than the object', async () => {
        await created('r', '0123456789');
        const ranges: [{ start: number; end?: number }, string][] = [
          [{ start: 0, end: 1 }, '0'],
          [{ start: 2, end: 5 }, '234'],
          [{ start: 7 }, '789'],
          [{ start: 7, end: 99 }, '789'],
          [{ start: -3 }, '789'],
          [{ start: -10 }, '0123456789'],
          [{ start: -99 }, '0123456789'],
        ];
        for (const [range, body] of ranges) {
          const answer = await store.getRange('r', range);
          expect(decoded(answer)).toBe(body);
          expect(answer).toMatchObject({ meta: { key: 'r', size: 10 } });
        }
      });
      it('refuses ranges outside the object or without bytes', async () => {
        await created('r', '0123456789');
        for (const range of [
          { start: 10 },
          { start: 10, end: 12 },
          { start: 5, end: 5 },
          { start: 5, end: 4 },
          { start: 0.5 },
        ]) {
          await expect(store.getRange('r', range)).rejects.toMatchObject({ kind: 'invalid_input' });
        }
      });
      it('rejects with the reason of a signal that is aborted', async () => {
        await created('a');
        const reason = new Error('enough');
        const signal = AbortSignal.abort(reason);
        await expect(store.get('a', { maxBytes: 1, signal })).rejects.toBe(reason);
        await expect(store.head('a', { signal })).rejects.toBe(reason);
        await expect(store.list({ prefix: '', signal })).rejects.toBe(reason);
      });
      it('states its own time with every read, close to the times it gives objects', async () => {
        await created('a');
        const page = await store.list({ prefix: '' });
        const times = [page.storeTime, (await store.head('a')).storeTime, (await store.head('no')).storeTime];
        for (const time of times) {
          expect(time).not.toBeNull();
          expect(Math.abs((time ?? 0) - (page.objects[0]?.storedAt ?? 0))).toBeLessThan(30_000);
        }
      });
    });

    describe('conditional writes', () => {
      it('creates once: the second create is a conflict and changes nothing', async () => {
        const etag = await created('a/b/c', 'first');
        expect((await store.create('a/b/c', text('second'))).kind).toBe('conflict');
        expect(await bodyOf('a/b/c')).toBe('first');
        expect(await store.head('a/b/c')).toMatchObject({ meta: { etag } });
      });
      it('has one winner among 20 racing creates, three rounds', async () => {
        for (const round of [1, 2, 3]) {
          const key = `race/${round}`;
          const answers = await Promise.all(numbers(20).map((i) => store.create(key, text(`writer ${i}`))));
          const winners = answers.flatMap((answer, i) => (answer.kind === 'written' ? [i] : []));
          expect(answers.filter(({ kind }) => kind === 'conflict')).toHaveLength(19);
          expect(await bodyOf(key)).toBe(`writer ${winners[0]}`);
        }
      });
      it('replaces on the last ETag, and on no other', async () => {
        const first = await created('r', 'one');
        const second = etagOf(await store.replace('r', text('two'), first));
        expect(second).not.toBe(first);
        expect((await store.replace('r', text('three'), first)).kind).toBe('conflict');
        expect(await bodyOf('r')).toBe('two');
        const head = await store.head('r');
        expect(head).toMatchObject({ meta: { etag: second, size: 3 } });
        expect((await store.replace('r', text('three'), second)).kind).toBe('written');
      });
      it('never replaces what is absent', async () => {
        const etag = await created('gone');
        await store.delete('gone');
        expect((await store.replace('gone', text('x'), etag)).kind).toBe('conflict');
        expect((await store.replace('no/folder', text('x'), etag)).kind).toBe('conflict');
        expect((await store.head('gone')).kind).toBe('absent');
      });
      it('has one winner among 20 racing replaces, three rounds', async () => {
        let etag = await created('reg', 'start');
        for (const round of [1, 2, 3]) {
          const answers = await Promise.all(
            numbers(20).map((i) => store.replace('reg', text(`round ${round} writer ${i}`), etag)),
          );
          const winners = answers.flatMap((answer, i) => (answer.kind === 'written' ? [i] : []));
          const told =
            expected.lostReplace === 'conflict_or_unknown' ? ['conflict', 'unknown'] : ['conflict'];
          expect(answers.filter(({ kind }) => told.includes(kind))).toHaveLength(19);
          expect(winners).toHaveLength(1);
          expect(await bodyOf('reg')).toBe(`round ${round} writer ${winners[0]}`);
          etag = etagOf(answers[winners[0] ?? 0]);
        }
      });
      it('takes the ETag of any answer: get, head, list', async () => {
        await created('e', '0');
        const byHead = await store.head('e');
        if (byHead.kind !== 'found') throw new Error('absent');
        expect((await store.replace('e', text('1'), byHead.meta.etag)).kind).toBe('written');
        const byList = (await store.list({ prefix: 'e' })).objects[0]?.etag ?? '';
        expect((await store.replace('e', text('2'), byList)).kind).toBe('written');
        const byGet = await store.get('e', { maxBytes: 9 });
        if (byGet.kind !== 'found') throw new Error('absent');
        expect((await store.replace('e', text('3'), byGet.meta.etag)).kind).toBe('written');
        expect(await bodyOf('e')).toBe('3');
      });
      it('refuses tokens that no answer carried', async () => {
        await created('e');
        for (const etag of ['', '*', '"x"', 'a\nb']) {
          await expect(store.replace('e', text('x'), etag)).rejects.toMatchObject({ kind: 'invalid_input' });
          await expect(store.deleteIfMatch('e', etag)).rejects.toMatchObject({ kind: 'invalid_input' });
        }
        expect(await bodyOf('e')).toBe('e');
      });
      it('puts without a condition', async () => {
        expect((await store.put('p/_clock', text(''))).kind).toBe('written');
        expect((await store.put('p/_clock', text('x'))).kind).toBe('written');
        expect(await bodyOf('p/_clock')).toBe('x');
      });
      it('gives later writes no earlier times, whichever key', async () => {
        for (const i of numbers(12)) await created(`t/${String(i).padStart(2, '0')}`);
        const times = (await store.list({ prefix: 't/' })).objects.map(({ storedAt }) => storedAt);
        expect(times).toHaveLength(12);
        expect([...times].sort((a, b) => a - b)).toEqual(times);
      });
    });

    describe('deletes', () => {
      it('deletes, and deletes again', async () => {
        await created('d/x');
        expect(await store.delete('d/x')).toEqual({ kind: 'deleted' });
        expect(await store.delete('d/x')).toEqual({ kind: 'deleted' });
        expect(await store.delete('no/folder/x')).toEqual({ kind: 'deleted' });
        expect((await store.head('d/x')).kind).toBe('absent');
        expect((await store.list({ prefix: '', delimiter: '/' })).prefixes).toEqual([]);
      });
      it('deletes on a matching ETag', async () => {
        const etag = await created('d', 'x');
        expect(await store.deleteIfMatch('d', etag)).toEqual({ kind: 'deleted' });
        expect((await store.head('d')).kind).toBe('absent');
      });
      if (expected.deleteIfMatch === 'honoured') {
        it('keeps the object when the ETag is stale, and says conflict when nothing is there', async () => {
          const stale = await created('d', 'one');
          await store.replace('d', text('two'), stale);
          expect(await store.deleteIfMatch('d', stale)).toEqual({ kind: 'conflict' });
          expect(await bodyOf('d')).toBe('two');
          await store.delete('d');
          expect(await store.deleteIfMatch('d', stale)).toEqual({ kind: 'conflict' });
        });
      } else {
        it('ignores the condition on delete, which is why decision D4 exists', async () => {
          const stale = await created('d', 'one');
          await store.replace('d', text('two'), stale);
          expect(await store.deleteIfMatch('d', stale)).toEqual({ kind: 'deleted' });
          expect((await store.head('d')).kind).toBe('absent');
        });
      }
      it('deletes a batch, absent ones included, and answers in order', async () => {
        const keys = [...numbers(30).map((i) => `batch/${i}`), ...oddKeys];
        for (const key of keys) await created(key);
        await created('kept');
        const answers = await store.deleteBatch([...keys, 'never/there']);
        expect(answers).toEqual([...keys, ''].map(() => ({ kind: 'deleted' })));
        expect((await listAll({ prefix: '' })).keys).toEqual(['kept']);
        expect(await store.deleteBatch([])).toEqual([]);
      });
      it('refuses more than 1,000 keys in one batch', async () => {
        const keys = numbers(1_001).map(String);
        await expect(store.deleteBatch(keys)).rejects.toMatchObject({ kind: 'invalid_input' });
      });
    });

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
        for (const key of sound) await created(key);
        expect((await listAll({ prefix: '' })).keys).toEqual([...sound].sort(compareKeys));
        expect((await listAll({ prefix: '', limit: 1 })).keys).toEqual([...sound].sort(compareKeys));
      });
      it('lists by any prefix, also one that ends within a name', async () => {
        for (const key of ['ab/1', 'ab/2', 'abc/3', 'abd', 'b']) await created(key);
        expect((await listAll({ prefix: 'ab' })).keys).toEqual(['ab/1', 'ab/2', 'abc/3', 'abd']);
        expect((await listAll({ prefix: 'ab/' })).keys).toEqual(['ab/1', 'ab/2']);
        expect((await listAll({ prefix: 'ab/2' })).keys).toEqual(['ab/2']);
        expect((await listAll({ prefix: 'ab/2/' })).keys).toEqual([]);
        expect((await listAll({ prefix: 'no/such/' })).keys).toEqual([]);
      });
      it('folds at the delimiter', async () => {
        for (const key of ['top', 'f/1', 'f/2', 'f/g/3', 'f-x', 'h/i/j/4']) await created(key);
        expect(await listAll({ prefix: '', delimiter: '/' })).toMatchObject({
          keys: ['f-x', 'top'],
          prefixes: ['f/', 'h/'],
        });
        expect(await listAll({ prefix: 'f/', delimiter: '/' })).toMatchObject({
          keys: ['f/1', 'f/2'],
          prefixes: ['f/g/'],
        });
        expect(await listAll({ prefix: 'f', delimiter: '/' })).toMatchObject({
          keys: ['f-x'],
          prefixes: ['f/'],
        });
        expect(await listAll({ prefix: 'h/i', delimiter: '/' })).toMatchObject({
          keys: [],
          prefixes: ['h/i/'],
        });
      });
      it('pages: every entry once, none lost, pages no larger than asked', async () => {
        const keys = numbers(25).map((i) => `p/${String(i).padStart(2, '0')}`);
        for (const key of keys) await created(key);
        for (const key of ['p/05a/x', 'p/05a/y', 'p/24z/x']) await created(key);
        const all = [...keys, 'p/05a/x', 'p/05a/y', 'p/24z/x'].sort(compareKeys);
        for (const limit of [1, 7, 28, 1_000]) {
          expect((await listAll({ prefix: 'p/', limit })).keys).toEqual(all);
          const folded = await listAll({ prefix: 'p/', delimiter: '/', limit });
          expect(folded.keys).toEqual(keys);
          expect(folded.prefixes).toEqual(['p/05a/', 'p/24z/']);
        }
        const first = await store.list({ prefix: 'p/', limit: 7 });
        expect(first.objects).toHaveLength(7);
        expect((await store.list({ prefix: 'p/', limit: 28 })).next).toBeNull();
      });
      it('starts after a key, which need not exist', async () => {
        for (const key of ['s/a', 's/b', 's/b/', 's/c', 's/d'].filter((k) => !k.endsWith('/')))
          await created(key);
        await created('s/cc/1');
        expect((await listAll({ prefix: 's/', startAfter: 's/b' })).keys).toEqual(['s/c', 's/cc/1', 's/d']);
        expect((await listAll({ prefix: 's/', startAfter: 's/bb', limit: 1 })).keys).toEqual([
          's/c',
          's/cc/1',
          's/d',
        ]);
        expect((await listAll({ prefix: 's/', startAfter: 's/cc/0' })).keys).toEqual(['s/cc/1', 's/d']);
        expect((await listAll({ prefix: 's/', startAfter: 's/cc/1' })).keys).toEqual(['s/d']);
        expect((await listAll({ prefix: 's/', startAfter: 's/z' })).keys).toEqual([]);
        expect((await listAll({ prefix: 's/', startAfter: 'a' })).keys).toHaveLength(5);
        const folded = await listAll({ prefix: 's/', delimiter: '/', startAfter: 's/c' });
        expect(folded).toMatchObject({ keys: ['s/d'], prefixes: ['s/cc/'] });
      });
      it('keeps odd keys as they are, in every call and over page ends', async () => {
        for (const key of oddKeys) await created(key);
        const sorted = [...oddKeys].sort(compareKeys);
        expect((await listAll({ prefix: 'odd/' })).keys).toEqual(sorted);
        expect((await listAll({ prefix: 'odd/', limit: 1 })).keys).toEqual(sorted);
        expect(await listAll({ prefix: 'odd/', delimiter: '/', limit: 2 })).toMatchObject({
          prefixes: ['odd/é/'],
        });
        for (const key of oddKeys) {
          expect(await bodyOf(key)).toBe(key);
          expect((await listAll({ prefix: key })).keys).toEqual([key]);
          expect((await store.head(key)).kind).toBe('found');
        }
        const page = await store.list({ prefix: 'odd/', startAfter: 'odd/new\nline', limit: 1 });
        expect(page.objects[0]?.key).toBe(sorted[sorted.indexOf('odd/new\nline') + 1]);
      });
      it('shows every completed write and delete at once', async () => {
        for (const i of numbers(20)) {
          await created(`strong/${i}`);
          expect((await store.list({ prefix: `strong/${i}` })).objects.map(({ key }) => key)).toContain(
            `strong/${i}`,
          );
          await store.delete(`strong/${i}`);
          expect((await store.list({ prefix: 'strong/' })).objects).toEqual([]);
        }
      });
      it('refuses page sizes and starting points that stores disagree about', async () => {
        for (const limit of [0, 1_001, 1.5]) {
          await expect(store.list({ prefix: '', limit })).rejects.toMatchObject({ kind: 'invalid_input' });
        }
        const below = { prefix: 'a/', delimiter: '/', startAfter: 'a/b/c' } as const;
        await expect(store.list(below)).rejects.toMatchObject({ kind: 'invalid_input' });
      });
    });

    it('refuses unsound keys in every call, before anything is asked of the store', async () => {
      const body = text('x');
      for (const key of badKeys) {
        const calls: Promise<unknown>[] = [
          store.get(key, { maxBytes: 1 }),
          store.getRange(key, { start: 0 }),
          store.head(key),
          store.create(key, body),
          store.replace(key, body, 'e'),
          store.put(key, body),
          store.delete(key),
          store.deleteIfMatch(key, 'e'),
          store.deleteBatch(['fine', key]),
        ];
        for (const answer of await Promise.allSettled(calls)) {
          expect(answer).toMatchObject({ status: 'rejected', reason: { kind: 'invalid_input' } });
        }
      }
      for (const prefix of ['/', 'a//', '../', 'a/../b', 'a\0']) {
        await expect(store.list({ prefix })).rejects.toMatchObject({ kind: 'invalid_input' });
      }
      expect((await listAll({ prefix: '' })).keys).toEqual([]);
    });
  });
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

function decoded(answer: GetAnswer): string {
  if (answer.kind !== 'found') throw new Error(`expected a body, got ${answer.kind}`);
  return new TextDecoder().decode(answer.body);
}

function etagOf(answer: WriteAnswer | undefined): string {
  if (answer?.kind !== 'written') throw new Error(`expected written, got ${JSON.stringify(answer)}`);
  return answer.etag;
}
