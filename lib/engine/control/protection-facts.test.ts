/** The worked example of K from keys to reasons: what every version of it lives by, and what missing evidence does. */
import { describe, expect, it } from 'vitest';
import { storageInstant } from '@/lib/base/clock';
import { createLeaseFile } from '@/lib/engine/leases/write-lease';
import { indexHolders } from '@/lib/engine/protection/holder-rules';
import type { VersionFact } from '@/lib/engine/protection/protection-facts';
import { explainVersions } from '@/lib/engine/protection/protection-rules';
import type { EffectivePolicy } from '@/lib/engine/protection/retention-policy';
import { encodeCanonicalTag } from '@/lib/engine/references/canonical-records';
import { createIntent, createState } from '@/lib/engine/references/write-reference';
import { datasetRoot } from '@/lib/engine/retirement/dataset-path';
import { createMarker } from '@/lib/engine/retirement/write-marker';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { BoundedBodyCache } from './body-cache';
import { type BranchHoldersInput, branchHolders } from './protection-facts';
import { readControl } from './read-control';

const at = (time: string) => Date.parse(`2026-11-29T${time}Z`);
const root = datasetRoot('lake', 'events');
const exp = '0b7e6c0f4a5d4c0e9a6f1d2b3c4d5e6f';
const operationId = '9f0c1d2e3b4a5968776655443322110f';
const generation = '5d41402abc4b2a76b9719d911017c592';
const release = 'lake/events/_refs/tags/release.json';
const candidate = 'lake/events/_refs/tags/candidate.json';
const utf8 = new TextEncoder();

const tagBody = (version: bigint, id: string | null) =>
  encodeCanonicalTag({
    ...{ generation: id, branch: null, version, manifestSize: 1720, metadata: {} },
    ...{ createdAt: '2026-11-20T08:00:00Z', updatedAt: '2026-11-20T08:00:00Z' },
  });

/** The dataset of K, each object stored at its time; `now` is when it is read. */
async function example(now: string): Promise<{ store: ObjectStore; clock: { now: number } }> {
  const clock = { now: at('08:00:00') };
  const store = openMemoryStore({ rootPath: 'lake', now: () => clock.now });
  await store.put('events/_refs/tags/release.json', tagBody(2n, generation));
  const identifier = { version_mapping: [[3, exp]] };
  const branch = {
    parentBranch: null,
    identifier,
    parentVersion: 3,
    createAt: 1795600800,
    manifestSize: 1834,
    metadata: {},
  };
  await store.put('events/_refs/branches/exp.json', utf8.encode(JSON.stringify(branch, null, 2)));
  const live = { generation, target: { namespace: 'main', version: 2n } };
  await createState(store, root, { state: 'live', canonicalPath: release, live });
  const sealed = {
    namespace: 'main',
    version: 1n,
    markerOperationId: '4c1d8e2f3a5b46c7980112233445566a',
    marker: 'sealed',
  } as const;
  await createMarker(store, root, sealed, ['lake/events/_versions/18446744073709551614.manifest']);
  clock.now = at('12:10:00');
  const target = { namespace: 'main', version: 5n };
  const mutation = { kind: 'create', path: candidate, payload: tagBody(5n, operationId) } as const;
  const manifestPath = 'lake/events/_versions/18446744073709551610.manifest';
  await createIntent(
    store,
    root,
    { ...target, id: 'e2b4c6d8f0a24c6e8a0b1c2d3e4f5061' },
    { manifestPath, mutation, operationId, state: 'pending' },
  );
  const prior = { previous: null, previousWasLegacy: false };
  await createState(store, root, {
    state: 'pending',
    canonicalPath: candidate,
    operationId,
    target,
    ...prior,
  });
  clock.now = at('12:11:30');
  await createLeaseFile(store, root, {
    namespace: 'main',
    version: 4n,
    ttlMicros: 60_000_000n,
    id: '3f2a9c4e5b6d47708192a3b4c5d6e7f8',
  });
  await createLeaseFile(store, root, {
    namespace: exp,
    version: 4n,
    ttlMicros: 900_000_000n,
    id: '77c1d0e2f3a44b5c8d9e0f1a2b3c4d5e',
  });
  clock.now = at(now);
  return { store, clock };
}

const input = (facts: Partial<BranchHoldersInput> = {}): BranchHoldersInput => ({
  ...{ branch: null, namespace: 'main', manifestsOf: () => 'present', holderOf: () => null },
  ...{ outside: [], unreadable: [], refusals: [] },
  ...facts,
});
const versions = [5n, 4n, 3n, 2n, 1n].map((version): VersionFact => {
  const committedAtMs = at('01:00:00') - 30 * 86_400_000;
  return {
    version,
    storedAt: storageInstant(committedAtMs),
    detached: false,
    read: 'read',
    committedAtMs,
    flagReasons: [],
  };
});
const policy: EffectivePolicy = {
  ...{
    source: 'lake',
    olderThan: '1d',
    olderThanMs: 86_400_000,
    retainVersions: null,
    keepTags: [],
    unknownBecause: null,
  },
};

