/** The reader agrees with the official engine: on a table written in this run, and on every recorded dataset. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLocalStore } from '@/lib/engine/store/local-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { readIndices, readManifests, readReferences, readVersions } from '@/lib/testing/compare-with-engine';
import { copyOfDataset, currentTables, historicalDatasets } from '@/lib/testing/lance-fixtures';
import { type WrittenTable, writeEventsTable } from '@/lib/testing/write-lance';
import { decodeBranch } from './decode-reference';
import { judgeFlags } from './feature-flags';
import { dependentsOf, resolveLineage } from './lineage';
import { objectsOf } from './objects-of';
import { below, branchRoot } from './paths';
import { countLegacyRows } from './read-legacy-rows';
import { readManifest, readManifestSummary, readTransaction } from './read-manifest';
import { findVersion, listVersions } from './read-versions';

describe('a table written by LanceDB in this run', () => {
  let written: WrittenTable;
  let store: ObjectStore;

  beforeAll(async () => {
    written = await writeEventsTable();
    store = openLocalStore({ root: written.lake });
  });
  afterAll(() => written.remove());

  it('has the versions, times, rows and counts that the engine lists', async () => {
    expect(written.truth.versions.length).toBeGreaterThanOrEqual(12);
    expect(await readVersions(store, written.root)).toEqual(written.truth.versions);
  });

  it('has the same on its branches', async () => {
    for (const [branch, versions] of written.branchTruths) {
      expect(await readVersions(store, branchRoot(written.root, branch))).toEqual(versions);
    }
  });

  it('has its tags, branches, indices and naming scheme', async () => {
    const { tags, branches } = await readReferences(store, written.root);
    expect(tags).toEqual(written.truth.tags);
    expect(branches.toSorted()).toEqual(Object.keys(written.truth.branches ?? {}).toSorted());
    const latest = (await readManifests(store, written.root)).at(-1);
    if (latest === undefined) throw new Error('no version');
    expect(readIndices(latest)).toEqual(written.truth.indices);
    expect(await listVersions(store, written.root, { extent: 'all' })).toMatchObject({
      scheme: 'v2',
      latest: 12n,
      holes: 0n,
      complete: true,
      unrecognised: [],
      staged: [],
    });
  });

  it('names the operation of each version, the same inline and from the transaction file', async () => {
    const manifests = await readManifests(store, written.root);
    expect(manifests.map((manifest) => manifest.transaction?.operation)).toEqual([
      'Overwrite',
      'Append',
      'Append',
      'Append',
      'Append',
      'Delete',
      'Update',
      'CreateIndex',
      'CreateIndex',
      'Merge',
      'ReserveFragments',
      'Rewrite',
    ]);
    for (const manifest of manifests) {
      const file = await readTransaction(store, written.root, manifest.transactionFile ?? '');
      expect(file?.transaction).toEqual(manifest.transaction);
    }
  });

  it('knows every field, and finds nothing against cleaning', async () => {
    for (const manifest of await readManifests(store, written.root)) {
      expect(manifest.unknownFields).toEqual([]);
      expect(judgeFlags(manifest)).toMatchObject({ readable: true, cleanable: true });
      expect(manifest).toMatchObject({ branch: null, writer: { library: 'lance' } });
    }
  });

  it('names only objects that are there, and every object that is there', async () => {
    const needed = new Set<string>();
    for (const manifest of await readManifests(store, written.root)) {
      const { own, foreign } = objectsOf(manifest, `${store.uri}/${written.root}`);
      expect(foreign).toEqual([]);
      for (const { key } of own.objects) needed.add(key);
      for (const { key, class: kind } of own.folders) if (kind === 'index') needed.add(key);
    }
    const found = new Set<string>();
    for (const folder of ['data/', '_deletions/', '_transactions/', '_indices/']) {
      const page = await store.list({ prefix: below(written.root, folder) });
      for (const { key } of page.objects) {
        const entry = key.slice(written.root.length + 1);
        found.add(folder === '_indices/' ? entry.slice(0, entry.indexOf('/', folder.length) + 1) : entry);
      }
    }
    // A commit that was tried again leaves the transaction file of its first attempt behind.
    expect([...needed].filter((key) => !found.has(key))).toEqual([]);
    expect([...found].filter((key) => !needed.has(key) && !key.startsWith('_transactions/'))).toEqual([]);
  });

  it('sees that branches need versions of their ancestors', async () => {
    const page = await store.list({ prefix: `${written.root}/_refs/branches/` });
    const branches = await Promise.all(
      page.objects.map(async ({ key }) => {
        const answer = await store.get(key, { maxBytes: 10_000 });
        const name = key.endsWith('exp.json') ? 'exp' : 'team/nested';
        const reading = answer.kind === 'found' ? decodeBranch(name, answer.body) : null;
        if (reading?.kind !== 'found') throw new Error(`${key} is no branch`);
        return reading.reference;
      }),
    );
    const lineages = resolveLineage(branches);
    const onMain = dependentsOf(null, lineages).map(({ lineage, fork }) => [
      lineage.branch.name,
      fork.version,
    ]);
    expect(onMain).toEqual([
      ['exp', 3n],
      ['team/nested', 3n],
    ]);
    expect(dependentsOf('exp', lineages).map(({ fork }) => fork.version)).toEqual([4n]);

    const [clone] = await readManifests(store, branchRoot(written.root, 'exp'));
    if (clone === undefined) throw new Error('no clone');
    expect(clone).toMatchObject({ branch: 'exp', version: 3n, transaction: { operation: 'Clone' } });
    const { foreign } = objectsOf(clone, `${store.uri}/${branchRoot(written.root, 'exp')}`);
    expect(foreign).toMatchObject([{ location: `file://${written.lake}/${written.root}` }]);
    expect(foreign[0]?.objects.length).toBe(3);
  });

  it('finds one version by its number, in one request', async () => {
    expect(await findVersion(store, written.root, 5n)).toMatchObject({
      name: '18446744073709551610.manifest',
    });
    expect(await findVersion(store, written.root, 99n)).toBeNull();
    expect(await readManifest(store, written.root, { name: '1.manifest' })).toBeNull();
  });
});

describe.each(historicalDatasets())('$path', (dataset) => {
  const copy = copyOfDataset(dataset);
  afterAll(() => copy.remove());
  const store = openLocalStore({ root: copy.folder });

  it('agrees with the engine on versions, times, counts and the naming scheme', async () => {
    const read = await readVersions(store, '');
    expect(read.map(({ rows: _rows, ...version }) => version)).toEqual(
      dataset.truth.versions.map(({ rows: _rows, ...version }) => version),
    );
    const listing = await listVersions(store, '', { extent: 'newest' });
    expect(listing.scheme).toBe(dataset.truth.usesV2 ? 'v2' : 'v1');
    expect(listing.latest).toBe(BigInt(dataset.truth.versions.at(-1)?.version ?? 0));
  });

  it('agrees on rows, which it counts where the manifest does not record them', async () => {
    for (const [at, manifest] of (await readManifests(store, '')).entries()) {
      const recorded = !rowsNotRecorded.includes(`${dataset.path} ${manifest.version}`);
      expect(manifest.counts.rows === null, `version ${manifest.version}`).toBe(!recorded);
      const rows = manifest.counts.rows ?? (await countLegacyRows(store, '', manifest));
      const truth = dataset.truth.versions[at]?.rows;
      // A text is the engine's error: the recorded dataset lacks its data files, and we must not know more.
      expect(rows, `version ${manifest.version}`).toBe(typeof truth === 'string' ? null : truth);
    }
  });
});

/** Writers before 0.8.10 or so recorded no rows, or wrong ones, and left no version of themselves. */
const rowsNotRecorded = [
  ...[1, 2, 3].map((version) => `lance-history/v0.5.9/dataset_with_fragments ${version}`),
  ...[1, 2].map((version) => `lance-history/v0.7.5/with_deletions ${version}`),
  ...[1, 2, 3].map((version) => `lance-history/v0.8.0/migrated_from_v0.7.5 ${version}`),
];

