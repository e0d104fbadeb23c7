/** The walk from clean to head over tables that LanceDB wrote, recorded ones, and damaged histories. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { connect, Index, type Table } from '@lancedb/lancedb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listVersions } from '@/lib/engine/lance/read-versions';
import { formatVersionName } from '@/lib/engine/lance/version-names';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { openStore } from '@/lib/engine/store/open-store';
import { faultyStore } from '@/lib/testing/faulty-store';
import { copyOfDataset, currentTables, historicalDatasets } from '@/lib/testing/lance-fixtures';
import { type ManifestSpec, manifestBytes, transactionBytes } from '@/lib/testing/manifest-bytes';
import { decideHead } from './head-rules';
import { certaintyOf, maintenanceOf } from './maintenance-rules';
import { proveMaintenance } from './prove-maintenance';

const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: from + at, text: `row ${from + at}` }));

describe('a table that LanceDB wrote', () => {
  let lake: string;
  let store: ObjectStore;
  let table: Table;
  beforeAll(async () => {
    lake = mkdtempSync(path.join(tmpdir(), 'vamplate-maintenance-'));
    store = openStore({ uri: pathToFileURL(lake).href });
    table = await (await connect(lake)).createTable('t', rows(0, 300));
    for (let batch = 1; batch < 5; batch += 1) await table.add(rows(batch * 300, 40));
  });
  afterAll(() => rmSync(lake, { recursive: true, force: true }));
  const now = async () => BigInt(await table.version());
  const prove = (clean: bigint, head: bigint) => proveMaintenance({ store, root: 't.lance', clean, head });

  it('compaction, an index and its upkeep are proven, so that the head may be served as clean', async () => {
    const clean = await now();
    await table.optimize();
    await table.createIndex('id', { config: Index.btree() });
    await table.createIndex('text', { config: Index.fts() });
    const head = await now();
    expect(head).toBeGreaterThan(clean + 2n);
    const proof = await prove(clean, head);
    expect(proof.end).toEqual({ kind: 'at_head' });
    expect(proof.verified).toHaveLength(Number(head - clean));
    const decision = decideHead({
      ...{ clean, observedHead: head, knownMaintenance: maintenanceOf(proof) },
      locallyAvailable: new Set([clean, head]),
    });
    expect(decision).toMatchObject({
      ...{ kind: 'serve_known_descendant', provenance: 'lance_history_verified' },
    });
    expect(certaintyOf(decision, proof, clean)).toBe('proven');
  });

  it.each<[string, () => Promise<unknown>, string]>([
    ['an append', () => table.add(rows(9_000, 5)), 'Append'],
    ['a delete', () => table.delete('id = 3'), 'Delete'],
    ['an update', () => table.update({ where: 'id = 5', values: { text: 'new' } }), 'Update'],
    ['an added column', () => table.addColumns([{ name: 'twice', valueSql: 'id * 2' }]), 'Merge'],
  ])('%s ends the proof, also when maintenance follows', async (_, change, operation) => {
    const clean = await now();
    await change();
    await table.optimize();
    const head = await now();
    const proof = await prove(clean, head);
    expect(proof.verified).toEqual([]);
    expect(proof.end).toEqual({ kind: 'other_operation', version: clean + 1n, operation });
    expect(certaintyOf({ kind: 'checkout_clean', clean, head }, proof, clean)).toBe('proven');
  });

  it('an earlier version restored is no maintenance, though nothing but old rows come back', async () => {
    const clean = await now();
    await table.checkout(1);
    await table.restore();
    expect((await prove(clean, await now())).end).toMatchObject({ kind: 'other_operation' });
  });
});

describe('recorded tables', () => {
  const recorded = [...historicalDatasets(), ...currentTables()];
  it.each(recorded.map((one) => [one.path, one] as const))('%s', async (_, dataset) => {
    const { folder, remove } = copyOfDataset(dataset);
    try {
      const store = openStore({ uri: pathToFileURL(folder).href });
      const { newest } = await listVersions(store, '', { extent: 'all' });
      const versions = newest.map(({ version }) => version);
      const [head] = versions;
      const clean = versions.at(-1);
      if (head === undefined || clean === undefined) throw new Error('there is no version');
      const proof = await proveMaintenance({ store, root: '', clean, head });
      // Every version below each of these is there; the proof ends at the first that is not maintenance.
      expect(proof.verified).toEqual(proof.verified.map((_one, at) => clean + BigInt(at) + 1n));
      if (proof.end.kind === 'at_head') expect(proof.verified).toHaveLength(Number(head - clean));
      else expect(proof.end).toMatchObject({ version: clean + BigInt(proof.verified.length) + 1n });
    } finally {
      remove();
    }
  });
});

describe('histories with a fault', () => {
  const rewrite = 104;
  /** Versions 1 to 6, each a rewrite told inline, but for what is changed. */
  async function history(
    change: Readonly<Record<number, Partial<ManifestSpec> | null>> = {},
    scheme: 'v1' | 'v2' = 'v2',
  ) {
    const store = openMemoryStore();
    for (let at = 1; at <= 6; at += 1) {
      const changed = change[at];
      if (changed === null) continue;
      const version = BigInt(at);
      const body = manifestBytes({ version, operation: rewrite, ...changed });
      await store.create(`t/_versions/${formatVersionName(scheme, version)}`, body);
    }
    return store;
  }
  const prove = (store: ObjectStore, more: object = {}) =>
    proveMaintenance({ store, root: 't', clean: 2n, head: 6n, ...more });
  const inFile = { operation: undefined, transactionFile: '4-6c1b1d0e-6a52-4b0a-8b86-0d8b6d1f7a01.txn' };

  it.each(['v1', 'v2'] as const)('without one all is proven, with %s names', async (scheme) => {
    expect(await prove(await history({}, scheme))).toMatchObject({
      ...{ verified: [3n, 4n, 5n, 6n], end: { kind: 'at_head' } },
    });
  });

  it('a version that is gone ends it', async () => {
    expect(await prove(await history({ 5: null }))).toMatchObject({
      ...{ verified: [3n, 4n], end: { kind: 'missing', version: 5n, what: 'manifest' } },
    });
  });

  it('a transaction nobody recorded, and a file of one that is gone, end it', async () => {
    for (const missing of [{ operation: undefined }, inFile]) {
      expect((await prove(await history({ 5: missing }))).end).toEqual({
        ...{ kind: 'missing', version: 5n, what: 'transaction' },
      });
    }
  });

  it('a transaction file is read, and one of another transaction or damaged ends it', async () => {
    const store = await history({ 5: inFile });
    const key = `t/_transactions/${inFile.transactionFile}`;
    await store.create(key, transactionBytes({ version: 5n, operation: rewrite }));
    expect((await prove(store)).end).toEqual({ kind: 'at_head' });
    await store.delete(key);
    await store.create(key, transactionBytes({ version: 4n, operation: rewrite }));
    expect((await prove(store)).end).toMatchObject({ kind: 'unreadable', version: 5n });
    await store.delete(key);
    await store.create(key, Uint8Array.of(255, 255, 255));
    expect((await prove(store)).end).toMatchObject({ kind: 'unreadable', version: 5n });
  });

  it('a damaged manifest and one of another version end it', async () => {
    const store = await history({ 4: null });
    const key = `t/_versions/${formatVersionName('v2', 4n)}`;
    await store.create(key, new Uint8Array(40));
    expect((await prove(store)).end).toMatchObject({ kind: 'unreadable', version: 4n });
    await store.delete(key);
    await store.create(key, manifestBytes({ version: 9n, operation: rewrite }));
    expect((await prove(store)).end).toMatchObject({ kind: 'unreadable', version: 4n });
  });

  it('bounds end it, and say so', async () => {
    const store = await history();
    expect((await prove(store, { maxVersions: 2 })).end).toEqual({
      kind: 'bound',
      version: 5n,
      of: 'versions',
    });
    expect((await prove(store, { maxBytes: 100 })).end).toMatchObject({ kind: 'bound', of: 'bytes' });
    expect((await prove(store, { maxVersions: 4 })).end).toEqual({ kind: 'at_head' });
    const withFile = await history({ 3: { ...inFile, transactionFile: 'x.txn' } });
    await withFile.create('t/_transactions/x.txn', new Uint8Array(5_000));
    expect((await prove(withFile, { maxBytes: 4_000 })).end).toEqual({
      kind: 'bound',
      version: 3n,
      of: 'bytes',
    });
  });

  it('a change of configuration counts only where that is configured', async () => {
    const store = await history({ 4: { operation: 110 } });
    expect((await prove(store)).end).toMatchObject({ operation: 'UpdateConfig', version: 4n });
    expect((await prove(store, { acceptsConfig: true })).end).toEqual({ kind: 'at_head' });
  });

  it('a store without an answer says nothing about a version', async () => {
    const silent = faultyStore(await history(), () => Promise.reject(new Error('late')));
    await expect(prove(silent)).rejects.toThrow();
  });
});
