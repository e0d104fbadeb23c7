/** Several replicas share one mirror: each publishes only what it changed itself, in order, and over nobody else's word. */
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askReplica, findIntent } from '@/lib/engine/serving/ask-replica';
import { importIdOf } from '@/lib/engine/serving/import-id-rules';
import type { Intent } from '@/lib/engine/serving/intent-schema';
import { replicaPlaces } from '@/lib/engine/serving/serving-names';
import { pointerOf, readOrigin, readSeal } from './copy';
import { lineage, localPlace, ServingStage, type ServingStory, type SharedPlace } from './serving-stage';
import { closureOf } from './version-closure';

const wait = { timeout: 60_000, interval: 100 };
let folder: string;
let shared: SharedPlace;
let stages: ServingStage[];

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'vamplate-fleet-')));
  shared = localPlace(path.join(folder, 'shared'));
  stages = [];
});
afterEach(async () => {
  for (const stage of stages) await stage.close();
  rmSync(folder, { recursive: true });
});

function stageOf(place = shared): ServingStage {
  const stage = new ServingStage(place);
  stages.push(stage);
  return stage;
}

/** Asks as the console does. @returns how the replica answered */
async function ask(story: ServingStory, action: string, params: Intent['params'] = {}) {
  const { replica_id, fence, serving, operation, clocks } = await story.status();
  const places = replicaPlaces('state', 'prod', lineage, replica_id);
  const id = `${action.replaceAll('_', '-')}-${fence.seq}`;
  await askReplica(shared.store, places, {
    ...{ schema: 'lance-serving-intent/1', id, action, actor_label: 'ann', reason: 'a test', params },
    at: new Date().toISOString(),
    expected: {
      epoch: fence.epoch,
      generation: operation.state === 'idle' ? null : operation.generation,
      active: serving?.active ?? null,
      ...{ clean: clocks.history.clean_version, head: clocks.history.observed_head },
    },
  });
  const result = async () => (await findIntent(shared.store, places, id))?.result ?? null;
  await expect.poll(result, wait).not.toBeNull();
  return result();
}

async function imported(stage: ServingStage, story: ServingStory, sourceId: string, rows: number) {
  const id = importIdOf(stage.source(sourceId, rows));
  stage.wish(sourceId);
  await story.imported(sourceId);
  return id;
}