async function explain(store: ObjectStore, facts: Partial<BranchHoldersInput> = {}) {
  const control = await readControl(store, 'events', { cache: new BoundedBodyCache(1 << 20) });
  const holders = indexHolders(branchHolders(control, input(facts)));
  const cleaner = { policy, autoCleanup: null, releasedWriter: false, youngGuardMs: 0 };
  const rows = explainVersions({ versions, latest: 5n, newerThanPage: 0 }, holders, cleaner);
  return rows.map((row) => [
    row.version,
    row.verdict,
    ...row.protections.map((one) => `${one.kind} ${one.subject} ${one.standing}`),
  ]);
}

describe('the worked example of K', () => {
  it('at 12:12:00 every version has its reason', async () => {
    const { store } = await example('12:12:00');
    expect(await explain(store)).toEqual([
      [
        5n,
        'latest',
        'latest latest active',
        'intent tag candidate active',
        'reference_state tag candidate, pending active',
      ],
      [4n, 'held', 'lease 3f2a9c4e5b6d47708192a3b4c5d6e7f8 active'],
      [3n, 'held', 'branch exp active'],
      [2n, 'held', 'tag release active'],
      [1n, 'held', 'retirement sealed abandoned'],
    ]);
  });

  it('after 12:25:01 the lease is over and the intent waits to be settled', async () => {
    const { store } = await example('12:25:01');
    const rows = await explain(store);
    expect(rows[0]).toEqual([
      5n,
      'latest',
      'latest latest active',
      'intent tag candidate expired',
      'reference_state tag candidate, pending expired',
    ]);
    expect(rows[1]).toEqual([4n, 'reclaimable']);
  });

  it('on the branch only the branch’s own lease counts', async () => {
    const { store } = await example('12:12:00');
    const rows = await explain(store, { branch: 'exp', namespace: exp });
    expect(rows[1]).toEqual([4n, 'held', 'lease 77c1d0e2f3a44b5c8d9e0f1a2b3c4d5e active']);
    expect(rows[2]).toEqual([3n, 'reclaimable']);
    expect(rows[3]).toEqual([2n, 'reclaimable']);
  });

  it('61. a legacy branch without identifier protects its parent', async () => {
    const { store } = await example('12:12:00');
    const legacy = '{"parentBranch":null,"parentVersion":3,"createAt":1,"manifestSize":1}';
    await store.put('events/_refs/branches/exp.json', utf8.encode(legacy));
    expect((await explain(store))[2]).toEqual([3n, 'held', 'branch exp active']);
  });

  it.each([
    ['a corrupt lease name', '_refs/version_leases/main/4-x.lease', ''],
    ['a corrupt state', '_refs/version_reference_states/00000000000000000000000000000000.state', '{'],
    ['a corrupt tag', '_refs/tags/bad.json', '{'],
    ['a corrupt branch', '_refs/branches/bad.json', '{'],
    ['a corrupt termination', '_refs/version_branch_terminations/x', ''],
  ])('%s leaves nothing reclaimable', async (_, entry, body) => {
    const { store } = await example('12:25:01');
    await store.put(`events/${entry}`, utf8.encode(body));
    const rows = await explain(store);
    expect(rows[1]?.[1]).toBe('unknown');
    expect(rows[3]?.[1]).toBe('held');
  });

  it('a branch whose ancestors cannot be followed may need any version', async () => {
    const { store } = await example('12:25:01');
    const orphan = '{"parentBranch":"gone","parentVersion":3,"createAt":1,"manifestSize":1}';
    await store.put('events/_refs/branches/child.json', utf8.encode(orphan));
    expect((await explain(store))[1]).toEqual([
      4n,
      'unknown',
      'unreadable the lineage of branch child unknown',
    ]);
  });

  it('a corrupt lease of another branch says nothing here', async () => {
    const { store } = await example('12:25:01');
    await store.put(`events/_refs/version_leases/${exp}/4-x.lease`, new Uint8Array());
    expect((await explain(store))[1]?.[1]).toBe('reclaimable');
    expect((await explain(store, { branch: 'exp', namespace: exp }))[2]?.[1]).toBe('unknown');
  });

  it('a copied dataset is refused, and its references stay reasons', async () => {
    const { store } = await example('12:25:01');
    await store.put(
      'events/_refs/version_lease_gc/main/2/4c1d8e2f3a5b46c7980112233445566a.sealed',
      utf8.encode('{"manifest_paths":["elsewhere/events/_versions/2.manifest"]}'),
    );
    const rows = await explain(store);
    expect(rows[1]).toContain('unsupported control files written for another place active');
    expect(rows[3]).toContain('tag release active');
  });
});
