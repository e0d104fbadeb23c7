/** Conditional writes: created once, replaced only on a match, races with one winner. */
import { describe, expect, it } from 'vitest';
import { type ConformanceKit, etagOf, numbers, text, withheld } from './kit';

export function describeWrites(kit: ConformanceKit): void {
  describe('conditional writes', () => {
    it('creates once: the second create is a conflict and changes nothing', async () => {
      const etag = await kit.created('a/b/c', 'first');
      expect((await kit.store.create('a/b/c', text('second'))).kind).toBe('conflict');
      expect(await kit.bodyOf('a/b/c')).toBe('first');
      expect(await kit.store.head('a/b/c')).toMatchObject({ meta: { etag } });
    });
    it('has one winner among 20 racing creates, three rounds', async () => {
      for (const round of [1, 2, 3]) {
        const key = `race/${round}`;
        const answers = await Promise.all(numbers(20).map((i) => kit.store.create(key, text(`writer ${i}`))));
        const winners = answers.flatMap((answer, i) => (answer.kind === 'written' ? [i] : []));
        expect(answers.filter(({ kind }) => kind === 'conflict')).toHaveLength(19);
        expect(await kit.bodyOf(key)).toBe(`writer ${winners[0]}`);
      }
    });
    it('replaces on the last ETag, and on no other', async () => {
      const first = await kit.created('r', 'one');
      const second = etagOf(await kit.store.replace('r', text('two'), first));
      expect(second).not.toBe(first);
      expect((await kit.store.replace('r', text('three'), first)).kind).toBe('conflict');
      expect(await kit.bodyOf('r')).toBe('two');
      const head = await kit.store.head('r');
      expect(head).toMatchObject({ meta: { etag: second, size: 3 } });
      expect((await kit.store.replace('r', text('three'), second)).kind).toBe('written');
    });
    it('never replaces what is absent', async () => {
      const etag = await kit.created('gone');
      await kit.store.delete('gone');
      expect((await kit.store.replace('gone', text('x'), etag)).kind).toBe('conflict');
      expect((await kit.store.replace('no/folder', text('x'), etag)).kind).toBe('conflict');
      expect((await kit.store.head('gone')).kind).toBe('absent');
    });
    it('has one winner among 20 racing replaces, three rounds', async () => {
      let etag = await kit.created('reg', 'start');
      for (const round of [1, 2, 3]) {
        const answers = await Promise.all(
          numbers(20).map((i) => kit.store.replace('reg', text(`round ${round} writer ${i}`), etag)),
        );
        const winners = answers.flatMap((answer, i) => (answer.kind === 'written' ? [i] : []));
        const told =
          kit.expected.lostReplace === 'conflict_or_unknown' ? ['conflict', 'unknown'] : ['conflict'];
        expect(answers.filter(({ kind }) => told.includes(kind))).toHaveLength(19);
        expect(winners).toHaveLength(1);
        expect(await kit.bodyOf('reg')).toBe(`round ${round} writer ${winners[0]}`);
        etag = etagOf(answers[winners[0] ?? 0]);
      }
    });
    it('takes the ETag of any answer: get, head, list', async () => {
      await kit.created('e', '0');
      const byHead = await kit.store.head('e');
      if (byHead.kind !== 'found') throw new Error('absent');
      expect((await kit.store.replace('e', text('1'), byHead.meta.etag)).kind).toBe('written');
      const byList = (await kit.store.list({ prefix: 'e' })).objects[0]?.etag ?? '';
      expect((await kit.store.replace('e', text('2'), byList)).kind).toBe('written');
      const byGet = await kit.store.get('e', { maxBytes: 9 });
      if (byGet.kind !== 'found') throw new Error('absent');
      expect((await kit.store.replace('e', text('3'), byGet.meta.etag)).kind).toBe('written');
      expect(await kit.bodyOf('e')).toBe('3');
    });
    it('refuses tokens that no answer carried', async () => {
      await kit.created('e');
      for (const etag of ['', '*', '"x"', 'a\nb']) {
        await expect(kit.store.replace('e', text('x'), etag)).rejects.toMatchObject({
          kind: 'invalid_input',
        });
        await expect(kit.store.deleteIfMatch('e', etag)).rejects.toMatchObject({ kind: 'invalid_input' });
      }
      expect(await kit.bodyOf('e')).toBe('e');
    });
    it('puts without a condition', async () => {
      expect((await kit.store.put('p/_clock', text(''))).kind).toBe('written');
      expect((await kit.store.put('p/_clock', text('x'))).kind).toBe('written');
      expect(await kit.bodyOf('p/_clock')).toBe('x');
    });
    it('D19 asks before a write is sent, and sends nothing once refused', async () => {
      const { store } = kit;
      const etag = await kit.created('kept', 'as it was');
      const { change, refusal } = withheld();
      await expect(store.create('new', text('x'), change)).rejects.toBe(refusal);
      await expect(store.put('new', text('x'), change)).rejects.toBe(refusal);
      await expect(store.put('kept', text('x'), change)).rejects.toBe(refusal);
      await expect(store.replace('kept', text('x'), etag, change)).rejects.toBe(refusal);
      expect((await kit.listAll({ prefix: '' })).keys).toEqual(['kept']);
      expect(await kit.bodyOf('kept')).toBe('as it was');
      let asked = 0;
      const allowed = {
        beforeSend: () => {
          asked += 1;
        },
      };
      expect((await store.create('new', text('x'), allowed)).kind).toBe('written');
      expect((await store.replace('kept', text('y'), etag, allowed)).kind).toBe('written');
      expect(asked).toBeGreaterThanOrEqual(2);
    });
    it('gives later writes no earlier times, whichever key', async () => {
      for (const i of numbers(12)) await kit.created(`t/${String(i).padStart(2, '0')}`);
      const times = (await kit.store.list({ prefix: 't/' })).objects.map(({ storedAt }) => storedAt);
      expect(times).toHaveLength(12);
      expect([...times].sort((a, b) => a - b)).toEqual(times);
    });
  });
}
