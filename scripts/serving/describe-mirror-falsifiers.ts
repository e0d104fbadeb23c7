/** The falsifiers of G.3 that speak of the shared store: real processes, killed and restarted, over a local mirror or S3. */
import { rmSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ImportIdentity, sameIdentity } from '@/lib/engine/serving/identity-rules';
import { type ImportId, importIdOf } from '@/lib/engine/serving/import-id-rules';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { type Copy, pointerOf, readSeal } from './copy';
import { ServingStage, type SharedPlace } from './serving-stage';
import { closureOf, isWhole } from './version-closure';

export interface MirrorPlace extends SharedPlace {
  /** An address of the same kind where nothing is yet, and how it comes to be. */
  readonly absent: { readonly uri: string; readonly make: () => Promise<void> };
}

/** Processes start and die many times; nothing waits this long. */
export const storyMs = 240_000;

const ephemeral = { OSM_ROOT_DURABILITY: 'ephemeral' };
/** The origin first: only a lineage's first import has one to seal. */
const mirrorChanges = ['origin', 'data', 'transaction', 'manifest', 'seal', 'pointer'] as const;

export function describeMirrorFalsifiers(name: string, openPlace: () => Promise<MirrorPlace>): void {
  describe(`G.3 over ${name}`, { timeout: storyMs }, () => {
    let stage: ServingStage;
    let place: MirrorPlace;
    beforeEach(async () => {
      place = await openPlace();
      stage = new ServingStage(place);
    });
    afterEach(() => stage.close());

    /** A then B, both published; the process is gone. */
    async function twoImports(): Promise<readonly [ImportIdentity, ImportIdentity]> {
      const sources = [stage.source('one', 10), stage.source('two', 20)] as const;
      const process = stage.start();
      for (const { sourceId } of sources) {
        stage.wish(sourceId);
        await process.imported(sourceId);
      }
      await process.until(({ clocks }) => clocks.replica.mirror.state === 'current');
      await process.kill();
      return sources;
    }

    it('G.3.45 after B activates, disk, store and report have B active and A previous', async () => {
      const [one, two] = await twoImports();
      const pair = [importIdOf(two), importIdOf(one)];
      for (const copy of [stage.own, stage.mirror]) {
        const pointer = await pointerOf(copy);
        expect([pointer?.active.import_id, pointer?.previous?.import_id]).toEqual(pair);
      }
      const again = stage.start();
      await again.says('booted');
      const { serving, seals } = await again.status();
      expect([serving?.active, serving?.previous]).toEqual(pair);
      expect(seals).toMatchObject({ origin: 'verified', active: 'verified' });
      expect(await again.served()).toEqual([2, 20]);
    });

    it('G.3.48 killed before any change of a publication, the pointer never names what is not there', async () => {
      let process = stage.start({}, ephemeral);
      await process.says('booted');
      for (const [at, change] of mirrorChanges.entries()) {
        const identity = stage.source(`source-${change}`, 10 + at);
        const before = (await pointerOf(stage.mirror))?.active.import_id ?? null;
        process.tell({ kind: 'halt', at: `mirror:${change}`, how: 'kill' });
        stage.wish(identity.sourceId);
        await process.says('at', ({ step }) => step === `mirror:${change}`);
        expect(await process.ended()).toBeNull();
        await expectWhole(stage.mirror);
        expect((await pointerOf(stage.mirror))?.active.import_id ?? null).toBe(before);

        process = stage.start({}, ephemeral);
        await process.imported(identity.sourceId);
        expect((await pointerOf(stage.mirror))?.active.import_id).toBe(importIdOf(identity));
        await expectWhole(stage.mirror);
      }
      expect(await stage.versions()).toEqual([1, 2, 3, 4, 5, 6]);
    });

    it('G.3.49 on a throw-away root nothing is served that the store does not have', async () => {
      const { sourceId } = stage.source('one', 10);
      stage.wish(sourceId);
      const process = stage.start({}, { ...ephemeral, SERVING_MIRROR: place.absent.uri });
      const held = await process.until(
        ({ operation, serving }) =>
          serving !== null || (operation.state === 'importing' && operation.step === 'held_for_mirror'),
      );
      expect(held).toMatchObject({ serving: null, clocks: { replica: { root: { kind: 'ephemeral' } } } });
      expect(await process.served()).toBe(503);
      await place.absent.make();
      await process.imported(sourceId);
      expect(await process.served()).toEqual([1, 10]);
    });

    it('G.3.52 with an incomplete closure nothing is deleted anywhere', async () => {
      await twoImports();
      const lost = await dataOf(stage.own, 1n);
      rmSync(path.join(stage.root, lost));
      const before = await keysOf(stage);
      const process = stage.start({ traced: true });
      const partial = await process.until(({ retention }) => retention.inventory.previous === 'partial');
      expect(partial.retention).toMatchObject({ hold: 'incomplete_inventory', collectable_count: 0 });
      stage.wish(stage.source('three', 30).sourceId);
      await process.imported('three');
      await process.until(({ clocks }) => clocks.replica.mirror.state === 'current');
      const after = new Set(await keysOf(stage));
      expect(before.filter((key) => !after.has(key))).toEqual([]);
      expect(process.all('asked').filter(({ call }) => call.startsWith('delete'))).toEqual([]);
    });

    it('G.3.55 a truncated copy recovers, and no version is requested that is missing', async () => {
      await twoImports();
      truncateSync(path.join(stage.root, await dataOf(stage.own, 2n)), 10);
      const process = stage.start({ traced: true });
      await process.says('booted');
      expect(await process.served()).toEqual([2, 20]);
      expect(process.all('hydrated').map(({ version }) => version)).toEqual(['2']);
      expect(process.all('opened').map(({ version }) => version)).toEqual(['2']);
      const missed = process.all('asked').filter(({ of, answer }) => of === 'mirror' && answer === 'absent');
      expect(missed).toEqual([]);
      expect((await process.get('/rows?limit=30')).ok).toBe(true);
    });

    it('G.3.56 while the store has the clean version, it is hydrated before any older one is served', async () => {
      await twoImports();
      const manifest = (await closureOf(stage.own, 2n))?.objects.at(-1)?.key ?? '';
      rmSync(path.join(stage.root, manifest));
      const alone = stage.start({}, { SERVING_MIRROR: place.absent.uri });
      await alone.says('booted');
      expect((await alone.status()).clocks.history).toMatchObject({
        decision: { kind: 'replica_incomplete', reason: 'head_behind_clean' },
        recovery: { kind: 'serve_available_previous', version: 1 },
      });
      expect(await alone.served()).toEqual([1, 10]);
      await alone.kill();

      const process = stage.start();
      await process.says('booted');
      expect(process.lines.slice(1, 3)).toEqual([
        { kind: 'hydrated', version: '2' },
        { kind: 'opened', version: '2' },
      ]);
      expect(await process.served()).toEqual([2, 20]);
    });

    it('G.3.60 no key is built or asked for from an invalid name of a source', async () => {
      stage.source('one', 10);
      stage.wish('../evil');
      const process = stage.start({ traced: true });
      expect((await process.says('refused')).because).toContain('source_bake_id');
      expect(await process.status()).toMatchObject({
        fence: { next_generation: 1 },
        operation: { state: 'idle' },
      });
      stage.wish('one');
      await process.imported('one');
      expect(process.all('asked').filter(({ key }) => key.includes('evil') || key.includes('..'))).toEqual(
        [],
      );
    });
  });
}

