/** Counts a whole dataset, and finds out whether every object that its versions need is there: what a receipt states. */
import { isVamplateError, VamplateError } from '@/lib/base/errors';
import type { SurveyContext } from '@/lib/engine/cleanup/cleanup-context';
import type { DatasetSurvey } from '@/lib/engine/cleanup/survey/dataset-survey';
import { needsAt } from '@/lib/engine/cleanup/survey/places-rules';
import { visitManifests } from '@/lib/engine/cleanup/survey/read-manifests';
import { surveyDataset } from '@/lib/engine/cleanup/survey/survey-dataset';
import { rootUri } from '@/lib/engine/lance/root-uri';
import { parseVersionName } from '@/lib/engine/lance/version-names';
import type { ListPage } from '@/lib/engine/store/object-store';
import type { DatasetSums, Receipt } from './receipt';

export interface Stock {
  readonly sums: DatasetSums;
  readonly verification: Receipt['verification'];
}

const maxPages = 5_000;
/** The newest of each branch; reading every manifest of a long history would cost more than the run. */
const versionsVerified = 1_000;

/** The whole dataset as it is listed now: objects below its root, without what the console keeps beside it. */
export async function countDataset(context: SurveyContext): Promise<DatasetSums> {
  return (await listAll(context)).sums;
}

export interface FolderCount {
  readonly sums: DatasetSums;
  /** Versions that lie there, in order. */
  readonly versions: readonly bigint[];
}

/** What lies in a branch's own folder, without the folders of branches whose names begin with its name. @throws `unavailable` when it cannot be listed */
export async function countBranch(context: SurveyContext, branch: string): Promise<FolderCount> {
  const folder = `tree/${branch}/`;
  const { objects } = await listAll(context, folder);
  const below = [...objects].map(([entry, bytes]) => ({ rest: entry.slice(folder.length), bytes }));
  const others = new Set(below.flatMap(({ rest }) => /^(.+\/)_versions\/[^/]+$/.exec(rest)?.[1] ?? []));
  const own = below.filter(({ rest }) => ![...others].some((other) => rest.startsWith(other)));
  const versions = own.flatMap(({ rest }) => {
    const name = /^_versions\/([^/]+)$/.exec(rest)?.[1];
    const parsed = name === undefined ? null : parseVersionName(name);
    return parsed?.kind === 'attached' ? [parsed.version] : [];
  });
  const bytes = own.reduce((sum, one) => sum + one.bytes, 0);
  return {
    sums: { versions: versions.length, objects: own.length, bytes },
    versions: versions.sort((a, b) => (a < b ? -1 : 1)),
  };
}

/** The same, and the newest 1,000 versions of each branch looked through. @throws `unavailable` when it cannot be listed */
export async function takeStock(context: SurveyContext): Promise<Stock> {
  const surveyed = surveyDataset(context);
  // What it throws is told below, after the listing.
  surveyed.catch(() => undefined);
  const { sums, objects } = await listAll(context);
  try {
    return { sums, verification: await verify(context, await surveyed, new Set(objects.keys())) };
  } catch (error) {
    if (!isVamplateError(error)) throw error;
    const sentence = `It could not be looked through: ${error.message}`.slice(0, 400);
    return { sums, verification: { kind: 'not_done', versionsVerified: 0, sentence } };
  }
}

/** @param folder below the dataset, its slash at the end; everything otherwise */
async function listAll({ store, root, signal }: SurveyContext, folder = '') {
  const prefix = root.key === '' ? '' : `${root.key}/`;
  const objects = new Map<string, number>();
  let [versions, bytes] = [0, 0];
  let next: string | null = null;
  for (let pages = 0; ; pages += 1) {
    if (pages === maxPages) {
      throw new VamplateError('unavailable', 'There are more objects than are ever listed.', { prefix });
    }
    const where = { ...(next === null ? {} : { next }), ...(signal === undefined ? {} : { signal }) };
    const page: ListPage = await store.list({ prefix: `${prefix}${folder}`, ...where });
    for (const { key, size } of page.objects) {
      const entry = key.slice(prefix.length);
      if (entry.startsWith('_vamplate/')) continue;
      objects.set(entry, size);
      bytes += size;
      if (/(?:^|\/)_versions\/[^/]+\.manifest$/.test(entry)) versions += 1;
    }
    next = page.next;
    if (next === null) return { objects, sums: { versions, objects: objects.size, bytes } };
  }
}

/**
 * Of each branch's versions, in its own folder and in main's. Nobody needs a transaction file to read a version, and a
 * data file has a folder of blobs only where its table has some.
 */
async function verify(
  context: SurveyContext,
  survey: DatasetSurvey,
  keys: ReadonlySet<string>,
): Promise<Stock['verification']> {
  const indices = new Set([...keys].flatMap((key) => /^.*_indices\/[^/]+\//.exec(key)?.[0] ?? []));
  const isThere = (name: string) => {
    if (name.includes('_transactions/')) return true;
    if (name.endsWith('/')) return !name.includes('_indices/') || indices.has(name);
    return keys.has(name);
  };
  const main = rootUri(context.store, context.root.key);
  const missing: string[] = [];
  let seen = 0;
  for (const { versions, root, branch } of survey.folders) {
    const folder = branch === null ? '' : `${root.slice(context.root.key.length).replace(/^\//, '')}/`;
    const newest = [...versions].sort((a, b) => (a.version > b.version ? -1 : 1)).slice(0, versionsVerified);
    await visitManifests(context, root, newest, ({ version }, manifest) => {
      if (manifest === null) return;
      seen += 1;
      const elsewhere = needsAt(manifest, main, null);
      const inMain = branch === null || elsewhere.kind === 'unknown' ? [] : elsewhere.keys;
      const names = [...manifest.own.map((name) => folder + name), ...inMain];
      const lost = names.find((name) => !isThere(name));
      const of = branch === null ? '' : ` of branch ${branch}`;
      if (lost !== undefined) missing.push(`version ${version}${of} needs ${lost}`);
    });
  }
  if (missing.length > 0) {
    const more = missing.length > 3 ? ` and ${missing.length - 3} more` : '';
    const sentence = `Missing: ${missing.slice(0, 3).join('; ')}${more}.`;
    return { kind: 'failed', versionsVerified: seen - missing.length, sentence: sentence.slice(0, 400) };
  }
  const all = survey.folders.every(({ versions }) => versions.length <= versionsVerified);
  const which = all ? 'every version that remains' : `the newest ${versionsVerified} versions of each branch`;
  return { kind: 'passed', versionsVerified: seen, sentence: `Every object that ${which} needs is there.` };
}
