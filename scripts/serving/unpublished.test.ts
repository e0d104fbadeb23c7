/** Whose word the mirror's pointer is: what another replica published is never this one's to move. */
import { describe, expect, it } from 'vitest';
import type { ImportId } from '@/lib/engine/serving/import-id-rules';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { faultyStore } from '@/lib/testing/faulty-store';
import { copyIn } from './copy';
import { lineage } from './serving-stage';
import { isOwnChange, mayPublish, type SeenPointer, unpublishedIn } from './unpublished';

const [one, two, three] = ['1', '2', '3'].map((digit) => digit.repeat(16) as ImportId) as [
  ImportId,
  ImportId,
  ImportId,
];
const seen = (seq: number, active: ImportId, replica = 'eu-2'): SeenPointer => ({
  ...{ publish_seq: seq, active, replica_id: replica },
});

describe('a change that was planned', () => {
  it.each([
    ['nothing is published', null, null, true],
    ['the mirror was emptied since', null, seen(2, two), true],
    ['the pointer is as it was', seen(2, two), seen(2, two), true],
    ['only this replica has published since', seen(3, one, 'eu-1'), seen(2, two), true],
    ['another one has', seen(3, one), seen(2, two), false],
    ['another one has, and went back to the same', seen(4, two), seen(2, two), false],
    ['nobody ever saw what another one published', seen(1, one), null, false],
  ])('may be published: %s', (_, stored, before, may) => {
    expect(mayPublish(stored, { seen: before }, 'eu-1')).toBe(may);
  });

  it.each([
    ['the first of all', null, false, null, true],
    ['the one that is published', seen(1, three), true, one, false],
    ['what it published itself, once more', seen(2, three, 'eu-1'), true, one, false],
    ['an import that nobody has, over what others published', seen(2, two), false, one, true],
    ['an old one, by a replica that catches up', seen(2, two), true, null, false],
    ['an old one, by a replica in step with the mirror', seen(2, two), true, two, true],
    ['an old one, over what it published itself', seen(2, two, 'eu-1'), true, one, true],
  ])('is its own: %s', (_, before, sealed, outgoing, own) => {
    expect(isOwnChange(before, sealed, [outgoing, three], 'eu-1')).toBe(own);
  });
});

describe('what is written down', () => {
  const change = (import_id: ImportId, generation: number) =>
    ({ import_id, kind: 'import', seen: null, by: { epoch: 1, generation } }) as const;

  it('is there after a restart, in order, and goes once it is published', async () => {
    const own = copyIn(openMemoryStore(), lineage);
    const before = unpublishedIn(own);
    await before.saw(seen(4, one));
    await Promise.all([before.add(change(one, 1)), before.add(change(two, 2))]);
    const after = unpublishedIn(own);
    expect(await after.changes()).toEqual([change(one, 1), change(two, 2)]);
    expect(await after.lastSeen()).toEqual(seen(4, one));
    await after.drop(change(one, 1));
    expect(await unpublishedIn(own).changes()).toEqual([change(two, 2)]);
  });

  it('loses nothing to a look at the mirror that comes while it is written', async () => {
    const own = copyIn(openMemoryStore(), lineage);
    const kept = unpublishedIn(own);
    await Promise.all([kept.add(change(one, 1)), kept.saw(seen(4, one)), kept.add(change(two, 2))]);
    expect([await kept.changes(), await kept.lastSeen()]).toEqual([
      [change(one, 1), change(two, 2)],
      seen(4, one),
    ]);
  });

  it('is refused where it could not be stored: the change is not made then', async () => {
    const store = faultyStore(openMemoryStore(), (call) => (call.mutates ? call.lost() : call.effect()));
    await expect(unpublishedIn(copyIn(store, lineage)).add(change(one, 1))).rejects.toThrow();
  });
});
