/** Which datasets a sample holds where there are more than it may, and that those left out are counted by their lake. */
import { expect, it } from 'vitest';
import { targetKey } from './page-rules';
import { chooseDatasets } from './sample-choice-rules';

const dataset = (lake: string, id: string) => ({
  lake,
  key: targetKey({ kind: 'dataset', lake, id }),
});
const all = [dataset('a', '1'), dataset('a', '2'), dataset('b', '1'), dataset('b', '2'), dataset('c', '1')];
const lakeB = targetKey({ kind: 'lake', lake: 'b' });

it.each<[string, string[], number, string[], Record<string, number>]>([
  ['all fit', [], 5, ['a1', 'a2', 'b1', 'b2', 'c1'], {}],
  ['nothing wanted', [], 3, ['a1', 'a2', 'b1'], { b: 1, c: 1 }],
  ['a dataset wanted', [dataset('c', '1').key], 2, ['c1', 'a1'], { a: 1, b: 2 }],
  ['a lake wanted', [lakeB], 3, ['b1', 'b2', 'a1'], { a: 1, c: 1 }],
  ['a dataset before a lake', [lakeB, dataset('c', '1').key], 2, ['c1', 'b1'], { a: 2, b: 1 }],
])('%s', (_, wanted, most, kept, leftOut) => {
  const choice = chooseDatasets(all.toReversed(), new Set(wanted), most);
  expect(choice.kept.map(({ key }) => (JSON.parse(key) as string[]).slice(1).join(''))).toEqual(kept);
  expect(Object.fromEntries(choice.leftOut)).toEqual(leftOut);
});
