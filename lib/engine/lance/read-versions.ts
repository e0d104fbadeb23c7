/** Lists `_versions/`: one page where that tells the newest, a bounded full listing otherwise; says which (spec A.2). */
import { VamplateError } from '@/lib/base/errors';
import type {
  ListPage,
  ObjectMeta,
  ObjectStore,
  ReadOptions,
  StoreTime,
} from '@/lib/engine/store/object-store';
import { below, versionsFolder } from './paths';
import { type NamedObject, type VersionsSummary, VersionsTally } from './resolve-versions';
import { formatDetachedName, formatVersionName } from './version-names';

export interface ListVersionsOptions extends ReadOptions {
  /** `newest`: stop after one page when names and store allow. `all`: list to the end, for counts and for planning. */
  readonly extent: 'newest' | 'all';
  /** How many of the newest versions to keep in memory (default 1,000). */
  readonly keep?: number;
  /** Stop after this many pages (default 2,000, two million names). */
  readonly maxPages?: number;
  /** Told of every name as it is listed, for callers that keep their own index of a long history. */
  readonly visit?: (object: NamedObject) => void;
}

export interface VersionListing extends VersionsSummary {
  /** Whether every name was seen: only then are `count`, `holes`, `scheme` and the side lists the whole truth. */
  readonly complete: boolean;
  /** Why a full listing was taken where one page was asked for; null when one page was enough or all was asked for. */
  readonly fullBecause: 'v1-names' | 'mixed-names' | 'no-version-on-first-page' | 'unordered-store' | null;
  readonly pages: number;
  /** The store's time of the first answer: nothing listed here is younger than the last one's. */
  readonly storeTime: StoreTime;
}

/**
 * The versions of a dataset or branch.
 * @param root key of the dataset (or branch) below the store, '' for the store's own root
 * @throws `unavailable` when the store does not answer; an empty folder is an empty listing
 */
export async function listVersions(
  store: ObjectStore,
  root: string,
  options: ListVersionsOptions,
): Promise<VersionListing> {
  const { extent, keep = 1_000, maxPages = 2_000, signal, visit } = options;
  const prefix = below(root, versionsFolder);
  const tally = new VersionsTally(keep);
  let next: string | null = null;
  let storeTime: StoreTime = null;
  let fullBecause: VersionListing['fullBecause'] = null;

  for (let pages = 1; ; pages += 1) {
    const page: ListPage = await store.list({
      prefix,
      delimiter: '/',
      ...(next === null ? {} : { next }),
      ...(signal === undefined ? {} : { signal }),
    });
    if (pages === 1) storeTime = page.storeTime;
    for (const { key, ...meta } of page.objects) {
      const named = { ...meta, name: key.slice(prefix.length) };
      tally.add(named);
      visit?.(named);
    }
    if (page.next !== null && page.next === next) {
      throw new VamplateError('unavailable', `the listing of ${prefix} does not advance`, { prefix });
    }
    next = page.next;
    if (pages === 1 && next !== null && extent === 'newest') {
      fullBecause = whyFull(store, tally.summary());
      if (fullBecause === null) return { ...tally.summary(), complete: false, fullBecause, pages, storeTime };
    }
    if (next === null || pages >= maxPages) {
      return { ...tally.summary(), complete: next === null, fullBecause, pages, storeTime };
    }
  }
}

/** The manifest object of one version: its V2 name, else its V1 name (A.2); a number with bit 63 is detached. */
export async function findVersion(
  store: ObjectStore,
  root: string,
  version: bigint,
  options: ReadOptions = {},
): Promise<{ readonly name: string; readonly meta: ObjectMeta } | null> {
  const detached = (version & 0x8000_0000_0000_0000n) !== 0n;
  const names = detached
    ? [formatDetachedName(version)]
    : [formatVersionName('v2', version), formatVersionName('v1', version)];
  for (const name of names) {
    const answer = await store.head(below(root, `${versionsFolder}${name}`), options);
    if (answer.kind === 'found') return { name, meta: answer.meta };
  }
  return null;
}

/** V2 names count down, so an ordered store lists the newest first; nothing else does. */
function whyFull(store: ObjectStore, firstPage: VersionsSummary): VersionListing['fullBecause'] {
  if (!store.ordered) return 'unordered-store';
  if (firstPage.scheme === 'mixed') return 'mixed-names';
  if (firstPage.scheme === null) return 'no-version-on-first-page';
  return firstPage.scheme === 'v2' ? null : 'v1-names';
}
