/** Who depends on which version: by identifier, by the parent fields of old files, and when nobody can tell. */
import { describe, expect, it } from 'vitest';
import { forkVersion, legacyIdentifier, namespaceOf } from './branch-identifier';
import { type BranchFacts, decodeBranch, decodeTag } from './decode-reference';
import { doubleFnv } from './double-fnv';
import { deepestFirst, dependentsOf, resolveLineage, tagTarget, zombies } from './lineage';
import { parseReferenceKey } from './reference-names';
import { formatVersionName } from './version-names';

const id = (digit: string) => digit.repeat(32);

function branch(
  name: string,
  mapping: readonly (readonly [number, string])[],
  parent: string | null = null,
): BranchFacts {
  return {
    name,
    parentBranch: parent,
    parentVersion: BigInt(mapping.at(-1)?.[0] ?? 1),
    identifier: mapping.map(([version, uuid]) => ({ version: BigInt(version), uuid })),
    legacy: false,
    createdAtSeconds: 1n,
    manifestBytes: null,
    metadata: new Map(),
    generation: null,
    unknownKeys: [],
  };
}

function legacy(name: string, parentBranch: string | null, parentVersion: number): BranchFacts {
  const facts = { name, parentBranch, parentVersion: BigInt(parentVersion), createdAtSeconds: 1n };
  return { ...branch(name, [], parentBranch), ...facts, identifier: legacyIdentifier(facts), legacy: true };
}

const forksOf = (name: string, branches: BranchFacts[]) => {
  const lineage = resolveLineage(branches).find((one) => one.branch.name === name);
  if (lineage === undefined) throw new Error(`no ${name}`);
  return {
    forks: lineage.forks.map(({ branch, version, evidence }) => [branch, Number(version), evidence]),
    problems: lineage.problems,
  };
};

describe('identifiers', () => {
  it('matches the check values of the formats', () => {
    const facts = {
      name: 'legacy_branch',
      parentBranch: 'main',
      parentVersion: 42n,
      createdAtSeconds: 1234567890n,
    };
    expect(namespaceOf(legacyIdentifier(facts))).toBe('1a96f4ce02412107ec82b59b7d01090c');
    expect(doubleFnv('lake/events/_refs/tags/release.json')).toBe('8f8688c2c8fb46b449e43d05b99ba697');
    expect(doubleFnv('lake/events/_refs/tags/candidate.json')).toBe('d30a2b2e29a286b85905fe42b583fa07');
  });

  it('names the namespace by the last fork, main by its word', () => {
    expect(namespaceOf([])).toBe('main');
    expect(
      namespaceOf(
        branch('b', [
          [3, id('a')],
          [4, id('b')],
        ]).identifier,
      ),
    ).toBe(id('b'));
  });

  const main = branch('main', []).identifier;
  const child = branch('a', [[3, id('a')]]).identifier;
  const grandChild = branch('b', [
    [3, id('a')],
    [9, id('b')],
  ]).identifier;

  it.each([
    ['main and its child', main, child, 3n],
    ['main and its grand-child', main, grandChild, 3n],
    ['child and grand-child', child, grandChild, 9n],
    ['a branch and itself', child, child, null],
    ['the other way round', grandChild, child, null],
    ['another incarnation of the name', branch('a', [[3, id('c')]]).identifier, grandChild, null],
    ['the same id at another version', branch('a', [[4, id('a')]]).identifier, grandChild, null],
    ['a synthetic identifier', main, legacy('l', null, 5).identifier, null],
  ] as const)('%s', (_what, ancestor, descendant, version) => {
    expect(forkVersion(ancestor, descendant)).toBe(version);
  });
});

