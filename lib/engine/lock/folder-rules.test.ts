/** When a beat was seen, as people read it: at the answer that showed it, however long the rest of that look took. */
import { expect, it } from 'vitest';
import type { MonotonicInstant, WallInstant } from '@/lib/base/clock';
import { storageInstant } from '@/lib/base/clock';
import { freshFolder, noteFolder } from './folder-rules';
import type { AnsweredListing } from './list-lease';

const at = (ms: number) => ms as MonotonicInstant;

it('a beat is dated by its listing, not by the end of the look', () => {
  const beat = { key: 'b0', etag: '"1"', size: 40, storedAt: storageInstant(5) };
  const listing = { sentAt: at(50), doneAt: at(100), children: [beat], storeTime: null };
  const answer = {
    ...{ lockId: 'one', lease: { kind: 'unread' } as const },
    listing: listing as unknown as AnsweredListing,
  };
  const poll = { at: at(600), wallAt: 1_000_600 as WallInstant };
  const noted = noteFolder(freshFolder('one', at(0)), answer, poll);
  expect(noted.watch.seenAt).toBe(100);
  expect(noted.seenWallAt).toBe(1_000_100);
  expect(noted.seenBeats).toEqual([{ name: 'b0', seenAt: 100, seenWallAt: 1_000_100 }]);
});
