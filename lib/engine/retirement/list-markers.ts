/** Lists retirement markers as facts; a name that does not parse stops the work that asked (E, G.5). */
import { corrupt, VamplateError } from '@/lib/base/errors';
import { below } from '@/lib/engine/lance/paths';
import type { ListPage, ObjectMeta, ObjectStore } from '@/lib/engine/store/object-store';
import type { DatasetRoot } from './dataset-path';
import { markersFolder } from './lifecycle-names';
import { isClockEntry, markerFolder, parseMarkerName } from './marker-names';
import type { MarkerFact } from './retirement-rules';

const maxPages = 1_000;
const maxLooks = 6;

/**
 * Every marker that one version has at one moment, in one call where they fit a page.
 *
 * A commit appears before its seal goes, but sorts before it too: a listing of several pages could miss both. Then the
 * listing is repeated until two in a row say the same; ids are never used twice, so what they say was true between them.
 * @throws `corrupt` for a foreign name, `unavailable` when no two listings agree
 */
export async function listVersionMarkers(
  store: ObjectStore,
  root: DatasetRoot,
  namespace: string,
  version: bigint,
): Promise<readonly MarkerFact[]> {
  const folder = markerFolder(namespace, version);
  const prefix = below(root.key, folder);
  let before: string | null = null;
  for (let look = 1; look <= maxLooks; look += 1) {
    const { objects, pages } = await listPages(store, prefix);
    const keys = objects.map((meta) => meta.key).join('\n');
    if (pages === 1 || keys === before) return objects.map((meta) => markerOf(root, meta));
    before = keys;
  }
  throw new VamplateError('unavailable', 'The markers of a version changed during every look at them.', {
    key: prefix,
  });
}

/** All markers of a namespace, each as it was when its page was listed: for the times of one's own (D18). */
export async function listNamespaceMarkers(
  store: ObjectStore,
  root: DatasetRoot,
  namespace: string,
): Promise<readonly MarkerFact[]> {
  const { objects } = await listPages(store, below(root.key, `${markersFolder}${namespace}/`));
  return objects.filter((meta) => !isClockEntry(entryBelow(root, meta))).map((meta) => markerOf(root, meta));
}

async function listPages(store: ObjectStore, prefix: string) {
  const objects: ObjectMeta[] = [];
  let next: string | null = null;
  for (let pages = 1; pages <= maxPages; pages += 1) {
    const page: ListPage = await store.list({ prefix, ...(next === null ? {} : { next }) });
    objects.push(...page.objects);
    next = page.next;
    if (next === null) return { objects, pages };
  }
  throw new VamplateError('unavailable', 'There are more markers than are ever listed.', { key: prefix });
}

function entryBelow(root: DatasetRoot, meta: ObjectMeta): string {
  return meta.key.slice(below(root.key, markersFolder).length);
}

function markerOf(root: DatasetRoot, meta: ObjectMeta): MarkerFact {
  const name = parseMarkerName(entryBelow(root, meta));
  if (name.kind === 'corrupt') {
    throw corrupt(`Among the retirement markers lies something else: ${name.reason}.`, { key: meta.key });
  }
  return { ...name.value, key: meta.key, storedAt: meta.storedAt };
}