describe.each(currentTables())('$path', (dataset) => {
  const copy = copyOfDataset(dataset);
  afterAll(() => copy.remove());
  const store = openLocalStore({ root: copy.folder });

  it('agrees with the engine on every fact', async () => {
    expect(await readVersions(store, '')).toEqual(dataset.truth.versions);
    const { tags, branches } = await readReferences(store, '');
    expect(tags).toEqual(dataset.truth.tags);
    expect(branches.toSorted()).toEqual(Object.keys(dataset.truth.branches ?? {}).toSorted());
    const latest = (await readManifests(store, '')).at(-1);
    if (latest === undefined) throw new Error('no version');
    expect(readIndices(latest)).toEqual(dataset.truth.indices);
    expect(latest.unknownFields).toEqual([]);
  });

  it('says which file is damaged, and what is wrong with it', async () => {
    const listing = await listVersions(store, '', { extent: 'all' });
    const [entry] = listing.newest;
    if (entry === undefined) throw new Error('no version');
    const file = path.join(copy.folder, '_versions', entry.name);
    const original = readFileSync(file);
    const damage: readonly (readonly [Uint8Array, RegExp])[] = [
      [new Uint8Array(0), /is empty/],
      [original.subarray(0, original.length - 1), /does not end in LANC/],
      [original.subarray(0, 9), /fewer than its footer/],
      [Uint8Array.from([...original.subarray(0, -40), ...original.subarray(-20)]), /manifest/],
    ];
    for (const [bytes, problem] of damage) {
      writeFileSync(file, bytes);
      await expect(readManifest(store, '', entry)).rejects.toMatchObject({
        kind: 'corrupt',
        message: expect.stringMatching(problem),
        details: { key: `_versions/${entry.name}` },
      });
    }
    writeFileSync(file, original);
    expect(await readManifestSummary(store, '', entry)).toMatchObject({ mismatch: null });
  });
});