describe('resolveLineage', () => {
  it('follows nested branches to main', () => {
    const branches = [
      branch('a', [[3, id('a')]]),
      branch(
        'b',
        [
          [3, id('a')],
          [9, id('b')],
        ],
        'a',
      ),
    ];
    expect(forksOf('b', branches)).toEqual({
      forks: [
        ['a', 9, 'identifier'],
        [null, 3, 'identifier'],
      ],
      problems: [],
    });
    const needed = dependentsOf(null, resolveLineage(branches));
    expect(needed.map(({ lineage, fork }) => [lineage.branch.name, fork.version])).toEqual([
      ['a', 3n],
      ['b', 3n],
    ]);
  });

  it('still knows what main owes to a grand-child whose parent is gone', () => {
    expect(
      forksOf('b', [
        branch(
          'b',
          [
            [3, id('a')],
            [9, id('b')],
          ],
          'a',
        ),
      ]),
    ).toEqual({
      forks: [
        [undefined, 9, 'identifier'],
        [null, 3, 'identifier'],
      ],
      problems: [],
    });
  });

  it('61. (ours) legacy branch without identifier protects its parent', () => {
    expect(forksOf('old', [legacy('old', null, 42)])).toEqual({
      forks: [[null, 42, 'parent']],
      problems: [],
    });
  });

  it('follows legacy parents to main, and new branches off a legacy one', () => {
    const older = legacy('older', null, 4);
    const old = legacy('old', 'older', 6);
    const fresh = branch(
      'fresh',
      [
        [0, namespaceOf(old.identifier)],
        [8, id('f')],
      ],
      'old',
    );
    expect(forksOf('fresh', [older, old, fresh])).toEqual({
      forks: [
        ['old', 8, 'identifier'],
        ['older', 6, 'parent'],
        [null, 4, 'parent'],
      ],
      problems: [],
    });
  });

  it('says so when a legacy parent is gone', () => {
    expect(forksOf('old', [legacy('old', 'gone', 6)])).toEqual({
      forks: [['gone', 6, 'parent']],
      problems: ['old was forked from gone, whose reference is gone'],
    });
    expect(
      forksOf('fresh', [
        branch(
          'fresh',
          [
            [0, id('9')],
            [8, id('f')],
          ],
          'old',
        ),
      ]).problems,
    ).toHaveLength(1);
  });

  it('ends at a circle of parents and names it', () => {
    const circle = [legacy('a', 'b', 1), legacy('b', 'a', 2), legacy('self', 'self', 3)];
    expect(forksOf('a', circle)).toMatchObject({
      forks: [
        ['b', 1, 'parent'],
        ['a', 2, 'parent'],
      ],
      problems: ['the parents of a form a circle at a'],
    });
    expect(forksOf('self', circle).problems).toHaveLength(1);
  });

  it('visits the deepest first', () => {
    const branches = [
      branch('a', [[3, id('a')]]),
      branch('b', [
        [3, id('a')],
        [9, id('b')],
      ]),
      branch('c', [[2, id('c')]]),
    ];
    expect(deepestFirst(resolveLineage(branches)).map((one) => one.branch.name)).toEqual(['b', 'a', 'c']);
  });
});

describe('zombies and dangling tags', () => {
  it('calls a folder without reference a zombie', () => {
    expect(zombies(['exp', 'team/nested', 'team'], ['exp', 'team/nested'])).toEqual(['team']);
  });

  it.each([
    [null, 2n, 'present'],
    [null, 9n, 'dangling'],
    ['exp', 3n, 'present'],
    ['gone', 3n, 'unknown'],
  ] as const)('a tag on %s version %s is %s', (onBranch, version, kind) => {
    const versions = new Map<string | null, Set<bigint>>([
      [null, new Set([1n, 2n])],
      ['exp', new Set([3n])],
    ]);
    expect(tagTarget({ branch: onBranch, version }, versions)).toEqual({ kind });
  });
});

describe('the worked example (spec K)', () => {
  const release = `{
  "_lanceReferenceGeneration": "5d41402abc4b2a76b9719d911017c592",
  "branch": null,
  "createdAt": "2026-11-20T08:00:00Z",
  "manifestSize": 1720,
  "metadata": {},
  "updatedAt": "2026-11-20T08:00:00Z",
  "version": 2
}`;
  const exp = `{
  "parentBranch": null,
  "identifier": {
    "version_mapping": [
      [
        3,
        "0b7e6c0f4a5d4c0e9a6f1d2b3c4d5e6f"
      ]
    ]
  },
  "parentVersion": 3,
  "createAt": 1795600800,
  "manifestSize": 1834,
  "metadata": {}
}`;
  const encode = (text: string) => new TextEncoder().encode(text);

  it('has files of the sizes it states', () => {
    expect(encode(release)).toHaveLength(223);
    expect(encode(exp)).toHaveLength(240);
  });

  it('names its versions 1 to 5', () => {
    expect([1n, 2n, 3n, 4n, 5n].map((version) => formatVersionName('v2', version))).toEqual([
      '18446744073709551614.manifest',
      '18446744073709551613.manifest',
      '18446744073709551612.manifest',
      '18446744073709551611.manifest',
      '18446744073709551610.manifest',
    ]);
  });

  it('tags version 2 and forks exp from version 3', () => {
    expect(parseReferenceKey('_refs/tags/release.json')).toEqual({ kind: 'tag', name: 'release' });
    expect(decodeTag('release', encode(release))).toMatchObject({
      kind: 'found',
      reference: {
        version: 2n,
        branch: null,
        generation: '5d41402abc4b2a76b9719d911017c592',
        unknownKeys: [],
      },
    });
    const reading = decodeBranch('exp', encode(exp));
    if (reading.kind !== 'found') throw new Error('expected exp');
    const [lineage] = resolveLineage([reading.reference]);
    expect(lineage).toMatchObject({
      namespace: '0b7e6c0f4a5d4c0e9a6f1d2b3c4d5e6f',
      forks: [{ branch: null, namespace: 'main', version: 3n, evidence: 'identifier' }],
      problems: [],
    });
  });
});
