/** Reads: found, absent, too large, ranges, odd and bad keys. */
import { describe, expect, it } from 'vitest';
import { type ConformanceKit, decoded } from './kit';

export function describeReads(kit: ConformanceKit): void {
  describe('reads', () => {
    it('finds a body whole, with the same facts by get, head and list', async () => {
      const etag = await kit.created('a/b', 'hello');
      const got = await kit.store.get('a/b', { maxBytes: 5 });
      const head = await kit.store.head('a/b');
      const page = await kit.store.list({ prefix: 'a/' });
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
      await kit.created('a/b');
      for (const key of ['x', 'a', 'a/b/c', 'a/bb', 'no/such/folder']) {
        expect((await kit.store.get(key, { maxBytes: 1 })).kind).toBe('absent');
        expect((await kit.store.head(key)).kind).toBe('absent');
        expect((await kit.store.getRange(key, { start: 0, end: 1 })).kind).toBe('absent');
      }
    });
    it('reads no more than maxBytes and says how large the object is', async () => {
      await kit.created('big', 'x'.repeat(100_000));
      const answer = await kit.store.get('big', { maxBytes: 99_999 });
      expect(answer).toMatchObject({ kind: 'too_large', meta: { size: 100_000 } });
      expect(await kit.bodyOf('big')).toHaveLength(100_000);
    });
    it('holds empty objects', async () => {
      await kit.created('empty', '');
      expect(await kit.store.get('empty', { maxBytes: 0 })).toMatchObject({
        kind: 'found',
        meta: { size: 0 },
      });
      await expect(kit.store.getRange('empty', { start: 0 })).rejects.toMatchObject({
        kind: 'invalid_input',
      });
      await expect(kit.store.getRange('empty', { start: -5 })).rejects.toMatchObject({
        kind: 'invalid_input',
      });
    });
    it('reads ranges: bounded, to the end, past the end, suffix, suffix longer than the object', async () => {
      await kit.created('r', '0123456789');
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
        const answer = await kit.store.getRange('r', range);
        expect(decoded(answer)).toBe(body);
        expect(answer).toMatchObject({ meta: { key: 'r', size: 10 } });
      }
    });
    it('refuses ranges outside the object or without bytes', async () => {
      await kit.created('r', '0123456789');
      for (const range of [
        { start: 10 },
        { start: 10, end: 12 },
        { start: 5, end: 5 },
        { start: 5, end: 4 },
        { start: 0.5 },
      ]) {
        await expect(kit.store.getRange('r', range)).rejects.toMatchObject({ kind: 'invalid_input' });
      }
    });
    it('rejects with the reason of a signal that is aborted', async () => {
      await kit.created('a');
      const reason = new Error('enough');
      const signal = AbortSignal.abort(reason);
      await expect(kit.store.get('a', { maxBytes: 1, signal })).rejects.toBe(reason);
      await expect(kit.store.head('a', { signal })).rejects.toBe(reason);
      await expect(kit.store.list({ prefix: '', signal })).rejects.toBe(reason);
    });
    it('states its own time with every read, close to the times it gives objects', async () => {
      await kit.created('a');
      const page = await kit.store.list({ prefix: '' });
      const times = [
        page.storeTime,
        (await kit.store.head('a')).storeTime,
        (await kit.store.head('no')).storeTime,
      ];
      for (const time of times) {
        expect(time).not.toBeNull();
        expect(Math.abs((time ?? 0) - (page.objects[0]?.storedAt ?? 0))).toBeLessThan(30_000);
      }
    });
  });
}
