/** The system falsifiers of G.3 by real processes: killed, restarted, misled and answered late, on local disk. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Index } from '@lancedb/lancedb';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImportId } from '@/lib/engine/serving/import-id-rules';
import { importIdOf } from '@/lib/engine/serving/import-id-rules';
import { collidingManifests } from '@/lib/testing/serving-simulation/builders';
import { pointerOf, readSeal } from './copy';
import { describeMirrorFalsifiers, storyMs } from './describe-mirror-falsifiers';
import { localPlace, plain, ServingStage } from './serving-stage';
import { closureOf } from './version-closure';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function openPlace() {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'vamplate-mirror-')));
  folders.push(folder);
  const absent = path.join(folder, 'absent');
  return {
    ...localPlace(path.join(folder, 'mirror')),
    absent: { uri: pathToFileURL(absent).href, make: async () => void mkdirSync(absent) },
  };
}

describeMirrorFalsifiers('a local mirror', openPlace);

describe('G.3 on local disk', { timeout: storyMs }, () => {
  let stage: ServingStage;
  beforeEach(async () => {
    stage = new ServingStage(await openPlace());
  });
  afterEach(() => stage.close());

  it('G.3.41 a warm start reads no data: small seals, one manifest, and nothing that grows with the rows', async () => {
    stage.source('one', 4_000, () => randomBytes(1_200).toString('base64'));
    stage.wish('one');
    const first = stage.start();
    await first.imported('one');
    await first.until(({ clocks }) => clocks.replica.mirror.state === 'current');
    await first.kill();
    const warm = stage.start({ traced: true });
    await warm.says('booted');
    const asked = warm.all('asked').filter(({ of, bytes }) => of === 'own' && bytes > 0);
    expect(asked.filter(({ key }) => !/\.lance\.serving\/|\/_versions\//.test(key))).toEqual([]);
    const verified = asked.filter(({ key }) => key.includes('.lance.serving/')).map(({ key }) => key);
    const { places } = stage.own;
    const { active } = (await warm.status()).serving ?? {};
    expect(verified.slice(-3)).toEqual([
      ...[places.originSeal, places.pointer, places.importSeal(active as ImportId)],
    ]);
    const data = (await closureOf(stage.own, 1n))?.objects.find(({ key }) => key.includes('/data/'));
    expect(data?.bytes).toBeGreaterThan(4_000_000);
    expect((await warm.says('read')).bytes).toBeLessThan(200_000);
    expect(await warm.served()).toEqual([1, 4_000]);
  });

  it('G.3.43 a seal has the version of its own commit, whatever the head is by then', async () => {
    const one = stage.source('one', 10);
    stage.wish('one');
    const process = stage.start({ halt: { at: 'acknowledge', how: 'wait' } });
    await process.says('at');
    await (await stage.lance()).add([{ id: 99, name: 'a stranger' }]);
    process.tell({ kind: 'go' });
    await process.imported('one');
    expect(await stage.versions()).toEqual([1, 2]);
    expect(await readSeal(stage.own, importIdOf(one))).toMatchObject({ publicationVersion: 1n });
    const { history } = (await process.until(({ clocks }) => clocks.history.observed_head === 2)).clocks;
    expect(history).toMatchObject({ publication_version: 1, clean_version: 1 });
  });

  it('G.3.54 a head that nobody explains is not served: the last clean version is, also after a restart', async () => {
    stage.source('one', 10);
    stage.wish('one');
    const process = stage.start();
    await process.imported('one');
    await (await stage.lance()).add([{ id: 99, name: 'a stranger' }]);
    const drift = {
      decision: { kind: 'checkout_clean', clean: 1, head: 2 },
      serving_version: { version: 1, pinned_to_clean: true },
    };
    const seen = await process.until(({ clocks }) => clocks.history.observed_head === 2);
    expect(seen.clocks.history).toMatchObject(drift);
    expect(await process.served()).toEqual([1, 10]);
    await process.kill();
    const again = stage.start();
    await again.says('booted');
    expect((await again.status()).clocks.history).toMatchObject(drift);
    expect(await again.served()).toEqual([1, 10]);
  });

  it('G.3.42 compaction changes no seal', async () => {
    const one = stage.source('one', 10);
    stage.wish('one');
    const process = stage.start();
    await process.imported('one');
    const key = stage.own.places.importSeal(importIdOf(one));
    const before = await stage.own.store.get(key, { maxBytes: 9_999 });
    const table = await stage.lance();
    await table.createIndex('id', { config: Index.btree() });
    // An index is proven to be maintenance, and its version is served; rows of a stranger are not.
    await process.until(({ clocks }) => clocks.history.decision?.kind === 'serve_known_descendant');
    await expect.poll(() => process.served()).toEqual([2, 10]);
    await table.add([{ id: 98, name: 'a' }]);
    await table.add([{ id: 99, name: 'b' }]);
    const { compaction } = await table.optimize();
    expect(compaction.filesRemoved).toBeGreaterThan(1);
    await process.until(({ clocks }) => (clocks.history.observed_head ?? 0) > 4);
    await expect.poll(() => process.served()).toEqual([1, 10]);
    const after = await stage.own.store.get(key, { maxBytes: 9_999 });
    expect(after).toMatchObject({ meta: before.kind === 'found' ? before.meta : null });
    expect((await process.status()).seals).toMatchObject({ origin: 'verified', active: 'verified' });
  });

  it('G.3.44 an acknowledgement that was lost adds no version, nor does trying again', async () => {
    const one = stage.source('one', 10);
    stage.wish('one');
    // The mirror is not there, so that nothing but the own history tells what was committed.
    const mirror = pathToFileURL(path.join(stage.folder, 'no-mirror')).href;
    const process = stage.start({ loseCommit: true }, { SERVING_MIRROR: mirror });
    await process.imported('one');
    expect(await stage.versions()).toEqual([1]);
    // Where it was published is known from the history alone; the seal does not make it up (C.2).
    expect(await readSeal(stage.own, importIdOf(one))).toMatchObject({
      publicationVersion: null,
      observedHead: 1n,
    });
    expect((await process.status()).clocks.history).toMatchObject({
      publication_version: null,
      clean_version: 1,
    });
    stage.source('two', 20);
    stage.wish('two');
    await process.imported('two');
    stage.wish('one');
    await process.until(({ serving }) => serving?.active === importIdOf(one));
    expect(await stage.versions()).toEqual([1, 2]);
    expect(await process.served()).toEqual([1, 10]);
  });

  it('G.3.46 after an import that failed, active and previous still open and serve', async () => {
    const process = stage.start();
    for (const [name, rows] of [
      ['one', 10],
      ['two', 20],
      ['three', 30],
    ] as const) {
      stage.source(name, rows);
      if (name === 'three') stage.spoil(name);
      stage.wish(name);
      await process.imported(name, name === 'three' ? 'failed' : 'activated');
    }
    const report = await process.status();
    expect(report).toMatchObject({ operation: { state: 'failed', error: { kind: 'source' } } });
    expect(await process.served()).toEqual([2, 20]);
    const table = await stage.lance();
    await table.checkout(1);
    expect((await table.query().toArray()).length).toBe(10);
    expect(report.serving?.previous).toBe((await pointerOf(stage.own))?.previous?.import_id);
    expect(await stage.versions()).toEqual([1, 2]);
  });

  it('G.3.47 of two imports at once the superseded one neither activates nor fails the other', async () => {
    const process = stage.start({ halt: { at: 'activate', how: 'wait' } });
    stage.source('late', 10);
    const winner = stage.source('winner', 20);
    stage.wish('late');
    await process.says('at');
    stage.wish('winner');
    await process.imported('winner');
    process.tell({ kind: 'go' });
    await process.imported('late', 'stale');
    expect(await process.status()).toMatchObject({
      ...{ serving: { active: importIdOf(winner), previous: null }, operation: { state: 'idle' } },
      ...{ last_failure: null, fence: { next_generation: 3 } },
    });

    process.tell({ kind: 'halt', at: 'validate', how: 'wait' });
    stage.source('doomed', 30);
    const second = stage.source('second', 40);
    stage.wish('doomed');
    await process.says('at', ({ step }) => step === 'validate');
    stage.wish('second');
    await process.imported('second');
    const [lost] = (await closureOf(stage.own, 3n))?.objects ?? [];
    rmSync(path.join(stage.root, lost?.key ?? ''));
    process.tell({ kind: 'go' });
    await process.imported('doomed', 'stale');
    expect(await process.status()).toMatchObject({
      serving: { active: importIdOf(second), previous: importIdOf(winner) },
      ...{ operation: { state: 'idle' }, last_failure: null },
    });
    expect(await process.served()).toEqual([4, 40]);
  });

  it('G.3.50 root and kind follow the environment', async () => {
    const at = (name: string) => path.join(stage.folder, name);
    const none = { OSM_ARTIFACT_ROOT: ' ', OSM_ROOT_DURABILITY: 'ephemeral', TMPDIR: at('tmp') };
    for (const folder of ['tmp', 'volume01']) mkdirSync(at(folder));
    const rows = [
      [{ OSM_ARTIFACT_ROOT: at('a'), OSM_ROOT_DURABILITY: 'volume' }, 'OSM_ARTIFACT_ROOT', 'volume', at('a')],
      [{ ...none, OSM_SLAB_CACHE_DIR: at('b') }, 'OSM_SLAB_CACHE_DIR', 'ephemeral', at('b')],
      [
        { ...none, OSM_SLAB_CACHE_DIR: 'relative', RAILWAY_VOL: at('c') },
        'RAILWAY_VOL/osm',
        'volume',
        at('c/osm'),
      ],
      [{ ...none, SERVING_PROBED_VOLUME: at('volume01') }, '/volume01/osm', 'volume', at('volume01/osm')],
      [{ ...none, SERVING_PROBED_VOLUME: at('gone') }, 'ephemeral fallback', 'ephemeral', at('tmp/q2-osm')],
    ] as const;
    await Promise.all(
      rows.map(async ([environment, source, kind, folder], index) => {
        const process = stage.spawned([plain], { ...environment, SERVING_REPLICA: `r-${index}` });
        await process.says('booted');
        expect((await process.status()).clocks.replica.root).toMatchObject({ source, kind });
        expect(readdirSync(folder)).toContain('berlin');
      }),
    );
  });

  it('G.3.57 killed between its first commit and the acknowledgement, an import has exactly one version', async () => {
    const one = stage.source('one', 10);
    stage.wish('one');
    const killed = stage.start({ halt: { at: 'acknowledge', how: 'kill' } });
    await killed.says('at');
    await killed.ended();
    expect(await readSeal(stage.own, importIdOf(one))).toBe('absent');
    const again = stage.start();
    await again.imported('one');
    expect(await stage.versions()).toEqual([1]);
    expect(await again.status()).toMatchObject({
      ...{ last_failure: { kind: 'interrupted', generation: 1 }, fence: { epoch: 2, next_generation: 3 } },
      clocks: { history: { publication_version: null, clean_version: 1 } },
    });
    expect(await again.served()).toEqual([1, 10]);
  });

  it('G.3.58 telemetry that fails costs a field and no query', async () => {
    const state = path.join(stage.folder, 'state');
    mkdirSync(state);
    stage.source('one', 10);
    stage.wish('one');
    const process = stage.start({ brokenMemory: true }, { SERVING_STATE: pathToFileURL(state).href });
    await process.imported('one');
    expect((await process.until(({ memory }) => memory.reasons[0] !== 'not read yet')).memory).toMatchObject({
      ...{ current_bytes: null, reasons: ['memory could not be read'] },
    });
    rmSync(state, { recursive: true });
    stage.source('two', 20);
    stage.wish('two');
    await process.imported('two', 'not_started');
    expect(await process.served()).toEqual([1, 10]);
    expect((await process.get('/rows')).ok).toBe(true);
  });

  it('G.3.59 an import whose marker another one has in the history is refused for good', async () => {
    const [a, b] = ['berlin-260805', 'berlin-260805'].map((name, at) => stage.source(name, 20 - 10 * at));
    const digests = Object.fromEntries(
      [a, b].map((identity, at) => [identity?.manifestSha256, collidingManifests[at]]),
    );
    const environment = { SERVING_LAYOUT_ABI: '2' };
    stage.source('berlin-260805', 20);
    stage.wish('berlin-260805');
    const process = stage.start({ digests }, environment);
    await process.imported('berlin-260805');
    stage.source('berlin-260805', 10);
    await process.says('import', ({ end }) => end === 'failed');
    expect(await process.status()).toMatchObject({
      ...{ operation: { error: { kind: 'identity_conflict', message: null } } },
      serving: { active: 'c9d24af2d2a20e3d', previous: null },
    });
    await process.kill();
    const again = stage.start({ digests }, environment);
    await again.says('booted');
    await again.until(({ fence }) => fence.seq > 2);
    expect(await again.status()).toMatchObject({
      ...{ fence: { next_generation: 3 }, operation: { state: 'idle' } },
      last_failure: { kind: 'identity_conflict', generation: 2 },
    });
    expect(await again.served()).toEqual([1, 20]);
  });

  it('G.3.59 so it is where the history alone tells of the other one: nothing was sealed yet', async () => {
    const [a, b] = [20, 10].map((rows) => stage.source('berlin-260805', rows));
    const digests = Object.fromEntries(
      [a, b].map((identity, at) => [identity?.manifestSha256, collidingManifests[at]]),
    );
    const environment = { SERVING_LAYOUT_ABI: '2' };
    stage.source('berlin-260805', 20);
    stage.wish('berlin-260805');
    const killed = stage.start({ digests, halt: { at: 'acknowledge', how: 'kill' } }, environment);
    await killed.says('at');
    await killed.ended();
    // Resubmitted it waits before its seal, so that the history alone has it when the other comes.
    const again = stage.start({ digests, halt: { at: 'seal', how: 'wait' } }, environment);
    await again.says('at');
    stage.source('berlin-260805', 10);
    await again.says('import', ({ end }) => end === 'failed');
    expect(await again.status()).toMatchObject({
      ...{ operation: { error: { kind: 'identity_conflict', message: null } }, serving: null },
    });
    again.tell({ kind: 'go' });
    await again.says('import', ({ end }) => end === 'stale');
    expect(await stage.versions(2)).toEqual([1]);
  });

  it('G.3.60 a process for a set whose name is none ends before it touches a store', async () => {
    const shared = stage.shared.uri;
    const process = stage.spawned([plain], { SERVING_SET: '../berlin' });
    expect(await process.ended()).toBe(1);
    expect(process.errors).toContain('region');
    expect(readdirSync(new URL(`${shared}/`))).toEqual([]);
    expect(readdirSync(stage.root)).toEqual([]);
  });
});
