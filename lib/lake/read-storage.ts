/** Counts a dataset's storage: every manifest of the branch, every object below its root, each bounded and said so. */
import { below } from '@/lib/engine/lance/paths';
import { explainNextCleanup, type NextCleanup } from '@/lib/engine/protection/next-cleanup-rules';
import { explainVersions } from '@/lib/engine/protection/protection-rules';
import type { StorageAccount, StorageVersion } from '@/lib/engine/protection/storage-facts';
import { accountStorage } from '@/lib/engine/protection/storage-rules';
import type { ObjectStore, StoreTime } from '@/lib/engine/store/object-store';
import { branchNeeds } from './branch-needs';
import type { DatasetFacts } from './dataset-facts';
import type { Explanation } from './explain';
import { lakeLimits } from './lake-settings';
import { branchFoldersIn, listObjects } from './list-objects';
import type { ManifestNeeds } from './needs-index';
import { readVersionNames, type VersionNames } from './read-names';
import { type ListedVersion, listedVersion, manifestKeyOf, sameManifest } from './version-columns';
import { versionFact } from './version-facts';

export interface StorageReading {
  readonly account: StorageAccount;
  readonly nextCleanup: NextCleanup;
  readonly storeTime: StoreTime;
  readonly complete: boolean;
  readonly notes: readonly string[];
  /** The newest version when it was counted; null when there was none. */
  readonly head: ListedVersion | null;
  /** Oldest of the readings it rests on, by this host's clock. */
  readonly factsReadAt: number;
}

/**
 * Names first, then what they need, then the objects: a commit meanwhile leaves files that are young and unneeded, a
 * cleanup meanwhile leaves versions whose manifest is gone, and those are left out of the count.
 * @param listFolders branch folders of the dataset, asked only where the listing does not show them
 * @throws what the store throws: half a count is no count
 */
export async function countStorage(
  store: ObjectStore,
  facts: DatasetFacts,
  explanation: Explanation,
  listFolders: () => Promise<readonly string[]>,
): Promise<StorageReading> {
  const { reader, branch } = facts;
  const root = reader.root(branch);
  const notes: string[] = [];
  const names = await allNames(store, facts);
  const { read, inFull } = toRead(names, notes);
  const findings = await Promise.all(read.map((entry) => reader.manifests.read(store, root, entry)));
  const needs = await Promise.all(read.map((entry) => reader.manifests.readNeeds(store, root, entry)));
  const listing = await listObjects(store, root);
  if (!listing.complete) notes.push(`Only the first ${listing.objects.length} objects were listed.`);
  const folders = branch === null ? branchFoldersIn(listing.objects) : await listFolders();
  const headKey = manifestKeyOf('', names.columns.at(0) ?? { scheme: 'v2', version: 0n });
  const clones = await branchNeeds(store, facts, folders, headKey);
  notes.push(...clones.notes);

  const page = {
    versions: read.map((entry, index) => versionFact(entry, findings[index])),
    latest: names.listing.latest,
    newerThanPage: 0,
  };
  const explained = explainVersions(page, explanation.holders, explanation.cleaner);
  const versionsInFull = inFull && listing.complete && clones.notes.length === 0;
  const gone = new Set<ListedVersion>();
  const count = () => {
    const own = read.flatMap((entry, index): StorageVersion[] => {
      const one = explained[index];
      if (one === undefined || gone.has(entry)) return [];
      const { verdict, protections } = one;
      const manifestKey = manifestKeyOf('', entry);
      return [{ version: entry.version, verdict, protections, manifestKey, keys: keysOf(needs[index]) }];
    });
    return accountStorage({
      objects: listing.objects,
      listedInFull: listing.complete,
      versions: [...own, ...clones.versions],
      versionsInFull,
      storeTime: listing.storeTime,
    });
  };
  let account = count();
  for (const entry of await goneMeanwhile(store, root, read, account)) gone.add(entry);
  if (gone.size > 0) {
    notes.push(`${gone.size} versions went while the storage was counted.`);
    account = count();
  }
  const needsKnown = account.unreadVersions === 0 && versionsInFull;
  if (account.unreadVersions > 0) {
    notes.push(`What ${account.unreadVersions} versions need is not known: nothing is called reclaimable.`);
  }
  const nextCleanup = explainNextCleanup({
    ...{ page, holders: explanation.holders, cleaner: explanation.cleaner },
    versionsInFull: inFull,
    released: releasedRun(explanation),
    storage: {
      reclaimableBytes: account.byReason.get('reclaimable')?.bytes ?? 0,
      orphanedBytes: account.byReason.get('orphaned')?.bytes ?? 0,
      unverifiedBytes: account.byReason.get('unverified')?.bytes ?? 0,
      needsKnown,
    },
  });
  const complete = listing.complete && needsKnown && facts.control.complete;
  const { storeTime } = listing;
  const head = names.columns.at(0) ?? null;
  return { account, nextCleanup, storeTime, complete, notes, head, factsReadAt: facts.readAt };
}

