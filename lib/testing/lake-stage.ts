/** One lake over any store, as the server holds it, with what was asked of the store, what was told, and a switch that takes it away. */
import { type StorageInstant, storageInstant } from '@/lib/base/clock';
import { below, branchRoot } from '@/lib/engine/lance/paths';
import { formatVersionName, type NamingScheme } from '@/lib/engine/lance/version-names';
import { datasetRoot } from '@/lib/engine/retirement/dataset-path';
import { type MemoryStoreOptions, openMemoryStore } from '@/lib/engine/store/memory-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import type { LakeSettings } from '@/lib/lake/lake-settings';
import { Lakes } from '@/lib/lake/lakes';
import { type Dispatch, faultyStore } from './faulty-store';
import { type ManifestSpec, manifestBytes } from './manifest-bytes';
import { ManualClock } from './manual-clock';

export interface ToldChange {
  readonly path: string | null;
  readonly part: string;
  readonly etag: string;
}

/** Opens the stage; the memory store's clock is the stage's. */
export function lakeStage(settings: Partial<LakeSettings> = {}, memory: MemoryStoreOptions = {}) {
  const clock = new ManualClock();
  const inner = openMemoryStore({
    now: () => clock.wall(),
    uri: 's3://test/lake',
    rootPath: 'lake',
    ...memory,
  });
  return { ...stageOn(inner, clock, settings), inner };
}

/** The same over a store of the caller's. */
export function stageOn(inner: ObjectStore, clock = new ManualClock(), settings: Partial<LakeSettings> = {}) {
  const asked: string[] = [];
  const told: ToldChange[] = [];
  const faults: { dispatch: Dispatch | null } = { dispatch: null };
  const seen = faultyStore(inner, (call) => {
    asked.push(`${String(call.verb)} ${call.key}`);
    return faults.dispatch === null ? call.effect() : faults.dispatch(call);
  });
  const lakes = new Lakes({
    settings: [{ id: 'test', uri: inner.uri, gc: 'none', ...settings }],
    clock,
    watchIntervalMs: 15_000,
    openStore: () => ({ ...seen }),
    onChange: (_, path, part, etag) => void told.push({ path, part, etag }),
  });
  return {
    lakes,
    lake: lakes.lake('test'),
    clock,
    told,
    /** What was asked since the last time, `verb key` each, in order. */
    takeAsked: () => asked.splice(0),
    /** While it is gone every call fails as `unavailable`. */
    setGone: (gone: boolean) => {
      faults.dispatch = gone ? (call) => call.lost() : null;
    },
    /** Decides over every call; null lets all through. */
    dispatch: (dispatch: Dispatch | null) => {
      faults.dispatch = dispatch;
    },
  };
}

export interface PutVersion extends Partial<ManifestSpec> {
  readonly scheme?: NamingScheme;
  /** A branch's folder; absent is main. */
  readonly on?: string;
}

/** Writes a manifest that needs nothing unless told, under its own name. */
export async function putVersion(
  store: ObjectStore,
  root: string,
  version: bigint,
  { scheme = 'v2', on, ...spec }: PutVersion = {},
): Promise<StorageInstant> {
  const key = below(branchRoot(root, on ?? null), `_versions/${formatVersionName(scheme, version)}`);
  const body = manifestBytes({
    version,
    operation: 100,
    ...spec,
    ...(on === undefined ? {} : { branch: on }),
  });
  await store.put(key, body);
  const answer = await store.head(key);
  if (answer.kind !== 'found') throw new Error('not stored');
  return storageInstant(answer.meta.storedAt);
}

export async function putVersions(store: ObjectStore, root: string, from: number, to: number): Promise<void> {
  for (let version = from; version <= to; version += 1) await putVersion(store, root, BigInt(version));
}

/** Names without content: a listing is all they are for. */
export async function putNames(store: ObjectStore, root: string, from: number, to: number): Promise<void> {
  for (let version = from; version <= to; version += 1) {
    const name = formatVersionName('v2', BigInt(version));
    await store.put(below(root, `_versions/${name}`), new TextEncoder().encode(`v${version}`));
  }
}

export function rootOf(store: ObjectStore, root: string) {
  return datasetRoot(store.rootPath, root);
}

/** A tag as released writers spell it. */
export async function putTag(
  store: ObjectStore,
  root: string,
  name: string,
  version: number,
  branch: string | null = null,
): Promise<void> {
  const body = { branch, version, manifestSize: 100, createdAt: '2029-12-01T00:00:00Z', metadata: {} };
  await store.put(below(root, `_refs/tags/${name}.json`), new TextEncoder().encode(JSON.stringify(body)));
}

/** A branch forked from main as released writers spell it. */
export async function putBranch(
  store: ObjectStore,
  root: string,
  name: string,
  fork: number,
  uuid: string,
): Promise<void> {
  const body = {
    parentBranch: null,
    identifier: { version_mapping: [[fork, uuid]] },
    parentVersion: fork,
    createAt: 1_890_000_000,
    manifestSize: 100,
    metadata: {},
  };
  const key = below(root, `_refs/branches/${name.replaceAll('/', '%2F')}.json`);
  await store.put(key, new TextEncoder().encode(JSON.stringify(body)));
}
