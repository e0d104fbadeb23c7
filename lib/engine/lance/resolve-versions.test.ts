/** Latest, scheme and holes from names alone, in any order of listing and at any length. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storageInstant } from '@/lib/base/clock';
import {
  externalCommitSuspicion,
  type NamedObject,
  resolveVersions,
  VersionsTally,
} from './resolve-versions';
import { formatVersionName, type NamingScheme } from './version-names';

const uuid = '6c1b1d0e-6a52-4b0a-8b86-0d8b6d1f7a01';
const day = 24 * 60 * 60 * 1000;
const at = 1_800_000_000_000;

function named(name: string, storedAt = at): NamedObject {
  return { name, size: 10, etag: name, storedAt: storageInstant(storedAt) };
}

function names(scheme: NamingScheme, ...versions: number[]): NamedObject[] {
  return versions.map((version) => named(formatVersionName(scheme, BigInt(version))));
}

describe('resolveVersions', () => {
  it('finds the latest of V1 names by number, not by spelling', () => {
    expect(resolveVersions(names('v1', 9, 10, 2))).toMatchObject({
      scheme: 'v1',
      latest: 10n,
      oldest: 2n,
      count: 3,
      holes: 6n,
      manifestBytes: 30,
    });
  });

  it('calls two schemes in one folder mixed, with no count of holes', () => {
    const mixed = resolveVersions([...names('v1', 1, 2), ...names('v2', 3)]);
    expect(mixed).toMatchObject({ scheme: 'mixed', latest: 3n, holes: null });
  });

  it('never takes a detached, staged, temporary or strange name for the latest', () => {
    const summary = resolveVersions([
      ...names('v2', 4),
      named('d9223372036854775809.manifest'),
      named(`${formatVersionName('v2', 5n)}-${uuid}`),
      named('.tmp_9.manifest'),
      named('007.manifest'),
      named('latest_version_hint.json'),
      named('notes.txt'),
    ]);
    expect(summary).toMatchObject({ latest: 4n, count: 1, scheme: 'v2', hasHint: true });
    expect(summary.detached.map(({ version }) => version)).toEqual([9223372036854775809n]);
    expect(summary.staged.map(({ version }) => version)).toEqual([5n]);
    expect(summary.unrecognised.map(({ name }) => name)).toEqual(['007.manifest']);
  });

  it('says of nothing that nothing is known', () => {
    expect(resolveVersions([])).toMatchObject({
      scheme: null,
      latest: null,
      oldest: null,
      count: 0,
      holes: 0n,
    });
  });

  it('keeps the newest in any order, and counts all', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { minLength: 1 }),
        fc.integer({ min: 1, max: 20 }),
        (versions, keep) => {
          const tally = new VersionsTally(keep);
          for (const object of names('v2', ...versions)) tally.add(object);
          const newest = versions.slice().sort((a, b) => b - a);
          const summary = tally.summary();
          expect(summary.newest.map(({ version }) => Number(version))).toEqual(newest.slice(0, keep));
          expect(summary.count).toBe(versions.length);
          expect(summary.holes).toBe(
            BigInt(Math.max(...versions) - Math.min(...versions) + 1 - versions.length),
          );
        },
      ),
      { seed: 11 },
    );
  });
});

describe('externalCommitSuspicion', () => {
  const staged = resolveVersions([
    named(`1.manifest-${uuid}`, at - 8 * day),
    named(`2.manifest-${uuid}`, at - 6 * day),
  ]).staged;

  it('suspects staged manifests younger than 7 days', () => {
    expect(externalCommitSuspicion(staged, storageInstant(at)).map(({ version }) => version)).toEqual([2n]);
  });

  it('suspects all of them when the store states no time', () => {
    expect(externalCommitSuspicion(staged, null)).toHaveLength(2);
  });
});
