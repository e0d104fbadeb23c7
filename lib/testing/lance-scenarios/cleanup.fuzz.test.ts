/** 20,000 damaged control files beside a table that LanceDB wrote: a typed refusal or a plan that names nothing protected. */
import { beforeAll, describe, expect, it } from 'vitest';
import { isVamplateError } from '@/lib/base/errors';
import type { CleanupPlan } from '@/lib/engine/cleanup/cleanup-plan';
import { BoundedBodyCache } from '@/lib/engine/control/body-cache';
import { readControl } from '@/lib/engine/control/read-control';
import { below } from '@/lib/engine/lance/paths';
import { datasetRoot } from '@/lib/engine/retirement/dataset-path';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { type Dispatch, faultyStore } from '@/lib/testing/faulty-store';
import { SeededRandom } from '@/lib/testing/seeded-random';
import { manifestName } from './change-manifest';
import { engineOver } from './clean-by-engine';
import { type ControlFile, damaged, soundFiles } from './damage';
import { dayMs, newestOnly, onEvents, root } from './events-stage';
import { inMemory, type Snapshot, takeSnapshot } from './memory-copy';
import { listKeys, type PlaceNeeds } from './roles';

const seed = 20_261_130;
const policy = { ...newestOnly, taggedVersions: 'keep' } as const;
/** Latest, tagged, forked, leased: 1 and 5 are all that may go. */
const protectedVersions = [2n, 3n, 4n, 6n];
/** Far more than any plan or run of this table needs: beyond it something goes in circles. */
const mostCalls = 2_000;

let snapshot: Snapshot;
let needs: PlaceNeeds;
let files: readonly ControlFile[];

beforeAll(() =>
  onEvents(
    async (stage) => {
      await stage.engine().acquireLease({ branch: null, version: 4n }, { ttlMs: 30 * dayMs });
      snapshot = await takeSnapshot(stage.store);
      needs = stage.needs;
      const manifest = `_versions/${await manifestName(stage.store, root, 5n)}`;
      files = soundFiles(datasetRoot(stage.store.rootPath, root), 5n, manifest);
    },
    async (table) => {
      await (await table.tags()).create('audit', 3);
      (await (await table.branches()).create('exp', undefined, 2)).close();
    },
  ),
);

/** The engine on a store that counts, and tells of every change. */
function watched(store: ObjectStore) {
  const seen = { calls: 0, changed: [] as string[] };
  const dispatch: Dispatch = (call) => {
    seen.calls += 1;
    if (seen.calls > mostCalls) throw new Error(`more than ${mostCalls} calls`);
    if (call.mutates) seen.changed.push(...call.keys);
    return call.effect();
  };
  return { seen, engine: engineOver(faultyStore(store, dispatch)) };
}

function namedProtected(plan: CleanupPlan): readonly string[] {
  const named = [...plan.objects, ...plan.versions.flatMap(({ manifests }) => manifests)].map(
    ({ key }) => key,
  );
  return protectedVersions.flatMap((version) => {
    const own = needs.byVersion.get(`${root}:${version}`)?.keys ?? new Set(['unknown version']);
    return named.filter((key) => own.has(key)).map((key) => `version ${version} needs ${key}`);
  });
}

/** What the reader of control files says of it by itself. */
async function isCorrupt(store: ObjectStore): Promise<boolean> {
  const control = await readControl(store, root, { cache: new BoundedBodyCache(1 << 20) });
  return control.corrupt.length > 0 || control.foreignRoot !== null;
}

