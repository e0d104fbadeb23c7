/** Every object once under its strongest reason; what one holder costs; what is missing; unknown never counted as free. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storageInstant } from '@/lib/base/clock';
import type { Protection, Verdict } from './protection-facts';
import type { StorageFacts, StorageObject, StorageVersion } from './storage-facts';
import { accountStorage, unverifiedMs } from './storage-rules';

const now = storageInstant(100 * unverifiedMs);
const old = storageInstant(0);
const uuid = '7f0c2a52-1d3e-4c55-9a10-2b7f6e1c9d44';

const protection = (
  kind: Protection['kind'],
  subject = 'x',
  standing: Protection['standing'] = 'active',
): Protection => ({
  ...{ kind, subject, standing, holder: null, since: null, until: null, endsWhen: 'e', honouredBy: 'every' },
});
const version = (
  number: bigint,
  verdict: Verdict,
  holds: Protection[],
  keys: string[] | null,
): StorageVersion => ({
  ...{ version: number, manifestKey: `_versions/${number}.manifest`, verdict, protections: holds, keys },
});
const object = (key: string, size = 1, storedAt = old): StorageObject => ({ key, size, storedAt });
const manifests = (...numbers: number[]) =>
  numbers.map((number) => object(`_versions/${number}.manifest`, 0));
function account(versions: StorageVersion[], objects: StorageObject[], facts: Partial<StorageFacts> = {}) {
  return accountStorage({
    objects,
    versions,
    listedInFull: true,
    versionsInFull: true,
    storeTime: now,
    ...facts,
  });
}
const bytes = (report: ReturnType<typeof account>) =>
  Object.fromEntries(
    [...report.byReason].map(([reason, slice]) => [reason, slice.bytes]).filter(([, size]) => size !== 0),
  );

const head = version(9n, 'latest', [protection('latest')], ['data/a.lance']);
const free = (number: bigint, ...keys: string[]) => version(number, 'reclaimable', [], keys);
const tagged = (number: bigint, name: string, ...keys: string[]) =>
  version(number, 'held', [protection('tag', name)], keys);

describe('reasons', () => {
  it('the strongest of all versions that need an object', () => {
    const versions = [
      version(9n, 'latest', [protection('latest')], ['data/1.lance']),
      tagged(8n, 't', 'data/1.lance', 'data/2.lance'),
      version(7n, 'held', [protection('lease', 'l')], ['data/2.lance', 'data/3.lance']),
      version(6n, 'held', [protection('branch', 'b')], ['data/3.lance', 'data/4.lance']),
      version(5n, 'held', [protection('intent', 'i')], ['data/4.lance', 'data/5.lance']),
      version(4n, 'policy', [protection('policy')], ['data/5.lance', 'data/6.lance']),
      version(3n, 'unknown', [protection('unreadable', 'u', 'unknown')], ['data/6.lance', 'data/7.lance']),
      free(2n, 'data/7.lance', 'data/8.lance'),
    ];
    const objects = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => object(`data/${n}.lance`, 10 ** (n - 1)));
    const report = account(versions, [...objects, ...manifests(9, 8, 7, 6, 5, 4, 3, 2)]);
    expect(bytes(report)).toEqual({
      ...{ live: 1, tag: 10, lease: 100, branch: 1_000, protocol: 10_000, policy: 100_000 },
      ...{ unknown: 1_000_000, reclaimable: 10_000_000 },
    });
    expect(report.total).toMatchObject({ bytes: 11_111_111, objects: 16 });
    expect(report.missing).toEqual([]);
  });

  it('what no version needs: by age, by name, by place', () => {
    const young = storageInstant(now - unverifiedMs);
    const objects = [
      object('data/a.lance', 1),
      object('data/left.lance', 10, young),
      object('data/gone.lance', 100, storageInstant(young - 1)),
      object('_deletions/0-1-2.bin', 1_000),
      object(`_indices/${uuid}/deep/part.idx`, 10_000),
      object('data/notes.txt', 100_000),
      object('_indices/readme/x', 1_000_000),
      object('_mem_wal/x', 10_000_000),
      object('_refs/tags/t.json', 100_000_000),
      object('tree/exp/data/x.lance', 1_000_000_000),
      object('_versions/latest_version_hint.json', 2),
      object('_versions/.tmp5', 20_000),
      object('_versions/5.manifest-7f0c2a52-1d3e-4c55-9a10-2b7f6e1c9d44', 4),
      ...manifests(9),
    ];
    const report = account([head], objects);
    expect(bytes(report)).toEqual({
      ...{ live: 3, unverified: 10, orphaned: 31_100, foreign: 11_100_000, protocol: 100_000_000 },
      ...{ branch: 1_000_000_000, unknown: 4 },
    });
    expect(Object.fromEntries([...report.byClass].map(([name, slice]) => [name, slice.objects]))).toEqual({
      ...{ data: 4, deletion: 1, index: 2, other: 1, control: 1, branch: 1, manifest: 4 },
    });
  });

  it('blobs and indices live with the folder that is needed', () => {
    const needs = version(
      9n,
      'latest',
      [protection('latest')],
      ['data/k.lance', 'data/k/', `_indices/${uuid}/`],
    );
    const objects = [
      object('data/k.lance', 1),
      object('data/k/1.blob', 2),
      object('data/j/1.blob', 16),
      object(`_indices/${uuid}/deep/x`, 4),
      ...manifests(9),
    ];
    expect(bytes(account([needs], objects))).toEqual({ live: 7, orphaned: 16 });
  });

  it('nothing is reclaimable, orphaned or exclusive while one manifest is not read', () => {
    const unread = version(3n, 'policy', [protection('policy')], null);
    const objects = [
      object('data/a.lance', 1),
      object('data/b.lance', 2),
      object('data/c.lance', 4),
      ...manifests(9, 3, 2),
    ];
    const report = account([head, unread, free(2n, 'data/b.lance')], objects);
    expect(bytes(report)).toEqual({ live: 1, unknown: 6 });
    expect(report.unreadVersions).toBe(1);
    expect(report.exclusiveByVersion.size).toBe(0);
    const partly = account([head, free(2n, 'data/b.lance')], objects, { versionsInFull: false });
    expect(bytes(partly)).toEqual({ live: 1, unknown: 6 });
    const timeless = account([head, free(2n, 'data/b.lance')], objects, { storeTime: null });
    expect(bytes(timeless)).toEqual({ live: 1, reclaimable: 2, unknown: 4 });
  });

  it('a needed object that was not listed is missing, with who needs it', () => {
    const needs = version(
      9n,
      'latest',
      [protection('latest')],
      ['data/a.lance', 'data/a/', `_indices/${uuid}/`],
    );
    const report = account([needs], manifests(9));
    expect(report.missing).toEqual([
      { key: 'data/a.lance', neededBy: 9n },
      { key: `_indices/${uuid}/`, neededBy: 9n },
    ]);
    expect(account([needs], [], { listedInFull: false }).missingCount).toBe(0);
  });
});

describe('what a holder costs', () => {
  it('only what would become reclaimable without it', () => {
    const versions = [
      head,
      tagged(8n, 'a', 'data/a.lance', 'data/only-a.lance', 'data/both.lance', 'data/free.lance'),
      tagged(7n, 'b', 'data/both.lance'),
      free(6n, 'data/free.lance'),
      version(5n, 'held', [protection('tag', 'c'), protection('lease', 'l')], ['data/two.lance']),
      version(4n, 'held', [protection('tag', 'd'), protection('policy')], ['data/window.lance']),
    ];
    const sizes = {
      'a.lance': 1,
      'only-a.lance': 2,
      'both.lance': 4,
      'free.lance': 8,
      'two.lance': 16,
      'window.lance': 32,
    };
    const objects = Object.entries(sizes).map(([name, size]) => object(`data/${name}`, size));
    const report = account(versions, [...objects, ...manifests(9, 8, 7, 6, 5, 4)]);
    expect(report.holders.map((cost) => [cost.kind, cost.subject, cost.exclusiveBytes])).toEqual([
      ['tag', 'a', 10],
      ['tag', 'b', 0],
      ['tag', 'c', 0],
      ['lease', 'l', 0],
      ['tag', 'd', 0],
    ]);
    expect(report.exclusiveByVersion.get(8n)).toBe(2);
    expect(report.exclusiveByVersion.get(5n)).toBe(16);
  });

  it('without a policy: what nobody else needs', () => {
    const unknown = protection('policy', 'none', 'unknown');
    const versions = [
      head,
      version(8n, 'held', [protection('tag', 'a'), unknown], ['data/x.lance', 'data/y.lance']),
      version(7n, 'unknown', [unknown], ['data/y.lance']),
    ];
    const report = account(versions, [
      object('data/x.lance', 1),
      object('data/y.lance', 2),
      ...manifests(9, 8, 7),
    ]);
    expect(report.holders[0]?.exclusiveBytes).toBe(1);
  });

  it('is not known while some needs are not', () => {
    const report = account(
      [head, tagged(8n, 'a'), version(7n, 'policy', [protection('policy')], null)],
      manifests(9, 8, 7),
    );
    expect(report.holders[0]?.exclusiveBytes).toBeNull();
  });

  it('is exactly the difference of two accounts, with and without the holder', () => {
    const key = fc.integer({ min: 0, max: 5 }).map((n) => `data/${n}.lance`);
    const one = fc.record({ holders: fc.subarray(['t', 'u', 'v']), keys: fc.array(key, { maxLength: 4 }) });
    const objects = [0, 1, 2, 3, 4, 5].map((n) => object(`data/${n}.lance`, 2 ** n));
    const build = (rows: { holders: string[]; keys: string[] }[], without: string | null) =>
      account(
        rows.map(({ holders, keys }, index) => {
          const left = holders.filter((name) => name !== without);
          return version(
            BigInt(index + 1),
            left.length > 0 ? 'held' : 'reclaimable',
            left.map((name) => protection('tag', name)),
            keys,
          );
        }),
        objects,
        { listedInFull: false },
      );
    const reclaimable = (report: ReturnType<typeof account>) =>
      report.byReason.get('reclaimable')?.bytes ?? 0;
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 6 }), (rows) => {
        const report = build(rows, null);
        expect([...report.byReason.values()].reduce((sum, slice) => sum + slice.bytes, 0)).toBe(63);
        for (const cost of report.holders) {
          expect(cost.exclusiveBytes).toBe(reclaimable(build(rows, cost.subject)) - reclaimable(report));
        }
      }),
      { seed: 52, numRuns: 400 },
    );
  });
});
