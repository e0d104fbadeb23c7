/** The verbs of references on a real S3 server, over a table that LanceDB wrote and reads back: tags, a branch, what a dead publisher left. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { DatasetEngine } from '@/lib/engine/engine';
import { clockEntry } from '@/lib/engine/retirement/marker-names';
import type { ObjectMeta, ObjectStore } from '@/lib/engine/store/object-store';
import { faultyStore, type StoreCall } from '@/lib/testing/faulty-store';
import { engineOver } from './clean-by-engine';
import { EventsStage, newestOnly, root } from './events-stage';
import { listKeys, type PlaceNeeds } from './roles';
import { openS3Places, type ScenarioPlace } from './scenario-place';
import { eventsTable, rows } from './scenarios';

const endpoint = process.env.VAMPLATE_S3_ENDPOINT;
if (endpoint === undefined) throw new Error('VAMPLATE_S3_ENDPOINT is not set; run `npm run test:s3`');
const openPlace = await openS3Places(endpoint);
const pastOwnershipMs = 16 * 60_000;
const rowsOf = { 1: 10, 2: 15, 3: 20 } as const;

/** What versions needed when the table was written is not asked here. */
const noNeeds: PlaceNeeds = { byVersion: new Map(), keys: [] };
const places: ScenarioPlace[] = [];
let place: ScenarioPlace;
beforeEach(async () => {
  place = await openPlace();
  places.push(place);
  const db = await place.connect();
  const table = await db.createTable(eventsTable, rows(0, 10));
  for (const start of [10, 15]) await table.add(rows(start, 5));
  db.close();
});
afterAll(async () => {
  for (const one of places) await one.remove();
});

/**
 * A service that honours a condition on delete, as seen by the only process that writes: some servers ignore it, and what
 * these tests ask of the rest of the protocol is the same there.
 */
function deletingOnCondition(store: ObjectStore): ObjectStore {
  return {
    ...store,
    async deleteIfMatch(key, etag) {
      const now = await store.head(key);
      return now.kind === 'found' && now.meta.etag === etag ? store.delete(key) : { kind: 'conflict' };
    },
  };
}

/** As a process sees the store that comes later: what lies there now was stored so much earlier. */
async function later(store: ObjectStore, ms: number): Promise<ObjectStore> {
  const { objects } = await store.list({ prefix: `${root}/_refs/` });
  const known = new Map(objects.map(({ key, etag }) => [key, etag]));
  const clock = `${root}/${clockEntry('main')}`;
  const aged = (meta: ObjectMeta): ObjectMeta =>
    meta.key === clock || known.get(meta.key) !== meta.etag
      ? meta
      : { ...meta, storedAt: (meta.storedAt - ms) as ObjectMeta['storedAt'] };
  return {
    ...store,
    async head(key, options) {
      const answer = await store.head(key, options);
      return answer.kind === 'found' ? { ...answer, meta: aged(answer.meta) } : answer;
    },
    async get(key, options) {
      const answer = await store.get(key, options);
      return answer.kind === 'absent' ? answer : { ...answer, meta: aged(answer.meta) };
    },
    async list(options) {
      const page = await store.list(options);
      return { ...page, objects: page.objects.map(aged) };
    },
  };
}

const engineFor = (conditionalDelete: boolean): DatasetEngine =>
  engineOver(conditionalDelete ? deletingOnCondition(place.store) : place.store, { conditionalDelete });
const read = (version: number | string, branch: string | null = null) =>
  new EventsStage(place, noNeeds).read(version, branch);
const inFlight = async () =>
  (await listKeys(place.store)).filter((key) => /_refs\/version_reference_/.test(key));
const tag = (version: bigint) => ({ name: 'release', branch: null, version }) as const;

