import { describe, expect, it } from 'vitest';
import { storageInstant } from '@/lib/base/clock';
import { manifestKeyOf, VersionColumns } from './version-columns';

function filled(versions: readonly bigint[]): VersionColumns {
  const columns = new VersionColumns();
  for (const version of versions) {
    columns.push({ version, scheme: 'v2', storedAt: storageInstant(Number(version) * 10), manifestBytes: 7 });
  }
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

  it('spells the key of an entry', () => {
    expect(manifestKeyOf('a/b', { scheme: 'v2', version: 1n })).toBe(
      'a/b/_versions/18446744073709551614.manifest',
    );
    expect(manifestKeyOf('', { scheme: 'v1', version: 12n })).toBe('_versions/12.manifest');
  });
});
