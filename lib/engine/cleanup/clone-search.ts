/** Finds the shallow clones in other datasets that need files here, by the base paths of every version of every dataset (D13). */
import pLimit from 'p-limit';
import { isVamplateError, VamplateError } from '@/lib/base/errors';
import { below, branchRoot, versionsFolder } from '@/lib/engine/lance/paths';
import { listVersions } from '@/lib/engine/lance/read-versions';
import { rootUri } from '@/lib/engine/lance/root-uri';
import { parseVersionName } from '@/lib/engine/lance/version-names';
import type { OtherDataset, PlanContext } from './cleanup-context';
import { lowestVersion, type SurveyedVersion } from './survey/dataset-survey';
import { needsAt } from './survey/places-rules';
import { refuseManifest } from './survey/plan-ground';
import { visitManifests } from './survey/read-manifests';
import { findBranchFolders } from './survey/tree-folders';

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

const datasetsAtOnce = 8;

/**
 * @param address of the root asked about
 * @throws `refused` when a dataset cannot be read: nobody can say then that it needs nothing
 */
export async function searchClones(context: PlanContext, address: string): Promise<CloneSearch> {
  const others = await listOthers(context);
  const limit = pLimit(datasetsAtOnce);
  try {
    const found = await Promise.all(
      others.map((other) => limit(() => searchDataset(context, other, address))),
    );
    return {
      pins: found.flatMap(({ pins }) => pins),
      datasets: others.length,
      manifests: found.reduce((sum, { manifests }) => sum + manifests, 0),
    };
  } finally {
    limit.clearQueue();
  }
}

async function listOthers(context: PlanContext): Promise<readonly OtherDataset[]> {
  try {
    return await context.otherDatasets();
  } catch (error) {
    throw unreadableClone(context, 'the other datasets', error);
  }
}

/** Itself and every branch folder it has, with a reference or without. */
async function searchDataset(context: PlanContext, other: OtherDataset, address: string) {
  const { store, root } = other;
  const pins: ClonePin[] = [];
  let manifests = 0;
  try {
    const { branches, proposals } = await findBranchFolders(store, root, context.signal);
    const [proposed] = proposals;
    if (proposed !== undefined)
      throw new VamplateError('unsupported', `Its layout is that of a proposal: there is ${proposed}.`);
    for (const folder of [null, ...branches].map((branch) => branchRoot(root, branch))) {
      const versions = await listedVersions(other, folder, context.signal);
      manifests += versions.length;
      const pin = await pinOf({ ...context, store }, folder, versions, address);
      if (pin !== null) pins.push(pin);
    }
  } catch (error) {
    throw unreadableClone(context, rootUri(store, root), error);
  }
  return { pins, manifests };
}

async function pinOf(
  context: PlanContext,
  root: string,
  versions: readonly SurveyedVersion[],
  address: string,
): Promise<ClonePin | null> {
  const clone = rootUri(context.store, root);
  const keys = new Set<string>();
  const from = new Set<bigint>();
  let leadsHere = false;
  await visitManifests(
    context,
    root,
    versions,
    (listed, manifest) => {
      if (manifest === null) return;
      const needs = needsAt(manifest, address, null);
      if (needs.kind === 'unknown') throw new VamplateError('corrupt', needs.because, { clone });
      if (!needs.leadsHere) return;
      // What it does not say in words known here it may need by others.
      refuseManifest(listed, manifest);
      leadsHere = true;
      for (const key of needs.keys) keys.add(key);
      if (manifest.clonedVersion !== null) from.add(manifest.clonedVersion);
    },
    'places',
  );
  if (!leadsHere) return null;
  const first = lowestVersion(versions.filter(({ scheme }) => scheme !== 'detached'));
  if (first !== null) from.add(first);
  return { clone, keys: [...keys], versions: [...from] };
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
  if (!listing.complete || listing.unrecognised.length > 0)
    throw new VamplateError('unavailable', 'Not all of its versions can be told.', { prefix });
  return versions;
}

function unreadableClone({ signal }: PlanContext, subject: string, error: unknown): unknown {
  if (signal?.aborted === true) return error;
  const sentence = isVamplateError(error) ? error.message : 'It could not be asked.';
  return new VamplateError(
    'refused',
    'Another dataset cannot be read in full, so nobody can say whether it is a clone of this one.',
    { reasons: [{ kind: 'clone', subject, sentence }] },
    { cause: error },
  );
}
