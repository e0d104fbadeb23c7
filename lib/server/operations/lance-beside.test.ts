/** What the console keeps in a lake is no table: LanceDB lists and opens the lake's tables as before a whole cleanup. */
import { pathToFileURL } from 'node:url';
import { connect } from '@lancedb/lancedb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openLocalStore } from '@/lib/engine/store/local-store';
import { actionStage } from '@/lib/testing/action-stage';
import { type WrittenTable, writeEventsTable } from '@/lib/testing/write-lance';

let written: WrittenTable;
beforeAll(async () => {
  written = await writeEventsTable();
}, 120_000);
afterAll(() => written.remove());

it('LanceDB lists the same tables with and without what the console keeps', async () => {
  const { lake: folder } = written;
  const before = await (await connect(folder)).tableNames();
  const stage = await actionStage({
    store: openLocalStore({ root: folder }),
    config: { lakes: [{ id: 'test', uri: pathToFileURL(folder).href }] },
  });
  const dataset = { lake: 'test', id: written.root };
  const { routes } = stage;
  const plan = { policy: { retainVersions: 3, youngGuardMs: 0, taggedVersions: 'keep' } };
  await routes.get('planCleanup', { params: dataset, body: plan });
  await routes.get('createTag', { params: dataset, body: { name: 'kept', version: '5' } });
  await routes.get('freezeLake', { params: { lake: 'test' }, body: { reason: 'an audit' } });
  const { ownBytes } = await routes.get('ownBytes', { params: { lake: 'test' } });
  await routes.close();
  expect(ownBytes.parts.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['freeze', 'journal', 'plans']),
  );
  const db = await connect(folder);
  expect(await db.tableNames()).toEqual(before);
  expect(before).toEqual(['events']);
  const table = await db.openTable('events');
  expect((await table.listVersions()).length).toBe(written.truth.versions.length);
  expect(Object.keys(await (await table.tags()).list())).toContain('kept');
}, 120_000);