/** Whatever the pointer names is sealed, and every object of it is there. */
async function expectWhole(mirror: Copy): Promise<void> {
  const pointer = await pointerOf(mirror);
  for (const named of [pointer?.active, pointer?.previous]) {
    if (named === undefined || named === null) continue;
    const seal = await readSeal(mirror, named.import_id as ImportId);
    const version = named.publication_version ?? (await versionMarked(mirror, seal));
    const closure = await closureOf(mirror, BigInt(version));
    if (closure === null || typeof seal !== 'object')
      throw new Error(`${named.import_id} is pointed at and not there`);
    expect(await isWhole(mirror, closure)).toBe(true);
    expect(closure.marked.kind === 'marked' && sameIdentity(closure.marked.identity, seal.identity)).toBe(
      true,
    );
  }
}

/** A reconciled seal names no version: the history does. */
async function versionMarked(mirror: Copy, seal: Awaited<ReturnType<typeof readSeal>>): Promise<number> {
  for (let version = 1; version <= mirrorChanges.length; version += 1) {
    const marked = (await closureOf(mirror, BigInt(version)))?.marked;
    if (
      typeof seal === 'object' &&
      marked?.kind === 'marked' &&
      sameIdentity(marked.identity, seal.identity)
    ) {
      return version;
    }
  }
  throw new Error('the history does not have it');
}

async function dataOf(copy: Copy, version: bigint): Promise<string> {
  const key = (await closureOf(copy, version))?.objects.find((one) => one.key.includes('/data/'))?.key;
  if (key === undefined) throw new Error(`version ${version} has no data`);
  return key;
}

async function keysOf({ own, mirror }: ServingStage): Promise<readonly string[]> {
  const all = async (of: string, store: ObjectStore) => {
    const keys: string[] = [];
    for (let next: string | null = '', pages = 0; next !== null && pages < 20; pages += 1) {
      const page = await store.list({ prefix: '', ...(next === '' ? {} : { next }) });
      keys.push(...page.objects.map(({ key }) => `${of}:${key}`));
      next = page.next;
    }
    return keys;
  };
  return [...(await all('own', own.store)), ...(await all('mirror', mirror.store))];
}
