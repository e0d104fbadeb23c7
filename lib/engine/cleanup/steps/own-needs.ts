/** What versions of the cleaned root itself need, read once for a run however long its history is (D16). */
import type { SurveyContext } from '@/lib/engine/cleanup/cleanup-context';
import type { ObjectIdentity } from '@/lib/engine/cleanup/cleanup-plan';
import type { FolderSurvey, SurveyedVersion } from '@/lib/engine/cleanup/survey/dataset-survey';
import { keysHere } from '@/lib/engine/cleanup/survey/kept-needs';
import type { Needed, NeedsIndex } from '@/lib/engine/cleanup/survey/needs-index';
import { refuseOwnManifest } from '@/lib/engine/cleanup/survey/plan-ground';
import { visitManifests } from '@/lib/engine/cleanup/survey/read-manifests';
import { rootUri } from '@/lib/engine/lance/root-uri';

/** One content of one object: another under the same name needs other things (D10). */
export function manifestId({ key, etag }: Pick<ObjectIdentity, 'key' | 'etag'>): string {
  return `${key}\n${etag}`;
}

/**
 * Reads those that the run has not read; a version that is gone needs nothing, unless it is the latest.
 * @throws as `refuseOwnManifest` and reading do
 */
export async function ownNeeds(
  context: SurveyContext,
  target: FolderSurvey,
  versions: readonly SurveyedVersion[],
  index: NeedsIndex,
): Promise<Needed> {
  const ids = versions.map(manifestId);
  index.reserve(ids);
  const unread = versions.filter((one) => !index.knows(manifestId(one)));
  const address = rootUri(context.store, target.root);
  // What the index has no room for is read at every look.
  const beside = new Set<string>();
  await visitManifests(context, target.root, unread, (listed, manifest) => {
    refuseOwnManifest(target, listed, manifest);
    if (manifest === null) return;
    const names = keysHere(manifest, address);
    if (!index.add(manifestId(listed), names)) for (const name of names) beside.add(name);
  });
  const known = index.neededBy(ids);
  return { has: (name) => beside.has(name) || known.has(name) };
}
