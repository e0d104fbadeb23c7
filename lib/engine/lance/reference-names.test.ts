/** Names of tags and branches as the reference code accepts them, and their keys in every store's spelling. */
import { describe, expect, it } from 'vitest';
import { branchKey, branchNameProblem, parseReferenceKey, tagKey, tagNameProblem } from './reference-names';

describe('tag names', () => {
  it.each(['release', 'v1.2.3', 'a_b-c', '日本', 'ünï', '٣', 'main', 'x.lock.y'])('%s may be', (name) => {
    expect(tagNameProblem(name)).toBeNull();
    expect(parseReferenceKey(tagKey(name))).toEqual({ kind: 'tag', name });
  });

  it.each(['', '.a', 'a.', 'a..b', 'a/b', 'a b', 'a%b', 'x.lock', 'a\n', '😀', 'a~b', 'x'.repeat(513)])(
    '%j may not be',
    (name) => {
      expect(tagNameProblem(name)).not.toBeNull();
    },
  );
});

describe('branch names', () => {
  it.each(['exp', 'team/nested', 'bugfix/issue-1', 'a.b', '.a', 'mainline', '日/本'])('%s may be', (name) => {
    expect(branchNameProblem(name)).toBeNull();
    expect(parseReferenceKey(branchKey(name))).toEqual({ kind: 'branch', name });
  });

  it.each(['', 'main', '/a', 'a/', 'a//b', 'a..b', 'a\\b', 'a b', 'a/x.lock', 'a/./b', 'a%2Fb'])(
    '%j may not be',
    (name) => {
      expect(branchNameProblem(name)).not.toBeNull();
    },
  );
});

describe('parseReferenceKey', () => {
  it.each([
    ['_refs/branches/team%2Fnested.json', { kind: 'branch', name: 'team/nested' }],
    ['_refs/branches/team%252Fnested.json', { kind: 'branch', name: 'team/nested' }],
    ['_refs/branches/team/nested.json', { kind: 'branch', name: 'team/nested' }],
    ['_refs/tags/%E6%97%A5.json', { kind: 'tag', name: '日' }],
    ['_refs/tags/日.json', { kind: 'tag', name: '日' }],
    ['_refs/tags/a.json.lance-reference.lock', { kind: 'lock' }],
    ['_refs/version_leases/main/x', { kind: 'elsewhere' }],
  ])('%s', (key, expected) => {
    expect(parseReferenceKey(key)).toEqual(expected);
  });

  it.each([
    '_refs/tags/a.txt',
    '_refs/tags/.json',
    '_refs/tags/a b.json',
    '_refs/tags/%zz.json',
    '_refs/branches/main.json',
    '_refs/branches/..%2F..%2Fx.json',
    '_refs/branches/%2525.json',
  ])('%s is a malformed reference', (key) => {
    expect(parseReferenceKey(key)).toMatchObject({ kind: 'malformed' });
  });
});