describe('damaged control files', () => {
  it('each sound one beside the table leaves a plan', async () => {
    for (const [entry, body] of files) {
      const store = await inMemory(snapshot);
      await store.put(below(root, entry), body);
      const plan = await engineOver(store).planCleanup(policy);
      expect(namedProtected(plan), entry).toEqual([]);
    }
    const plan = await engineOver(await inMemory(snapshot)).planCleanup(policy);
    expect(plan.versions.map(({ version }) => version)).toEqual([1n, 5n]);
  });

  it(`20,000 by seed ${seed}: a plan names nothing protected, all else is a typed refusal, nothing is written`, async () => {
    const random = new SeededRandom(seed);
    const store = await inMemory(snapshot);
    const outcomes = { planned: 0, refused: 0, corrupt: 0 };
    for (let turn = 0; turn < 20_000; turn += 1) {
      const [entry, body] = damaged(files[random.int(files.length)] ?? ['', new Uint8Array()], random);
      const key = below(root, entry);
      // A damaged name may hit a file that is there: then that one is what was damaged.
      if (snapshot.objects.has(key)) continue;
      await store.put(key, body);
      const { seen, engine } = watched(store);
      const what = `turn ${turn}: ${entry} ${new TextDecoder().decode(body).slice(0, 200)}`;
      const plan = await engine.planCleanup(policy).catch((error: unknown) => {
        if (!isVamplateError(error) || error.kind === 'internal') throw new Error(what, { cause: error });
        return error;
      });
      const corrupt = await isCorrupt(store);
      if (corrupt) outcomes.corrupt += 1;
      if (plan instanceof Error) {
        outcomes.refused += 1;
      } else {
        outcomes.planned += 1;
        if (corrupt) throw new Error(`planned beside a corrupt file; ${what}`);
        expect(namedProtected(plan), what).toEqual([]);
      }
      if (seen.changed.length > 0) throw new Error(`a plan wrote ${seen.changed}; ${what}`);
      await store.delete(key);
    }
    expect(outcomes.refused).toBeGreaterThan(5_000);
    expect(outcomes.planned).toBeGreaterThan(1_000);
    expect(outcomes.corrupt).toBeGreaterThan(5_000);
  }, 300_000);

  it.each(['tags/audit', 'branches/exp', 'version_leases/'])(
    'the table’s own %s, damaged in its body or gone astray: refused, or read as what it now says',
    async (part) => {
      const random = new SeededRandom(seed + part.length);
      const [key, body] = [...snapshot.objects].find(([one]) => one.includes(`_refs/${part}`)) ?? [];
      if (key === undefined || body === undefined) throw new Error(`there is no ${part}`);
      const store = await inMemory(snapshot);
      for (let turn = 0; turn < 300; turn += 1) {
        const [entry, changed] = damaged([key.slice(root.length + 1), body], random);
        await store.delete(key);
        await store.put(below(root, entry), changed);
        const corrupt = await isCorrupt(store);
        const plan = await engineOver(store)
          .planCleanup(policy)
          .catch((error: unknown) => {
            if (!isVamplateError(error) || error.kind === 'internal') throw error;
            return null;
          });
        if (plan !== null) expect(corrupt, entry).toBe(false);
        expect(plan?.versions.map(({ version }) => version) ?? []).not.toContain(6n);
        await store.delete(below(root, entry));
        await store.put(key, body);
      }
    },
  );

  it('one that appears between plan and run: the run deletes nothing', async () => {
    const random = new SeededRandom(seed + 1);
    let stopped = 0;
    for (let turn = 0; turn < 400; turn += 1) {
      const store = await inMemory(snapshot);
      const plan = await engineOver(store).planCleanup(policy);
      const [entry, body] = damaged(files[random.int(files.length)] ?? ['', new Uint8Array()], random);
      const key = below(root, entry);
      if (snapshot.objects.has(key)) continue;
      await store.put(key, body);
      const corrupt = await isCorrupt(store);
      const { engine } = watched(store);
      const ended = await engine.runCleanup(plan).catch((error: unknown) => {
        if (!isVamplateError(error) || error.kind === 'internal') throw error;
        return error;
      });
      const left = new Set(await listKeys(store));
      const gone = [...snapshot.objects.keys()].filter((one) => one.includes('.lance/') && !left.has(one));
      if (corrupt) {
        stopped += 1;
        expect(gone, entry).toEqual([]);
        expect(ended instanceof Error ? 'failed' : ended.outcome, entry).toBe('failed');
      }
      for (const version of protectedVersions) {
        const own = needs.byVersion.get(`${root}:${version}`)?.keys ?? new Set<string>();
        expect(
          gone.filter((one) => own.has(one)),
          entry,
        ).toEqual([]);
      }
    }
    expect(stopped).toBeGreaterThan(100);
  });
});
