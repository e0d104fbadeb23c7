/** Finds the shallow clones elsewhere that need files of one root: by the base paths of every version of every dataset (D13). */
import { isVamplateError, VamplateError } from '@/lib/base/errors';
import { below, branchRoot, versionsFolder } from '@/lib/engine/lance/paths';
import { listVersions } from '@/lib/engine/lance/read-versions';
import { rootUri } from '@/lib/engine/lance/root-uri';
import { parseVersionName } from '@/lib/engine/lance/version-names';
import type { OtherDataset, PlanContext } from './cleanup-context';
import type { SurveyedVersion } from './survey/dataset-survey';
import { needsAt } from './survey/places-rules';
import { readManifests } from './survey/read-manifests';
import { findTreeFolders } from './survey/tree-folders';

export interface ClonePin {
  /** The clone's address, for people. */
  readonly clone: string;
  /** Keys below the root asked about. */
  readonly keys: readonly string[];
  /** The versions it may have been made from; its own numbers begin with one of them (A.3). */
  readonly versions: readonly bigint[];
}

export interface CloneSearch {
  readonly pins: readonly ClonePin[];
  readonly datasets: number;
  readonly manifests: number;
}

/**
 * @param address of the root asked about
 * @throws `refused` when a dataset cannot be read: nobody can say then that it needs nothing
 */
export async function searchClones(context: PlanContext, address: string): Promise<CloneSearch> {
  const pins: ClonePin[] = [];
  let manifests = 0;
  const others = await context.otherDatasets();
  for (const other of others) {
    for (const root of await rootsOf(other, context.signal)) {
      const found = await pinOf(context, other, root, address);
      manifests += found.manifests;
      if (found.pin !== null) pins.push(found.pin);
    }
  }
  return { pins, datasets: others.length, manifests };
}

async function rootsOf(other: OtherDataset, signal?: AbortSignal): Promise<readonly string[]> {
  try {
    const branches = await findTreeFolders(other.store, other.root, signal);
    return [null, ...branches].map((branch) => branchRoot(other.root, branch));
  } catch (error) {
    throw unreadableClone(other.store.uri, other.root, error);
  }
}

async function pinOf(context: PlanContext, other: OtherDataset, root: string, address: string) {
  const clone = rootUri(other.store, root);
  try {
    const versions = await listedVersions(other, root, context.signal);
    const reader = { ...context, store: other.store };
    const known = await readManifests(reader, root, versions);
    const keys = new Set<string>();
    const from = new Set<bigint>();
    for (const manifest of known) {
      if (manifest === null) continue;
      const needs = needsAt(manifest, address, null);
      if (needs.kind === 'unknown') throw new VamplateError('corrupt', needs.because, { clone });
      for (const key of needs.keys) keys.add(key);
      if (needs.keys.length > 0 && manifest.clonedVersion !== null) from.add(manifest.clonedVersion);
    }
    if (keys.size === 0) return { pin: null, manifests: versions.length };
    const first = lowest(versions);
    if (first !== null) from.add(first);
    return { pin: { clone, keys: [...keys], versions: [...from] }, manifests: versions.length };
  } catch (error) {
    throw unreadableClone(other.store.uri, root, error);
  }
}

async function listedVersions(other: OtherDataset, root: string, signal?: AbortSignal) {
  const prefix = below(root, versionsFolder);
  const versions: SurveyedVersion[] = [];
  const listing = await listVersions(other.store, root, {
    extent: 'all',
    keep: 0,
    ...(signal === undefined ? {} : { signal }),
    visit: (object) => {
      const parsed = parseVersionName(object.name);
      if (parsed.kind !== 'attached' && parsed.kind !== 'detached') return;
      const scheme = parsed.kind === 'attached' ? parsed.scheme : 'detached';
      versions.push({ ...object, key: prefix + object.name, version: parsed.version, scheme });
    },
  });
  if (!listing.complete)
    throw new VamplateError('unavailable', 'Its versions were not all listed.', { prefix });
  return versions;
}

function lowest(versions: readonly SurveyedVersion[]): bigint | null {
  let found: bigint | null = null;
  for (const { version, scheme } of versions) {
    if (scheme !== 'detached' && (found === null || version < found)) found = version;
  }
  return found;
}

function unreadableClone(store: string, root: string, error: unknown): unknown {
  if (!isVamplateError(error) || error.kind === 'refused') return error;
  const subject = `${store}/${root}`;
  return new VamplateError(
    'refused',
    'Another dataset cannot be read in full, so nobody can say whether it is a clone of this one.',
    { reasons: [{ kind: 'clone', subject, sentence: error.message }] },
    { cause: error },
  );
}
