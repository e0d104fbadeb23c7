/** What several pages choose of one dataset, and what replicas serve. */
import { expect, it } from 'vitest';
import type { StatusTarget } from '@/lib/contracts/status-pages';
import { canaryChoices, tagsOfDataset, versionsServed } from './canary-choice-rules';
import { targetKey } from './page-rules';

const shown = { label: null, description: null };
const roads: StatusTarget = { kind: 'dataset', lake: 'a', id: 'roads', ...shown };
const lake: StatusTarget = { kind: 'lake', lake: 'a', ...shown };
const page = (target: StatusTarget, canaryTags?: string[] | null, canary = true) => ({
  ...{ canary, targets: [target] },
  ...(canaryTags === undefined ? {} : { canaryTags }),
});

it.each<[string, ReturnType<typeof page>[], string[] | 'every' | 'unchosen']>([
  ['no page', [], 'unchosen'],
  ['a page without a canary', [page(roads, null, false)], 'unchosen'],
  ['a page of another lake', [page({ ...lake, lake: 'b' })], 'unchosen'],
  ['a page that says nothing of tags', [page(roads)], 'every'],
  ['no tag', [page(roads, [])], []],
  ['its lake', [page(lake, ['x'])], ['x']],
  ['two pages', [page(roads, ['x']), page(roads, ['y'])], ['x', 'y']],
  ['a page of it and one of its lake', [page(roads, ['x']), page(lake, ['y'])], ['x', 'y']],
  ['one of them every tag', [page(roads, ['x']), page(lake, null)], 'every'],
])('tags chosen by %s', (_, pages, expected) => {
  const tags = tagsOfDataset(canaryChoices(pages), targetKey(roads), 'a');
  expect(tags === undefined ? 'unchosen' : tags === null ? 'every' : [...tags].sort()).toEqual(expected);
});

it('what replicas serve is each version once, of those that are not retired and say what they serve', () => {
  const dataset = { lake: 'a', id: 'eu~roads' };
  const one = (servingVersion: string | null, retired: string | null = null) =>
    ({ dataset, servingVersion, retired }) as unknown as Parameters<typeof versionsServed>[0][number];
  const served = versionsServed([one('7'), one('7'), one('8'), one('9', 'gone'), one(null)]);
  expect(served.map(({ path, version }) => `${path} ${version}`)).toEqual(['eu/roads 7', 'eu/roads 8']);
});
