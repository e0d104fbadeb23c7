/** Looks at a branch and at everything that may need it, afresh: what it holds, and what stands against deleting it (D21, D13, D14). */

import { VamplateError } from '@/lib/base/errors';
import type { CleanupContext } from '@/lib/engine/cleanup/cleanup-context';
import { searchClones } from '@/lib/engine/cleanup/clone-search';
import type { DatasetSurvey } from '@/lib/engine/cleanup/survey/dataset-survey';
import { folderOf } from '@/lib/engine/cleanup/survey/dataset-survey';
import { needsOfOtherFolders } from '@/lib/engine/cleanup/survey/kept-needs';
import { surveyDataset } from '@/lib/engine/cleanup/survey/survey-dataset';
import { branchRoot, versionsFolder } from '@/lib/engine/lance/paths';
import type { ListPage, ObjectMeta } from '@/lib/engine/store/object-store';
import { addressOf, type Doomed } from './branch-deletion';
import { type Obstacle, obstaclesTo } from './obstacle-rules';

export interface BranchLook {
  readonly survey: DatasetSurvey;
  /** Everything that lies in the branch now. */
  readonly found: Doomed;
  readonly obstacles: readonly Obstacle[];
}

const ownFolders = [versionsFolder, 'data/', '_deletions/', '_transactions/', '_indices/'];
const maxPages = 5_000;

/**
 * One survey, one listing of the branch, one look at every other dataset.
 * @throws `unavailable`, `corrupt`, `refused` when any of it cannot be known
 */
export async function lookAtBranch(
  context: CleanupContext,
  name: string,
  namespace: string,
  moment: 'before' | 'guard',
): Promise<BranchLook> {
  const { store, root, outsideReasons, clockMarginMs } = context;
  const rootKey = branchRoot(root.key, name);
  const survey = await surveyDataset(context);
  const nested = survey.folders.flatMap(({ branch }) => (branch?.startsWith(`${name}/`) ? [branch] : []));
  const objects = await listBranch(
    context,
    rootKey,
    nested.map((branch) => `${branchRoot(root.key, branch)}/`),
  );
  const own = (meta: ObjectMeta) => ownFolders.some((folder) => meta.key.startsWith(`${rootKey}/${folder}`));
  const isManifest = ({ key }: ObjectMeta) => key.startsWith(`${rootKey}/${versionsFolder}`);

  const target = folderOf(survey, name) ?? emptyFolder(name, rootKey);
  const kept = await needsOfOtherFolders(context, survey, target);
  const clones = await searchClones(context, addressOf(context, rootKey));
  const outside = await outsideReasons({ storeUri: store.uri, dataset: root.key, branch: name });
  const obstacles = obstaclesTo(
    {
      ...{ name, namespace, outside, clockMarginMs },
      control: survey.control,
      clones: clones.pins.map(({ clone }) => clone),
      folders: kept.treePins.map(({ branch }) => branch),
      strange: objects.filter((meta) => !own(meta)).map(({ key }) => key),
    },
    moment,
  );
  const found = {
    ...{ name, namespace, rootKey },
    objects: objects.filter((meta) => own(meta) && !isManifest(meta)),
    manifests: objects.filter(isManifest),
  };
  return { survey, found, obstacles };
}

/** @throws `unavailable` when the listing does not end */
async function listBranch(
  { store, signal }: CleanupContext,
  rootKey: string,
  nested: readonly string[],
): Promise<readonly ObjectMeta[]> {
  const objects: ObjectMeta[] = [];
  let next: string | null = null;
  for (let pages = 0; pages < maxPages; pages += 1) {
    signal?.throwIfAborted();
    const page: ListPage = await store.list({ prefix: `${rootKey}/`, ...(next === null ? {} : { next }) });
    for (const meta of page.objects) {
      if (!nested.some((folder) => meta.key.startsWith(folder))) objects.push(meta);
    }
    next = page.next;
    if (next === null) return objects;
  }
  throw new VamplateError('unavailable', 'The branch has more objects than are ever listed.', { rootKey });
}

function emptyFolder(branch: string, root: string) {
  const nothing = { versions: [], detached: [], staged: [], unrecognised: [] };
  return { branch, root, ...nothing, scheme: null, latest: null };
}
