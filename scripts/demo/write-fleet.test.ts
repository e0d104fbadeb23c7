/** The large fleet is as large as it says, and every part of it, made small, is read by LanceDB and by us. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from '@lancedb/lancedb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BoundedBodyCache } from '@/lib/engine/control/body-cache';
import { readControl } from '@/lib/engine/control/read-control';
import { listVersions } from '@/lib/engine/lance/read-versions';
import { openLocalStore } from '@/lib/engine/store/local-store';
import { fleetSizes, writeFleet } from './write-fleet';

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'vamplate-fleet-')));
const small = { names: 300, leases: 40, datasets: 6 };
const store = openLocalStore({ root: folder });

beforeAll(() => writeFleet(folder, small), 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

it('is made with 340,000 names, 10,000 leases and 500 datasets', () => {
  expect(fleetSizes).toEqual({ names: 340_000, leases: 10_000, datasets: 500 });
});

describe('made small', () => {
  it('has as many datasets as asked, each of which LanceDB opens', async () => {
    const db = await connect(folder);
    const names = await db.tableNames();
    expect(names).toHaveLength(small.datasets);
    for (const name of names) expect(await (await db.openTable(name)).countRows()).toBeGreaterThan(0);
  });
  it('has the long history under true names', async () => {
    const listed = await listVersions(store, 'metrics.lance', { extent: 'all' });
    expect(listed).toMatchObject({
      complete: true,
      count: small.names,
      latest: BigInt(small.names),
      scheme: 'v2',
      holes: 0n,
    });
  });
  it('has the leases, every one of them readable', async () => {
    const { leases, corrupt } = await readControl(store, 'features.lance', {
      cache: new BoundedBodyCache(1 << 20),
    });
    expect(leases).toHaveLength(small.leases);
    expect(corrupt).toEqual([]);
  });
});
