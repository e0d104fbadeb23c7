/** A figure that something else got into is no figure: a look is one read and one listing, and every root is looked at. */
import { describe, expect, it } from 'vitest';
import { lookTally } from './look-tally';

const record = '/bucket/lake/a/__cluster/lock.json?x-id=GetObject';
const folder = '/bucket?delimiter=%2F&list-type=2&prefix=lake%2Fa%2F__cluster%2Flease%2F01M7%2F';

function counted(asked: readonly (readonly [string, string])[], roots = ['a']) {
  const tally = lookTally();
  tally.note('PUT', '/bucket/lake/before');
  tally.begin();
  for (const [method, path] of asked) tally.note(method, path);
  return tally.end(roots);
}

describe('looks at a lock', () => {
  it('are two requests each, and the last may be under way', () => {
    expect(
      counted([
        ['GET', record],
        ['GET', folder],
        ['GET', record],
      ]),
    ).toEqual({ requests: 3 });
  });

  it.each([
    [
      'a write',
      [
        ['GET', record],
        ['GET', folder],
        ['PUT', record],
      ],
      'are no look',
    ],
    [
      'a listing of every lease',
      [
        ['GET', record],
        ['GET', folder.replace('01M7%2F', '')],
      ],
      'are no look',
    ],
    ['a read of a beat', [['GET', '/bucket/lake/a/__cluster/lease/01M7/0.json']], 'are no look'],
    [
      'reads without listings',
      [
        ['GET', record],
        ['GET', record],
      ],
      'listed 0 times',
    ],
    ['nothing', [], 'read 0 times'],
  ] as const)('are not %s', (_, asked, words) => expect(() => counted(asked)).toThrow(words));

  it('are missed where a root has none', () => {
    expect(() =>
      counted(
        [
          ['GET', record],
          ['GET', folder],
        ],
        ['a', 'b'],
      ),
    ).toThrow('b was read 0 times');
  });
});
