import { describe, expect, it } from 'vitest';
import { storageInstant } from '@/lib/base/clock';
import { type ListedVersion, manifestKeyOf, sameManifest, VersionColumns } from './version-columns';

function entry(version: bigint, facts: Partial<ListedVersion> = {}): ListedVersion {
  const storedAt = storageInstant(Number(version) * 10);
  return { version, scheme: 'v2', storedAt, manifestBytes: 7, etagHash: 5, ...facts };
}

function filled(versions: readonly bigint[]): VersionColumns {
  const columns = new VersionColumns();
  for (const version of versions) columns.push(entry(version));
  return columns;
}

describe('VersionColumns', () => {
  it('keeps newest first whatever order the names came in', () => {
    const columns = filled([3n, 9n, 1n, 2n ** 64n - 1n]);
    expect(columns.slice(0, 9).map((entry) => entry.version)).toEqual([2n ** 64n - 1n, 9n, 3n, 1n]);
    expect(columns.find(9n)?.storedAt).toBe(90);
  });

  it('finds places between holes', () => {
    const columns = filled([10n, 8n, 5n]);
    expect([11n, 10n, 9n, 8n, 6n, 5n, 1n].map((version) => columns.placeOf(version))).toEqual([
      0, 0, 1, 1, 2, 2, 3,
    ]);
    expect(columns.find(9n)).toBeUndefined();
    expect(columns.at(3)).toBeUndefined();
  });

  it('grows past its first thousand', () => {
    const columns = filled(Array.from({ length: 5000 }, (_, index) => BigInt(5000 - index)));
    expect(columns.length).toBe(5000);
    expect(columns.at(4999)?.version).toBe(1n);
  });

  it('lists a version once that has both names, by the name that is opened', () => {
    const columns = new VersionColumns();
    for (const one of [entry(1n, { scheme: 'v1' }), entry(2n, { scheme: 'v1' }), entry(2n), entry(3n)])
      columns.push(one);
    expect(columns.length).toBe(3);
    expect(columns.slice(0, 9).map(({ version, scheme }) => [version, scheme])).toEqual([
      [3n, 'v2'],
      [2n, 'v2'],
      [1n, 'v1'],
    ]);
  });

  it('has one fingerprint for any order, and another for any change', () => {
    const sums = (entries: readonly ListedVersion[]) => {
      const columns = new VersionColumns();
      for (const one of entries) columns.push(one);
      return columns.fingerprint;
    };
    const [one, two] = [entry(1n), entry(2n)];
    expect(sums([one, two])).toBe(sums([two, one]));
    const changed = [
      [one],
      [one, two, entry(3n)],
      [one, entry(2n, { etagHash: 6 })],
      [one, entry(2n, { storedAt: storageInstant(21) })],
      [one, entry(2n, { manifestBytes: 8 })],
    ];
    expect(new Set([sums([one, two]), ...changed.map(sums)]).size).toBe(changed.length + 1);
    expect(sameManifest(two, entry(2n))).toBe(true);
    expect(sameManifest(two, entry(2n, { etagHash: 6 }))).toBe(false);
  });

  it('spells the key of an entry', () => {
    expect(manifestKeyOf('a/b', { scheme: 'v2', version: 1n })).toBe(
      'a/b/_versions/18446744073709551614.manifest',
    );
    expect(manifestKeyOf('', { scheme: 'v1', version: 12n })).toBe('_versions/12.manifest');
  });
});
