/** The whole table of what may go: every kind of object, needed or not, mentioned or not, young or old (G.3). */
import { describe, expect, it } from 'vitest';
import { storageInstant } from '@/lib/base/clock';
import { type DeletionFacts, fateOf } from './deletion-set-rules';

const uuid = '0a1b2c3d-1111-4111-8111-0a1b2c3d4e5f';
const kinds = [
  ['data/x.lance', 'data', 'data/x.lance'],
  ['data/deep/er/x.lance', 'data', 'data/deep/er/x.lance'],
  ['data/x/0101.blob', 'blob', 'data/x/'],
  ['_deletions/0-3-9.arrow', 'deletion', '_deletions/0-3-9.arrow'],
  ['_deletions/0-3-9.bin', 'deletion', '_deletions/0-3-9.bin'],
  ['_transactions/0-a.txn', 'transaction', '_transactions/0-a.txn'],
  [`_indices/${uuid}/index.idx`, 'index', `_indices/${uuid}/`],
  [`_indices/${uuid}/partial_1/x`, 'index', `_indices/${uuid}/`],
  ['_versions/.tmp1', 'temporary', '_versions/.tmp1'],
] as const;
const never = [
  '_versions/18446744073709551614.manifest',
  '_versions/1.manifest-6c1b1d0e-6a52-4b0a-8b86-0d8b6d1f7a01',
  '_versions/latest_version_hint.json',
  '_versions/d9223372036854775809.manifest',
  '_versions/.tmp/x',
  'data/x/deep/0101.blob',
  'data/0101.blob',
  'data/x.parquet',
  'data/',
  '_deletions/deep/0-3-9.arrow',
  '_deletions/0-3-9.tmp',
  '_transactions/deep/0-a.txn',
  '_transactions/0-a.json',
  '_indices/x.idx',
  '_indices/ABCDEF01-1111-4111-8111-0A1B2C3D4E5F/index.idx',
  '_indices/mem_wal/x',
  '_refs/tags/x.json',
  '_refs/version_lease_gc/main/_clock',
  'tree/exp/data/x.lance',
  '_mem_wal/a/wal/1.arrow',
  '_blobs/x.blob',
  '_bt/root/1',
  '_latest.manifest',
  'x.lance',
];
const from = storageInstant(1_000);
const facts = (over: Partial<DeletionFacts> = {}): DeletionFacts => ({
  kept: () => false,
  mentioned: () => false,
  recentFrom: from,
  ...over,
});
const [young, old] = [from, storageInstant(from - 1)];

describe('fateOf', () => {
  it.each(kinds)(
    '53. %s: old ones go, young ones only with a version that mentions them',
    (entry, kind, name) => {
      expect(fateOf(entry, old, facts())).toEqual({ kind: 'goes', class: kind, because: 'unverified', name });
      expect(fateOf(entry, young, facts())).toEqual({ kind: 'recent' });
      const mentioned = facts({ mentioned: (one) => one === name });
      for (const storedAt of [young, old]) {
        expect(fateOf(entry, storedAt, mentioned)).toEqual({
          kind: 'goes',
          class: kind,
          because: 'version',
          name,
        });
      }
    },
  );

  it.each(kinds)(
    '%s stays when anybody who stays needs it, however old, whoever else mentions it',
    (entry, _, name) => {
      const needed = facts({ kept: (one) => one === name, mentioned: () => true });
      for (const storedAt of [young, old]) expect(fateOf(entry, storedAt, needed)).toEqual({ kind: 'stays' });
    },
  );

  it('54. one file below an index that a version names by itself stays too', () => {
    const entry = `_indices/${uuid}/part`;
    expect(fateOf(entry, old, facts({ kept: (one) => one === entry })).kind).toBe('stays');
  });

  it.each(never)('%s is never anybody’s to delete', (entry) => {
    expect(fateOf(entry, old, facts({ mentioned: () => true }))).toEqual({ kind: 'stays' });
  });
});
