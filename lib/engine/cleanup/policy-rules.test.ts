/** Durations and policies: wrong values become reasons, and the order of sources holds (G.1). */
import { describe, expect, it } from 'vitest';
import { effectivePolicy, readAutoCleanup } from './policy-rules';

const config = (entries: Record<string, string>) =>
  new Map(Object.entries(entries).map(([key, value]) => [`lance.auto_cleanup.${key}`, value]));

describe('auto cleanup', () => {
  it('is read as written', () => {
    const auto = readAutoCleanup(
      new Map([...config({ interval: '20', older_than: '14days', retain_versions: '3' }), ['x', '1']]),
    );
    expect(auto).toMatchObject({
      interval: 20n,
      problems: [],
      policy: {
        source: 'auto_cleanup',
        olderThan: '14days',
        olderThanMs: 1_209_600_000,
        retainVersions: 3,
        unknownBecause: null,
      },
    });
    expect(auto?.written).toEqual({
      'lance.auto_cleanup.interval': '20',
      'lance.auto_cleanup.older_than': '14days',
      'lance.auto_cleanup.retain_versions': '3',
    });
    expect(readAutoCleanup(new Map([['lance.other', '1']]))).toBeNull();
  });

  it.each([
    ['interval', '-1'],
    ['interval', 'often'],
    ['older_than', '14'],
    ['older_than', ''],
    ['retain_versions', '0'],
    ['retain_versions', '1.5'],
    ['referenced_branch', 'yes'],
    ['delete_rate_limit', '0'],
  ])('58. %s = %j makes the policy unknown', (key, value) => {
    const auto = readAutoCleanup(config({ older_than: '7d', [key]: value }));
    expect(auto?.problems).toHaveLength(1);
    expect(auto?.policy.unknownBecause).toContain(key);
  });

  it('an interval alone selects nothing here, though Lance would select everything', () => {
    expect(readAutoCleanup(config({ interval: '1' }))?.policy.unknownBecause).toContain(
      'neither an age nor a count',
    );
  });
});

describe('the policy in force', () => {
  const auto = readAutoCleanup(config({ older_than: '7d' }));
  it('is the override, else the lake’s, else the dataset’s own, else none', () => {
    expect(effectivePolicy({ olderThan: '1d' }, { olderThan: '2d' }, auto)).toMatchObject({
      source: 'dataset_override',
      olderThanMs: 86_400_000,
    });
    expect(effectivePolicy(null, { retainVersions: 2 }, auto)).toMatchObject({
      source: 'lake',
      retainVersions: 2,
    });
    expect(effectivePolicy(null, null, auto)).toMatchObject({
      source: 'auto_cleanup',
      olderThanMs: 604_800_000,
    });
    expect(effectivePolicy(null, null, null)).toMatchObject({
      source: 'none',
      unknownBecause: 'no cleanup policy is configured',
    });
  });
  it('never falls through from a wrong value to a laxer source', () => {
    expect(effectivePolicy({ olderThan: 'soon' }, { olderThan: '1d' }, auto)).toMatchObject({
      source: 'dataset_override',
      olderThanMs: null,
    });
    expect(effectivePolicy({ olderThan: 'soon' }, null, null).unknownBecause).toContain('olderThan');
    expect(effectivePolicy({ retainVersions: 0 }, null, null).unknownBecause).toContain('retainVersions');
    expect(effectivePolicy({ keepTags: ['v*'] }, null, null).unknownBecause).toContain('neither');
  });
});
