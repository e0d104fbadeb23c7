/** Looks at a dataset afresh: one listing of `_refs/`, and one of the manifests of main and of every branch folder (D16). */
import { VamplateError } from '@/lib/base/errors';
import type { SurveyContext } from '@/lib/engine/cleanup/cleanup-context';
import { readControl } from '@/lib/engine/control/read-control';
import { below, branchRoot, versionsFolder } from '@/lib/engine/lance/paths';
import { listVersions } from '@/lib/engine/lance/read-versions';
import { parseVersionName } from '@/lib/engine/lance/version-names';
import type { DatasetSurvey, FolderSurvey, SurveyedVersion } from './dataset-survey';
import { findTreeFolders } from './tree-folders';

/**
 * Three calls and a reading per small body not remembered, where there are no branches and few versions; two more per
 * branch folder.
 * @throws `unavailable` when any answer is missing or a bound stopped a listing: then nothing is known to be unneeded
 */
export async function surveyDataset(context: SurveyContext): Promise<DatasetSurvey> {
  const { store, root, bodies, signal } = context;
  const control = await readControl(store, root.key, {
    cache: bodies,
    ...(signal === undefined ? {} : { signal }),
  });
  if (control.listedUpTo !== null) {
    throw new VamplateError('unavailable', `_refs/ could not be read in full: ${control.notes.join('; ')}.`, {
      dataset: root.key,
    });
  }
  // A branch whose name reads like a folder of a dataset is found by its reference.
  const named = control.branches.map(({ name }) => name);
  const found = await findTreeFolders(store, root.key, signal);
  const branches = new Set([...found.branches, ...named]);
  const folders: FolderSurvey[] = [];
  for (const branch of [null, ...branches]) folders.push(await surveyFolder(context, branch));
  return {
    control,
    folders,
    proposals: found.proposals,
    externalCommits: context.externalCommits === true,
    storeTime: control.storeTime,
  };
}

async function surveyFolder(
  { store, root, signal }: SurveyContext,
  branch: string | null,
): Promise<FolderSurvey> {
  const folderRoot = branchRoot(root.key, branch);
  const prefix = below(folderRoot, versionsFolder);
  const versions: SurveyedVersion[] = [];
  const detached: SurveyedVersion[] = [];
  const listing = await listVersions(store, folderRoot, {
    extent: 'all',
    keep: 0,
    ...(signal === undefined ? {} : { signal }),
    visit: ({ name, size, etag, storedAt }) => {
      const parsed = parseVersionName(name);
      const object = { key: prefix + name, name, size, etag, storedAt };
      if (parsed.kind === 'attached')
        versions.push({ ...object, version: parsed.version, scheme: parsed.scheme });
      if (parsed.kind === 'detached')
        detached.push({ ...object, version: parsed.version, scheme: 'detached' });
    },
  });
  if (!listing.complete || !listing.sideListsComplete) {
    throw new VamplateError('unavailable', 'There are more versions than are ever listed.', { prefix });
  }
  return {
    branch,
    root: folderRoot,
    versions,
    detached,
    staged: listing.staged,
    unrecognised: listing.unrecognised.map(({ name }) => name),
    scheme: listing.scheme,
    latest: listing.latest,
  };
}