describe('through intents and states', () => {
  it('a tag is created, moved and deleted, and LanceDB sees each', async () => {
    const engine = engineFor(true);
    expect(await engine.createTag(tag(1n))).toMatchObject({ way: 'protocol', notExcluded: [] });
    expect(await read('release')).toBe(rowsOf[1]);
    await expect(engine.createTag(tag(2n))).rejects.toMatchObject({ kind: 'conflict' });
    await engine.moveTag(tag(2n));
    expect(await read('release')).toBe(rowsOf[2]);
    expect((await inFlight()).map((key) => key.split('.').at(-1))).toEqual(['state']);
    expect(await engine.deleteTag({ name: 'release' })).toMatchObject({ stateLeft: false, notExcluded: [] });
    await expect(read('release')).rejects.toThrow();
    expect(await inFlight()).toEqual([]);
  });

  it('a tag that somebody moved since it was looked at is neither moved nor deleted', async () => {
    const engine = engineFor(true);
    const { etag } = await engine.createTag(tag(1n));
    await engine.moveTag({ ...tag(2n), expectedETag: etag });
    for (const late of [
      () => engine.moveTag({ ...tag(3n), expectedETag: etag }),
      () => engine.deleteTag({ name: 'release', expectedETag: etag }),
    ]) {
      await expect(late()).rejects.toMatchObject({ kind: 'conflict' });
    }
    expect(await read('release')).toBe(rowsOf[2]);
  });

  it('a branch is published around the clone that LanceDB writes, and LanceDB opens it', async () => {
    const engine = engineFor(true);
    const reference = `${root}/_refs/branches/exp.json`;
    const order: string[] = [];
    const published = await engine.publishBranch({
      ...{ name: 'exp', parent: null, version: 2n },
      writeClone: async () => {
        order.push(...(await inFlight()).map((key) => key.split('.').at(-1) ?? ''));
        const db = await place.connect();
        const table = await db.openTable(eventsTable);
        (await (await table.branches()).create('exp', undefined, 2)).close();
        db.close();
        // LanceDB writes its own reference with the clone; here it is the engine that publishes.
        await place.store.delete(reference);
      },
    });
    expect(order.sort()).toEqual(['intent', 'state']);
    expect(published.identifier).toMatchObject([{ version: 2n, uuid: published.namespace }]);
    expect(await read(2, 'exp')).toBe(rowsOf[2]);
    expect((await inFlight()).map((key) => key.split('.').at(-1))).toEqual(['state']);
    const plan = await engine.planCleanup(newestOnly);
    expect(plan.versions.map(({ version }) => version)).toEqual([1n]);
  });

  it.each([
    ['after the tag was written', 'kept', (call: StoreCall) => call.verb === 'replace'],
    [
      'before the tag was written',
      'revoked',
      (call: StoreCall) => call.verb === 'create' && call.key.endsWith('release.json'),
    ],
  ] as const)(
    'a publisher that died %s: its intent is settled as %s once it is past its time',
    async (_, became, dies) => {
      let dead = false;
      const mortal = faultyStore(deletingOnCondition(place.store), async (call) => {
        dead ||= dies(call as StoreCall);
        return dead ? call.lost() : call.effect();
      });
      const dying = engineOver(mortal, { conditionalDelete: true }).createTag(tag(2n));
      await expect(dying).rejects.toMatchObject({ kind: 'unavailable' });
      const [owned] = await engineFor(true).settlePublications();
      expect(owned?.became).toBe('owned');
      const after = await later(deletingOnCondition(place.store), pastOwnershipMs);
      const [settled] = await engineOver(after, { conditionalDelete: true }).settlePublications();
      expect(settled).toMatchObject({ became, version: 2n });
      expect((await inFlight()).filter((key) => key.endsWith('.intent'))).toEqual([]);
      if (became === 'kept') expect(await read('release')).toBe(rowsOf[2]);
      else await expect(read('release')).rejects.toThrow();
    },
  );
});

describe('D4 where nothing is deleted on a condition', () => {
  it('D4 a tag of a dataset without lifecycle objects is created, moved and deleted the released way', async () => {
    const engine = engineFor(false);
    const created = await engine.createTag(tag(1n));
    expect([created.way, created.notExcluded.length]).toEqual(['released', 1]);
    expect(await read('release')).toBe(rowsOf[1]);
    expect(await engine.moveTag(tag(3n))).toMatchObject({ way: 'released' });
    expect(await read('release')).toBe(rowsOf[3]);
    expect((await engine.deleteTag({ name: 'release' })).notExcluded).toHaveLength(1);
    await expect(read('release')).rejects.toThrow();
    expect(await inFlight()).toEqual([]);
  });

  it('D4 with lifecycle objects nothing is created, a tag of LanceDB is moved, and deleting says what it leaves open', async () => {
    const engine = engineFor(false);
    const db = await place.connect();
    await (await (await db.openTable(eventsTable)).tags()).create('release', 1);
    db.close();
    const lease = await engine.acquireLease({ branch: null, version: 3n }, { ttlMs: 60_000 });
    const unsupported = { kind: 'unsupported', details: { reason: 'no_conditional_delete' } };
    await expect(engine.createTag({ ...tag(1n), name: 'more' })).rejects.toMatchObject(unsupported);
    const branch = { name: 'exp', parent: null, version: 1n, writeClone: async () => undefined };
    await expect(engine.publishBranch(branch)).rejects.toMatchObject(unsupported);
    expect(await engine.moveTag(tag(2n))).toMatchObject({ way: 'protocol' });
    expect(await read('release')).toBe(rowsOf[2]);
    expect((await engine.deleteTag({ name: 'release' })).notExcluded).toHaveLength(1);
    await expect(read('release')).rejects.toThrow();
    await lease.release();
  });
});
