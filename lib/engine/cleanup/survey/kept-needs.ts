/** Everything that versions which stay need of one root: its own, those of branches and of clones elsewhere (G.3, G.4). */
import { VamplateError } from '@/lib/base/errors';
import type { SurveyContext } from '@/lib/engine/cleanup/cleanup-context';
import type { ClonePin } from '@/lib/engine/cleanup/clone-search';
import { rootUri } from '@/lib/engine/lance/root-uri';
import { type DatasetSurvey, type FolderSurvey, lowestVersion, type SurveyedVersion } from './dataset-survey';
import type { KnownManifest } from './manifest-memory';
import { needsAt } from './places-rules';
import { refuseManifest, refuseOwnManifest } from './plan-ground';
import { visitManifests } from './read-manifests';

/** A branch folder that was made from the root asked about, or needs files of it. */
export interface TreePin {
  readonly branch: string;
  /** Those it may have been made from: its versions begin with that number (A.3). Empty where its reference tells. */
  readonly versions: readonly bigint[];
}

export class KeptNeeds {
  private readonly names = new Set<string>();
  readonly treePins: TreePin[] = [];
  manifestsRead = 0;

  has(name: string): boolean {
    return this.names.has(name);
  }

  add(names: Iterable<string>): void {
    for (const name of names) this.names.add(name);
  }
}

/**
 * Needs of all that other folders hold: every version of every branch, wherever its base paths lead.
 * @param target the branch whose files are asked about
 * @throws `corrupt` for what contradicts itself, `unsupported` for flags that nobody here understands, `refused` where
 * nobody can tell whom a branch needs
 */
export async function needsOfOtherFolders(
  context: SurveyContext,
  survey: DatasetSurvey,
  target: FolderSurvey,
): Promise<KeptNeeds> {
  const kept = new KeptNeeds();
  for (const folder of survey.folders) {
    if (folder === target) continue;
    const from = await addFolder(context, folder, target, kept);
    if (from === null || folder.branch === null) continue;
    const told = isMadeElsewhere(survey, folder.branch, target.branch);
    kept.treePins.push({ branch: folder.branch, versions: told ? [] : [...from] });
  }
  return kept;
}

/** @returns the versions it may have been made from; null where no base path leads to the target */
async function addFolder(
  context: SurveyContext,
  folder: FolderSurvey,
  target: FolderSurvey,
  kept: KeptNeeds,
): Promise<ReadonlySet<bigint> | null> {
  const { store, root } = context;
  const address = rootUri(store, target.root);
  // Main may itself be a clone of something elsewhere; a branch must lead back into its own dataset.
  const within = folder.branch === null ? null : rootUri(store, root.key);
  const from = new Set<bigint>();
  let leadsHere = false;
  const versions = [...folder.versions, ...folder.detached];
  kept.manifestsRead += versions.length;
  await visitManifests(context, folder.root, versions, (listed, manifest) => {
    if (manifest === null) return;
    refuseManifest(listed, manifest);
    const needs = needsAt(manifest, address, within);
    if (needs.kind === 'unknown') throw lostBranch(folder.branch, needs.because);
    kept.add(needs.keys);
    if (!needs.leadsHere) return;
    leadsHere = true;
    if (manifest.clonedVersion !== null) from.add(manifest.clonedVersion);
  });
  if (!leadsHere) return null;
  const first = lowestVersion(folder.versions);
  return first === null ? from : from.add(first);
}

/** Its reference names another parent: the numbers it begins with are those of that branch. */
function isMadeElsewhere({ control }: DatasetSurvey, branch: string, parent: string | null): boolean {
  const body = control.branches.find(({ name }) => name === branch)?.body;
  return body?.kind === 'read' && body.value.kind === 'found' && body.value.reference.parentBranch !== parent;
}

/**
 * Adds what versions of the root itself need; one that is gone needs nothing, unless it is the latest.
 * @throws as `refuseOwnManifest` does
 */
export async function addOwnNeeds(
  context: SurveyContext,
  target: FolderSurvey,
  versions: readonly SurveyedVersion[],
  kept: KeptNeeds,
): Promise<void> {
  const address = rootUri(context.store, target.root);
  kept.manifestsRead += versions.length;
  await visitManifests(context, target.root, versions, (listed, manifest) => {
    refuseOwnManifest(target, listed, manifest);
    if (manifest !== null) kept.add(keysHere(manifest, address));
  });
}

/** What a manifest needs of the root it lies in, also where a base path leads back to it. */
export function keysHere(manifest: KnownManifest, address: string): readonly string[] {
  const needs = needsAt(manifest, address, null);
  if (needs.kind === 'unknown')
    throw new VamplateError('corrupt', `A manifest cannot be followed: ${needs.because}.`);
  return needs.keys.length === 0 ? manifest.own : [...manifest.own, ...needs.keys];
}

export function addClonePins(pins: readonly ClonePin[], kept: KeptNeeds): void {
  for (const pin of pins) kept.add(pin.keys);
}

function lostBranch(branch: string | null, because: string): VamplateError {
  const subject = branch ?? 'main';
  return new VamplateError('refused', `Nobody can tell which files branch ${subject} needs: ${because}.`, {
    reasons: [{ kind: 'branch', subject, sentence: because }],
  });
}
