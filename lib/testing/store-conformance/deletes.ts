/** Deletes: plain, conditional and in batches. */
import { describe, expect, it } from 'vitest';
import { type ConformanceKit, numbers, oddKeys, text, withheld } from './kit';

export function describeDeletes(kit: ConformanceKit): void {
  describe('deletes', () => {
    it('deletes, and deletes again', async () => {
      await kit.created('d/x');
      expect(await kit.store.delete('d/x')).toEqual({ kind: 'deleted' });
      expect(await kit.store.delete('d/x')).toEqual({ kind: 'deleted' });
      expect(await kit.store.delete('no/folder/x')).toEqual({ kind: 'deleted' });
      expect((await kit.store.head('d/x')).kind).toBe('absent');
      expect((await kit.store.list({ prefix: '', delimiter: '/' })).prefixes).toEqual([]);
    });
    it('deletes on a matching ETag', async () => {
      const etag = await kit.created('d', 'x');
      expect(await kit.store.deleteIfMatch('d', etag)).toEqual({ kind: 'deleted' });
      expect((await kit.store.head('d')).kind).toBe('absent');
    });
    if (kit.expected.deleteIfMatch === 'honoured') {
      it('keeps the object when the ETag is stale, and says conflict when nothing is there', async () => {
        const stale = await kit.created('d', 'one');
        await kit.store.replace('d', text('two'), stale);
        expect(await kit.store.deleteIfMatch('d', stale)).toEqual({ kind: 'conflict' });
        expect(await kit.bodyOf('d')).toBe('two');
        await kit.store.delete('d');
        expect(await kit.store.deleteIfMatch('d', stale)).toEqual({ kind: 'conflict' });
      });
    } else {
      it('ignores the condition on delete, which is why decision D4 exists', async () => {
        const stale = await kit.created('d', 'one');
        await kit.store.replace('d', text('two'), stale);
        expect(await kit.store.deleteIfMatch('d', stale)).toEqual({ kind: 'deleted' });
        expect((await kit.store.head('d')).kind).toBe('absent');
      });
    }
    it('deletes a batch, absent ones included, and answers in order', async () => {
      const keys = [...numbers(30).map((i) => `batch/${i}`), ...oddKeys];
      for (const key of keys) await kit.created(key);
      await kit.created('kept');
      const answers = await kit.store.deleteBatch([...keys, 'never/there']);
      expect(answers).toEqual([...keys, ''].map(() => ({ kind: 'deleted' })));
      expect((await kit.listAll({ prefix: '' })).keys).toEqual(['kept']);
      expect(await kit.store.deleteBatch([])).toEqual([]);
    });
    it('D19 asks before a delete is sent, and sends nothing once refused', async () => {
      const { store } = kit;
      const etag = await kit.created('kept');
      const { change, refusal } = withheld();
      await expect(store.delete('kept', change)).rejects.toBe(refusal);
      await expect(store.deleteIfMatch('kept', etag, change)).rejects.toBe(refusal);
      await expect(store.deleteBatch(['kept'], change)).rejects.toBe(refusal);
      expect(await kit.bodyOf('kept')).toBe('kept');
      let asked = 0;
      await store.delete('kept', {
        beforeSend: () => {
          asked += 1;
        },
      });
      expect(asked).toBe(1);
    });
    it('refuses more than 1,000 keys in one batch', async () => {
      const keys = numbers(1_001).map(String);
      await expect(kit.store.deleteBatch(keys)).rejects.toMatchObject({ kind: 'invalid_input' });
    });
  });
}
