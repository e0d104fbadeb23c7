/** Everything that versions which stay need of one root: its own, those of branches and of clones elsewhere (G.3, G.4). */
import { VamplateError } from '@/lib/base/errors';
import type { SurveyContext } from '@/lib/engine/cleanup/cleanup-context';
import type { ClonePin } from '@/lib/engine/cleanup/clone-search';
import { rootUri } from '@/lib/engine/lance/root-uri';
import type { DatasetSurvey, FolderSurvey, SurveyedVersion } from './dataset-survey';
import type { KnownManifest } from './manifest-memory';
import { needsAt } from './places-rules';
import { readManifests } from './read-manifests';

/** A branch folder that needs files of the root asked about. */
export interface TreePin {
  readonly branch: string;
  /** Its versions begin with the number of the one it was forked from (A.3). */
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
 * @throws `corrupt` for what contradicts itself, `refused` where nobody can tell whom a branch needs
 */
export async function needsOfOtherFolders(
  context: SurveyContext,
  survey: DatasetSurvey,
  target: FolderSurvey,
): Promise<KeptNeeds> {
  const kept = new KeptNeeds();
  const dataset = rootUri(context.store, context.root.key);
  const address = rootUri(context.store, target.root);
  for (const folder of survey.folders) {
    if (folder === target) continue;
    const versions = [...folder.versions, ...folder.detached];
    const known = await readManifests(context, folder.root, versions);
    kept.manifestsRead += versions.length;
    let pins = false;
    const from = new Set<bigint>();
    for (const manifest of known) {
      if (manifest === null) continue;
      // Main may itself be a clone of something elsewhere; a branch must lead back into its own dataset.
      const needs = needsAt(manifest, address, folder.branch === null ? null : dataset);
      if (needs.kind === 'unknown') throw lostBranch(folder.branch, needs.because);
      kept.add(needs.keys);
      if (needs.keys.length === 0) continue;
      pins = true;
      if (manifest.clonedVersion !== null) from.add(manifest.clonedVersion);
    }
    const first = folder.versions.reduce<bigint | null>(
      (least, { version }) => (least === null || version < least ? version : least),
      null,
    );
    if (first !== null) from.add(first);
    if (pins && folder.branch !== null) kept.treePins.push({ branch: folder.branch, versions: [...from] });
  }
  return kept;
}

/** Adds what versions of the root itself need. @throws `corrupt` when a listed one is gone that must be there */
export async function addOwnNeeds(
  context: SurveyContext,
  target: FolderSurvey,
  versions: readonly SurveyedVersion[],
  kept: KeptNeeds,
): Promise<readonly (KnownManifest | null)[]> {
  const address = rootUri(context.store, target.root);
  const known = await readManifests(context, target.root, versions);
  kept.manifestsRead += versions.length;
  for (const manifest of known) if (manifest !== null) kept.add(keysHere(manifest, address));
  return known;
}

/** What a manifest needs of the root it lies in, also where a base path leads back to it. */
export function keysHere(manifest: KnownManifest, address: string): readonly string[] {
  const needs = needsAt(manifest, address, null);
  if (needs.kind === 'unknown')
    throw new VamplateError('corrupt', `A manifest cannot be followed: ${needs.because}.`);
  return [...manifest.own, ...needs.keys];
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
