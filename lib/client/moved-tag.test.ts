/** A moved tag is shown where it is now, in every list that has it, and no other row changes. */
import { expect, it } from 'vitest';
import { showsReferences, withMovedTag } from './moved-tag';

const row = {
  ...{ kind: 'tag', lake: 'prod', dataset: 'events.lance', name: 'best', targetVersion: '5' },
  ...{ targetBranch: null, targetStanding: 'present', etag: 'e5', exclusiveBytes: 400 },
};
const others = [
  { ...row, name: 'other' },
  { ...row, lake: 'test' },
  { ...row, dataset: 'users.lance' },
  { ...row, kind: 'branch' },
];
const place = { lake: 'prod', dataset: 'events.lance' };
const moved = { name: 'best', version: '7', branch: 'exp', etag: 'e7', way: 'protocol' } as const;
const now = { ...row, targetVersion: '7', targetBranch: 'exp', etag: 'e7', exclusiveBytes: null };

it.each([
  ['a list', { items: [row, ...others], meta: {} }, { items: [now, ...others], meta: {} }],
  [
    'pages',
    { pages: [{ items: others }, { items: [row] }] },
    { pages: [{ items: others }, { items: [now] }] },
  ],
  ['nothing', undefined, undefined],
  ['another answer', { tag: row }, { tag: row }],
])('in %s', (_what, answer, expected) => {
  expect(withMovedTag<unknown>(answer, place, moved)).toEqual(expected);
});

it('is looked for in lists of references alone', () => {
  expect(showsReferences(['endpoint', 'references', {}, {}])).toBe(true);
  expect(showsReferences(['endpoint', 'fleetReferences', null, {}])).toBe(true);
  expect(showsReferences(['endpoint', 'leases', {}, {}])).toBe(false);
});
