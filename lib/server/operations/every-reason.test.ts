/** One dataset with every reason a version may live for, from the files to the wire; and the amber rule. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatDetachedName } from '@/lib/engine/lance/version-names';
import { createHolderRecord, createLeaseFile } from '@/lib/engine/leases/write-lease';
import { createIntent, createState } from '@/lib/engine/references/write-reference';
import { createMarker } from '@/lib/engine/retirement/write-marker';
import { lakeStage, putBranch, putTag, putVersion, rootOf } from '@/lib/testing/lake-stage';
import { manifestBytes } from '@/lib/testing/manifest-bytes';
import { routesOver } from '@/lib/testing/routes-over';

const minute = 60_000;
const day = 86_400_000;
const id = (digit: string) => digit.repeat(32);
const params = { lake: 'test', id: 't.lance' };
const stage = lakeStage({ policy: { olderThan: '7days', keepTags: ['keep-*'] } });
const { inner, clock } = stage;
const root = rootOf(inner, 't.lance');
const manifestPath = (version: bigint) =>
  `lake/t.lance/_versions/${(2n ** 64n - 1n - version).toString()}.manifest`;
const referencePath = (name: string) => `lake/t.lance/_refs/tags/${name}.json`;
let routes: ReturnType<typeof routesOver>;

beforeAll(async () => {
  const put = (version: bigint) => putVersion(inner, 't.lance', version, { committedAtMs: clock.wall() });
  for (let version = 1n; version <= 17n; version += 1n) await put(version);
  await putVersion(inner, 't.lance', 18n, { committedAtMs: clock.wall(), writerFlags: 256n });
  await inner.put(
    `t.lance/_versions/${(2n ** 64n - 1n - 19n).toString()}.manifest`,
    new TextEncoder().encode('x'),
  );
  const detached = 2n ** 63n + 1n;
  await inner.put(`t.lance/_versions/${formatDetachedName(detached)}`, manifestBytes({ version: detached }));

  await putTag(inner, 't.lance', 'release', 1);
  await putBranch(inner, 't.lance', 'exp', 2, id('b'));
  await putVersion(inner, 't.lance', 2n, { on: 'exp' });
  const lease = (version: bigint, digit: string, minutes: bigint) =>
    createLeaseFile(inner, root, {
      namespace: 'main',
      version,
      ttlMicros: minutes * 60_000_000n,
      id: id(digit),
    });
  const marker = (version: bigint, digit: string, kind: 'draining' | 'sealed' | 'committed') =>
    createMarker(inner, root, { namespace: 'main', version, markerOperationId: id(digit), marker: kind }, [
      manifestPath(version),
    ]);
  const intent = (version: bigint, digit: string, name: string) =>
    createIntent(
      inner,
      root,
      { namespace: 'main', version, id: id(digit) },
      {
        manifestPath: manifestPath(version),
        mutation: { kind: 'create', path: referencePath(name), payload: new Uint8Array() },
        operationId: id(digit),
        state: 'pending',
      },
    );
  await marker(8n, '8', 'sealed');
  await marker(9n, '9', 'committed');
  await intent(11n, 'd', 'late');
  await lease(4n, '4', 1n);
  clock.advance(30 * day);
  await lease(3n, '3', 600n);
  await createHolderRecord(inner, id('3'), { label: 'nightly export', host: null, workload: null });
  await marker(7n, '7', 'draining');
  await marker(10n, 'a', 'sealed');
  await intent(5n, '5', 'candidate');
  await createState(inner, root, {
    state: 'pending',
    canonicalPath: referencePath('candidate'),
    operationId: id('5'),
    target: { namespace: 'main', version: 6n },
    previous: null,
    previousWasLegacy: false,
  });
  await putTag(inner, 't.lance', 'keep-2029', 12);
  for (const version of [20n, 21n]) await put(version);
  clock.advance(minute);
  routes = routesOver(stage.lakes);
  // The first look brings the manifests, the second shows what they say.
  await routes.get('versions', { params, query: { limit: 1000 } });
  await new Promise((resolve) => setTimeout(resolve, 50));
});
afterAll(() => routes.close());

async function rowsByVersion() {
  const { items } = await routes.get('versions', { params, query: { limit: 1000 } });
  return new Map(items.map((item) => [item.version, item]));
}

describe('every reason', () => {
  it.each([
    ['1', 'held', 'tag', 'release', 'active', 'every'],
    ['2', 'held', 'branch', 'exp', 'active', 'release_dependent'],
    ['3', 'held', 'lease', id('3'), 'active', 'lease_aware'],
    ['5', 'held', 'intent', 'tag candidate', 'active', 'lease_aware'],
    ['6', 'held', 'reference_state', 'tag candidate, pending', 'active', 'lease_aware'],
    ['7', 'held', 'retirement', 'draining', 'active', 'lease_aware'],
    ['8', 'held', 'retirement', 'sealed', 'abandoned', 'lease_aware'],
    ['9', 'held', 'retirement', 'committed', 'abandoned', 'lease_aware'],
    ['10', 'held', 'retirement', 'sealed', 'active', 'lease_aware'],
    ['11', 'held', 'intent', 'tag late', 'expired', 'lease_aware'],
    ['12', 'held', 'policy', 'tags like keep-*', 'active', 'unknown'],
    [
      '18',
      'held',
      'unsupported',
      'feature flag 256 (mixed file versions): not supported',
      'active',
      'release_dependent',
    ],
    ['19', 'unknown', 'unreadable', 'its manifest', 'unknown', 'unknown'],
    ['20', 'policy', 'policy', 'younger than 7days', 'active', 'unknown'],
    ['21', 'latest', 'latest', 'latest', 'active', 'every'],
    ['9223372036854775809', 'held', 'detached', '', 'active', 'unknown'],
  ])(
    'v%s is %s by %s %s, %s, honoured by %s',
    async (version, verdict, kind, subject, standing, honouredBy) => {
      const row = (await rowsByVersion()).get(version);
      expect(row?.protections).toContainEqual(
        expect.objectContaining({ kind, subject, standing, honouredBy }),
      );
      expect(row?.protections.every(({ endsWhen }) => endsWhen.length > 0)).toBe(true);
      expect(row?.verdict).toBe(verdict);
    },
  );

  it('and none: only what was read, and by a policy that lets it go, is reclaimable', async () => {
    const rows = await rowsByVersion();
    for (const version of ['4', '13', '14', '15', '16', '17']) {
      expect(rows.get(version)).toMatchObject({
        verdict: 'reclaimable',
        protections: [],
        read: 'read',
        earliestReclaim: { kind: 'now', estimated: false },
      });
    }
    const reclaimable = [...rows.values()].filter(({ verdict }) => verdict === 'reclaimable');
    expect(reclaimable).toHaveLength(6);
  });

  it('names the holder of a lease where somebody wrote it down, and the instant it ends', async () => {
    const [lease] = (await routes.get('version', { params: { ...params, version: '3' } })).protections;
    expect(lease).toMatchObject({ kind: 'lease', holder: 'nightly export' });
    const listed = (await routes.get('leases', { params })).items;
    expect(listed.map(({ version, standing, holder }) => [version, standing, holder?.label ?? null])).toEqual(
      [
        ['4', 'expired', null],
        ['3', 'active', 'nightly export'],
      ],
    );
    expect(listed[1]?.expiresAt).toBe(lease?.until);
  });

  it('is amber where only lease-aware cleaners keep a version a released one would take', async () => {
    const rows = await rowsByVersion();
    const amber = [...rows.values()].filter(({ atRisk }) => atRisk).map(({ version }) => version);
    expect(amber.map(Number).sort((a, b) => a - b)).toEqual([3, 5, 6, 7, 8, 9, 10, 11]);
    await putTag(inner, 't.lance', 'hold-3', 3);
    clock.advance(10_000);
    expect((await rowsByVersion()).get('3')).toMatchObject({ atRisk: false, verdict: 'held' });
  });

  it('nothing is reclaimable while a control file cannot be understood, and it is named', async () => {
    await inner.put('t.lance/_refs/version_leases/main/what.lease', new Uint8Array());
    clock.advance(10_000);
    const rows = await rowsByVersion();
    expect([...rows.values()].filter(({ verdict }) => verdict === 'reclaimable')).toEqual([]);
    expect(rows.get('13')?.protections[0]).toMatchObject({ kind: 'unreadable', standing: 'unknown' });
    const { corrupt } = await routes.get('leases', { params });
    expect(corrupt.map(({ key }) => key)).toEqual(['_refs/version_leases/main/what.lease']);
    await inner.delete('t.lance/_refs/version_leases/main/what.lease');
    clock.advance(10_000);
    expect((await rowsByVersion()).get('13')?.verdict).toBe('reclaimable');
  });
});