/** Whether a count is of the history these names are of: a table that was dropped and made anew has another. */
export function isOfHistory({ head }: StorageReading, { columns, listing }: VersionNames): boolean {
  if (head === null) return columns.length === 0;
  const now = columns.find(head.version);
  if (now !== undefined) return sameManifest(now, head);
  const oldest = columns.at(columns.length - 1)?.version;
  const covered = listing.complete || (oldest !== undefined && head.version > oldest);
  return !covered;
}

/** Every name of the branch, as of now where the facts know only the newest, or older ones from earlier. */
function allNames(store: ObjectStore, { names, reader, branch }: DatasetFacts): Promise<VersionNames> {
  const whole = names.listing.complete && names.earlier === null;
  return whole ? Promise.resolve(names) : readVersionNames(store, reader.root(branch), 'all');
}

function toRead(
  { columns, listing }: VersionNames,
  notes: string[],
): { read: readonly ListedVersion[]; inFull: boolean } {
  const entries = columns.slice(0, lakeLimits.storageManifests);
  if (entries.length < columns.length) {
    notes.push(`Only the newest ${entries.length} of ${columns.length} versions were read.`);
  }
  const detached = listing.detached.slice(0, lakeLimits.storageManifests);
  if (detached.length < listing.detached.length || !listing.sideListsComplete) {
    notes.push('Not all detached versions were read.');
  }
  if (!listing.complete) notes.push(`The listing of versions stopped after ${listing.pages} pages.`);
  const read = [...entries, ...detached.map((one) => listedVersion(one.version, 'detached', one))];
  return { read, inFull: notes.length === 0 };
}

/** Versions that miss something because a cleanup was faster than the count: their manifest is gone as well. */
async function goneMeanwhile(
  store: ObjectStore,
  root: string,
  read: readonly ListedVersion[],
  { missing }: StorageAccount,
): Promise<readonly ListedVersion[]> {
  const incomplete = new Set(missing.map(({ neededBy }) => neededBy));
  const asked = read.filter(({ version }) => incomplete.has(version)).slice(0, maxConfirmed);
  const answers = await Promise.all(asked.map((entry) => store.head(below(root, manifestKeyOf('', entry)))));
  return asked.filter((_, index) => answers[index]?.kind === 'absent');
}

const maxConfirmed = 200;

/** How the dataset's own auto cleanup runs, where the policy in force is its. */
function releasedRun({ cleaner, autoCleanup }: Explanation): { runs: string } | null {
  if (cleaner.policy.source !== 'auto_cleanup' || autoCleanup === null) return null;
  const { interval } = autoCleanup;
  if (interval === null) return { runs: 'never by itself: no interval is set' };
  return {
    runs: interval === 0n ? 'at every commit' : `at every commit whose version is a multiple of ${interval}`,
  };
}

function keysOf(needs: ManifestNeeds | null | undefined): Iterable<string> | null {
  return needs?.kind === 'known' ? needs.table.keysOf(needs.own) : null;
}
