/** Pages read as one list keep each row once and never claim to be newer or more complete than their parts. */
import { expect, it } from 'vitest';
import { metaOfPages, rowsOfPages } from './paged-answer';

const meta = (readAt: string, complete: boolean, notes: string[]) => ({
  readAt: `2026-06-12T${readAt}.000Z`,
  storeTime: null,
  requests: 3,
  bytes: 100,
  complete,
  notes,
});

it('is as old as its oldest page, complete only when all are, and costs the sum', () => {
  const pages = [
    { meta: meta('14:02:10', true, []) },
    { meta: meta('14:02:05', false, ['Stopped at 1,000.']) },
  ];
  expect(metaOfPages(pages)).toEqual({
    ...meta('14:02:05', false, ['Stopped at 1,000.']),
    requests: 6,
    bytes: 200,
  });
  expect(metaOfPages([])).toBeUndefined();
});

it('shows a row that moved between two pages once', () => {
  const page = (items: string[]) => ({ items, meta: meta('14:02:05', true, []) });
  expect(rowsOfPages([page(['a', 'b']), page(['b', 'c'])], (row) => row)).toEqual(['a', 'b', 'c']);
});