async function pointed(stage: ServingStage) {
  const pointer = await pointerOf(stage.mirror);
  return [pointer?.publish_seq, pointer?.active.import_id, pointer?.previous?.import_id ?? null];
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const inMirror = (story: ServingStory) =>
  story.until(({ clocks }) => clocks.replica.mirror.state === 'current');

describe('replicas that share one mirror', { timeout: 240_000 }, () => {
  it('a rollback of one moves the pointer once, and another that serves what was before leaves it there', async () => {
    const [first, second] = [stageOf(), stageOf()];
    const [eu1, eu2] = [first.start(), second.start({}, { SERVING_REPLICA: 'eu-2' })];
    const ids: string[] = [];
    for (const [name, rows] of [
      ['one', 10],
      ['two', 20],
    ] as const) {
      ids.push(await imported(first, eu1, name, rows));
      await inMirror(eu1);
      await imported(second, eu2, name, rows);
    }
    const [one, two] = ids;
    expect(await pointed(first)).toEqual([2, two, one]);
    expect(await ask(eu1, 'rollback')).toMatchObject({ outcome: 'done' });
    await expect.poll(() => pointed(first), wait).toEqual([3, one, two]);
    await pause(2_000);
    expect(await pointed(first)).toEqual([3, one, two]);
    expect((await eu2.status()).serving?.active).toBe(two);
  });

  it('what was imported while the mirror was away gets there in order, with the origin of the copy', async () => {
    const away = path.join(folder, 'away');
    const stage = stageOf();
    const story = stage.start({}, { SERVING_MIRROR: pathToFileURL(away).href });
    const one = await imported(stage, story, 'one', 10);
    const two = await imported(stage, story, 'two', 20);
    mkdirSync(away);
    await inMirror(story);
    const mirror = { ...stage.mirror, store: localPlace(away).store };
    await expect.poll(async () => (await pointerOf(mirror))?.active.import_id, wait).toBe(two);
    expect((await pointerOf(mirror))?.previous?.import_id).toBe(one);
    expect(await readOrigin(mirror)).toEqual(await readOrigin(stage.own));
    expect(await readOrigin(mirror)).toMatchObject({ identity: { sourceId: 'one' } });
    expect(await readSeal(mirror, one)).toMatchObject({ publicationVersion: 1n });
    expect(await closureOf(mirror, 1n)).not.toBeNull();
  });

  it('a fresh root that needs the mirror makes nothing while the mirror gives no answer', async () => {
    const [first, second] = [stageOf(), stageOf()];
    const eu1 = first.start();
    await imported(first, eu1, 'one', 10);
    await inMirror(eu1);
    await eu1.kill();
    const mirror = path.join(folder, 'mirror');
    const moved = path.join(folder, 'moved');
    const environment = {
      ...{ SERVING_REPLICA: 'eu-2', OSM_ROOT_DURABILITY: 'ephemeral' },
      SERVING_MIRROR: pathToFileURL(mirror).href,
    };
    // The shared place has the mirror's part under the set's own name.
    mkdirSync(moved);
    renameSync(path.join(folder, 'shared', lineage.setId), path.join(moved, lineage.setId));
    const eu2 = second.start({}, environment);
    await eu2.says('booted');
    second.source('two', 20);
    second.wish('two');
    await eu2.until(({ operation }) => operation.state === 'importing');
    await pause(1_000);
    expect((await eu2.status()).operation).toMatchObject({ state: 'importing', step: 'held_for_mirror' });
    expect(await closureOf(second.own, 1n)).toBeNull();
    renameSync(moved, mirror);
    await eu2.imported('two');
    expect(await eu2.served()).toEqual([2, 20]);
  });

  it('two that made one import at once share it: either recovers from the mirror, and goes back by it', async () => {
    const [first, second] = [stageOf(), stageOf()];
    const at = { at: 'commit', how: 'wait' } as const;
    const eu1 = first.start({ halt: at });
    const eu2 = second.start({ halt: at }, { SERVING_REPLICA: 'eu-2' });
    const one = importIdOf(first.source('one', 10));
    second.source('one', 10);
    for (const stage of [first, second]) stage.wish('one');
    for (const story of [eu1, eu2]) await story.says('at');
    eu1.tell({ kind: 'go' });
    await inMirror(eu1);
    eu2.tell({ kind: 'go' });
    await eu2.imported('one');
    await inMirror(eu2);
    expect(await pointed(first)).toEqual([1, one, null]);
    const two = await imported(second, eu2, 'two', 20);
    await expect.poll(() => pointed(first), wait).toEqual([2, two, one]);
    expect(await ask(eu2, 'rollback')).toMatchObject({ outcome: 'done', reason: null });
    await expect.poll(() => pointed(first), wait).toEqual([3, one, two]);
    expect((await eu2.status()).last_failure).toBeNull();

    const data = (await closureOf(second.own, 1n))?.objects.find(({ key }) => key.includes('/data/'));
    rmSync(path.join(second.root, data?.key ?? ''));
    await expect.poll(() => eu2.all('hydrated').map(({ version }) => version), wait).toContain('1');
    await expect.poll(() => eu2.served(), wait).toEqual([1, 10]);
  });

  it('what was published before it was served is not published once more, nor refused', async () => {
    const [first, second] = [stageOf(), stageOf()];
    const eu1 = first.start({}, { OSM_ROOT_DURABILITY: 'ephemeral' });
    const one = await imported(first, eu1, 'one', 10);
    eu1.tell({ kind: 'halt', at: 'activate', how: 'wait' });
    const two = importIdOf(first.source('two', 20));
    first.wish('two');
    await eu1.says('at');
    const eu2 = second.start({}, { SERVING_REPLICA: 'eu-2' });
    const three = await imported(second, eu2, 'three', 30);
    await expect.poll(() => pointed(first), wait).toEqual([3, three, two]);
    eu1.tell({ kind: 'go' });
    await eu1.imported('two');
    await pause(1_000);
    expect(await eu1.status()).toMatchObject({ serving: { active: two, previous: one }, last_failure: null });
    expect(await pointed(first)).toEqual([3, three, two]);
  });

  it('one whose root does not last catches up with what others published, and moves no pointer', async () => {
    const [first, second] = [stageOf(), stageOf()];
    const eu1 = first.start();
    const one = await imported(first, eu1, 'one', 10);
    await inMirror(eu1);
    const two = await imported(first, eu1, 'two', 20);
    await expect.poll(() => pointed(first), wait).toEqual([2, two, one]);
    second.source('one', 10);
    second.wish('one');
    const eu2 = second.start({}, { SERVING_REPLICA: 'eu-2', OSM_ROOT_DURABILITY: 'ephemeral' });
    await eu2.imported('one');
    expect(await eu2.served()).toEqual([1, 10]);
    expect(await pointed(first)).toEqual([2, two, one]);
  });

  it('what the mirror refuses is a failure that the report tells', async () => {
    const stage = stageOf();
    const story = stage.start();
    const one = await imported(stage, story, 'one', 10);
    await inMirror(story);
    // Another fleet's lineage: nothing of this one is taken there.
    await shared.store.delete(stage.mirror.places.originSeal);
    await shared.store.create(stage.mirror.places.originSeal, new TextEncoder().encode('{}'));
    const two = await imported(stage, story, 'two', 20);
    const told = await story.until(({ last_failure }) => last_failure !== null);
    expect(told.last_failure).toMatchObject({ kind: 's3_publication', candidate: two });
    expect(told.last_failure?.message).toContain('not_accepted');
    expect(await pointed(stage)).toEqual([1, one, null]);
    expect(await ask(story, 'rollback')).toMatchObject({ outcome: 'done' });
    expect(await story.served()).toEqual([1, 10]);
  });

  it('a late joiner reports the origin of the lineage, and what each phase of its import did to memory', async () => {
    const [first, second] = [stageOf(), stageOf()];
    const eu1 = first.start();
    const one = await imported(first, eu1, 'one', 10);
    await inMirror(eu1);
    const two = await imported(first, eu1, 'two', 20);
    await expect.poll(() => pointed(first), wait).toEqual([2, two, one]);
    const eu2 = second.start({}, { SERVING_REPLICA: 'eu-2' });
    await eu2.until(({ serving }) => serving?.active === two);
    expect((await eu2.status()).clocks.import.origin?.import_id).toBe(one);
    expect((await eu2.status()).seals.origin).toBe('verified');
    const { memory } = await eu1.until(({ memory }) => memory.phase_deltas.length > 3);
    expect(memory.phase_deltas.slice(0, 4).map(({ phase }) => phase)).toEqual([
      ...['build', 'commit', 'validate', 'mirror'],
    ]);
  });
});

describe('a replica alone', { timeout: 240_000 }, () => {
  const ephemeral = { OSM_ROOT_DURABILITY: 'ephemeral' };

  async function loseData(stage: ServingStage, version: bigint) {
    const objects = (await closureOf(stage.own, version))?.objects ?? [];
    rmSync(path.join(stage.root, objects.find(({ key }) => key.includes('/data/'))?.key ?? ''));
  }

  it('lives while it goes back to what has to be fetched, and says so only once it is open', async () => {
    const stage = stageOf();
    const story = stage.start({}, ephemeral);
    const one = await imported(stage, story, 'one', 10);
    const two = await imported(stage, story, 'two', 20);
    await loseData(stage, 1n);
    story.tell({ kind: 'halt', at: 'hydrate', how: 'wait' });
    const asked = ask(story, 'rollback');
    await story.says('at', ({ step }) => step === 'hydrate');
    const { seq } = (await story.status()).fence;
    const later = await story.until(({ fence }) => fence.seq > seq + 1);
    expect(later.serving).toMatchObject({ active: two, previous: one });
    expect(await story.served()).toEqual([2, 20]);
    story.tell({ kind: 'go' });
    expect(await asked).toMatchObject({ outcome: 'done', reason: null });
    expect(await story.served()).toEqual([1, 10]);
    expect(await pointed(stage)).toEqual([3, one, two]);
  });

  it('on a root that does not last goes back to nothing that the mirror lacks', async () => {
    const stage = stageOf();
    const story = stage.start({}, ephemeral);
    await imported(stage, story, 'one', 10);
    const two = await imported(stage, story, 'two', 20);
    const objects = (await closureOf(stage.mirror, 1n))?.objects ?? [];
    await shared.store.delete(objects[0]?.key ?? '');
    expect(await ask(story, 'rollback')).toMatchObject({ outcome: 'rejected' });
    expect((await story.status()).serving?.active).toBe(two);
    expect(await story.served()).toEqual([2, 20]);
  });

  it('lives while its first look fetches what it serves', async () => {
    const stage = stageOf();
    const first = stage.start();
    await imported(stage, first, 'one', 10);
    await inMirror(first);
    await first.kill();
    await loseData(stage, 1n);
    const story = stage.start({ halt: { at: 'hydrate', how: 'wait' } });
    await story.says('at');
    await story.until(({ fence }) => fence.epoch === 2 && fence.seq > 2);
    expect(story.all('booted')).toEqual([]);
    story.tell({ kind: 'go' });
    await story.says('booted');
    expect(await story.served()).toEqual([1, 10]);
  });

  it('stops an import that is cancelled: what it committed stays, and nothing of it is served', async () => {
    const stage = stageOf();
    const story = stage.start();
    const one = await imported(stage, story, 'one', 10);
    story.tell({ kind: 'halt', at: 'validate', how: 'wait' });
    stage.source('two', 20);
    stage.wish('two');
    await story.says('at');
    await story.until(({ clocks }) => clocks.history.observed_head === 2);
    expect(await ask(story, 'cancel')).toMatchObject({ outcome: 'done' });
    story.tell({ kind: 'go' });
    await story.imported('two', 'stale');
    expect(await story.status()).toMatchObject({
      ...{ serving: { active: one, previous: null }, operation: { state: 'idle' }, last_failure: null },
    });
    expect(await stage.versions()).toEqual([1, 2]);
    expect(await story.served()).toEqual([1, 10]);
  });

  it('takes no import of another writer into a lineage', async () => {
    const stage = stageOf();
    const first = stage.start();
    const one = await imported(stage, first, 'one', 10);
    await first.kill();
    stage.source('two', 20);
    stage.wish('two');
    const story = stage.start({}, { SERVING_WRITER_ABI: '2' });
    await story.imported('two', 'failed');
    expect(await story.status()).toMatchObject({
      operation: {
        state: 'failed',
        error: { kind: 'validation', message: expect.stringContaining('writer') },
      },
      serving: { active: one },
    });
    expect(await stage.versions()).toEqual([1]);
  });

  it('started while its reports give no answer, still publishes what it made before', async () => {
    const [mirror, reports, moved] = ['away', 'reports', 'moved'].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    const environment = {
      SERVING_MIRROR: pathToFileURL(mirror).href,
      SERVING_STATE: pathToFileURL(reports).href,
    };
    mkdirSync(reports);
    const stage = stageOf();
    const first = stage.start({}, environment);
    const one = await imported(stage, first, 'one', 10);
    await first.kill();
    renameSync(reports, moved);
    const story = stage.start({}, environment);
    await story.says('booted');
    expect((await story.status()).fence.standing).toBe('read_only');
    await pause(500);
    renameSync(moved, reports);
    mkdirSync(mirror);
    await story.until(({ serving }) => serving?.active === one);
    const there = { ...stage.mirror, store: localPlace(mirror).store };
    await expect.poll(async () => (await pointerOf(there))?.active.import_id, wait).toBe(one);
  });

  it('killed before it points at what it serves, points at it later; a pointer elsewhere verifies nothing', async () => {
    const stage = stageOf();
    const first = stage.start();
    await imported(stage, first, 'one', 10);
    const before = await stage.own.store.get(stage.own.places.pointer, { maxBytes: 9_999 });
    first.tell({ kind: 'halt', at: 'point_locally', how: 'kill' });
    const two = importIdOf(stage.source('two', 20));
    stage.wish('two');
    await first.ended();
    expect((await pointerOf(stage.own))?.active.import_id).not.toBe(two);
    const story = stage.start();
    await story.until(({ seals }) => seals.active === 'verified');
    expect((await pointerOf(stage.own))?.active.import_id).toBe(two);
    await expect.poll(async () => (await pointerOf(stage.mirror))?.active.import_id, wait).toBe(two);
    const now = await stage.own.store.get(stage.own.places.pointer, { maxBytes: 9_999 });
    if (before.kind !== 'found' || now.kind !== 'found') throw new Error('there is no pointer');
    await stage.own.store.replace(stage.own.places.pointer, before.body, now.meta.etag);
    await story.until(({ seals }) => seals.active === 'mismatch');
  });
});
