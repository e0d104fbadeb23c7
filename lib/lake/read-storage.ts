/** Counts a dataset's storage: every manifest of the branch, every object below its root, each bounded and said so. */
import { normaliseUri } from '@/lib/engine/lance/base-uri';
import { below } from '@/lib/engine/lance/paths';
import { explainNextCleanup, type NextCleanup } from '@/lib/engine/protection/next-cleanup-rules';
import type { Protection } from '@/lib/engine/protection/protection-facts';
import { explainVersions } from '@/lib/engine/protection/protection-rules';
import type { StorageAccount, StorageObject, StorageVersion } from '@/lib/engine/protection/storage-facts';
import { accountStorage } from '@/lib/engine/protection/storage-rules';
import type { ObjectStore, StoreTime } from '@/lib/engine/store/object-store';
import type { DatasetFacts } from './dataset-facts';
import type { Explanation } from './explain';
import { lakeLimits } from './lake-settings';
import type { ManifestNeeds } from './needs-index';
import type { VersionNames } from './read-names';
import { type ListedVersion, manifestKeyOf } from './version-columns';
import { versionFact } from './version-facts';

export interface StorageReading {
  readonly account: StorageAccount;
  readonly nextCleanup: NextCleanup;
  readonly storeTime: StoreTime;
  readonly complete: boolean;
  readonly notes: readonly string[];
}

/** @param names every name of the branch, as far as the bounds went */
export async function readStorage(
  store: ObjectStore,
  facts: DatasetFacts,
  names: VersionNames,
  explanation: Explanation,
): Promise<StorageReading> {
  const { reader, branch } = facts;
  const root = reader.root(branch);
  const notes: string[] = [];
  const entries = names.columns.slice(0, lakeLimits.storageManifests);
  if (entries.length < names.columns.length) {
    notes.push(`Only the newest ${entries.length} of ${names.columns.length} versions were read.`);
  }
  const detached = names.listing.detached.map(
    ({ version, storedAt, size }): ListedVersion => ({
      version,
      scheme: 'detached',
      storedAt,
      manifestBytes: size,
    }),
  );
  const all = [...entries, ...detached];
  const findings = await Promise.all(all.map((entry) => reader.manifests.read(store, root, entry)));
  const needs = await Promise.all(all.map((entry) => reader.manifests.readNeeds(store, root, entry)));
  const listing = await listObjects(store, root);
  if (!listing.complete) notes.push(`Only the first ${listing.objects.length} objects were listed.`);

  const page = {
    versions: all.map((entry, index) => versionFact(entry, findings[index])),
    latest: names.listing.latest,
    newerThanPage: 0,
  };
  const explained = explainVersions(page, explanation.holders, explanation.cleaner);
  const versions = all.flatMap((entry, index): StorageVersion[] => {
    const one = explained[index];
    if (one === undefined) return [];
    return [
      {
        version: entry.version,
        manifestKey: manifestKeyOf('', entry),
        verdict: one.verdict,
        protections: one.protections,
        keys: keysOf(facts, needs[index]),
      },
    ];
  });
  const clones = await branchNeeds(store, facts);
  notes.push(...clones.notes);
  const versionsInFull = names.listing.complete && entries.length === names.columns.length && clones.complete;
  const account = accountStorage({
    objects: listing.objects,
    listedInFull: listing.complete,
    versions: [...versions, ...clones.versions],
    versionsInFull,
    storeTime: listing.storeTime,
  });
  const needsKnown = account.unreadVersions === 0 && versionsInFull;
  if (account.unreadVersions > 0) {
    notes.push(`${account.unreadVersions} manifests could not be read: what they need is unknown.`);
  }
  const nextCleanup = explainNextCleanup({
    page,
    versionsInFull,
    holders: explanation.holders,
    cleaner: explanation.cleaner,
    released: releasedRun(explanation),
    storage: {
      reclaimableBytes: account.byReason.get('reclaimable')?.bytes ?? 0,
      orphanedBytes: account.byReason.get('orphaned')?.bytes ?? 0,
      unverifiedBytes: account.byReason.get('unverified')?.bytes ?? 0,
      needsKnown,
    },
  });
  const complete = listing.complete && needsKnown;
  return { account, nextCleanup, storeTime: listing.storeTime, complete, notes };
}

/** How the dataset's own auto cleanup runs, where the policy in force is its. */
function releasedRun({ cleaner, autoCleanup }: Explanation): { runs: string } | null {
  if (cleaner.policy.source !== 'auto_cleanup' || autoCleanup === null) return null;
  const { interval } = autoCleanup;
  if (interval === null) return { runs: 'never by itself: no interval is set' };
  return {
    runs: interval === 0n ? 'at every commit' : `at every commit whose version is a multiple of ${interval}`,
  };
}

function keysOf({ reader }: DatasetFacts, needs: ManifestNeeds | null | undefined): Iterable<string> | null {
  return needs?.kind === 'known' ? reader.manifests.needs.keysOf(needs.own) : null;
}

interface Listed {
  readonly objects: readonly StorageObject[];
  readonly complete: boolean;
  readonly storeTime: StoreTime;
}

async function listObjects(store: ObjectStore, root: string): Promise<Listed> {
  const prefix = below(root, '');
  const objects: StorageObject[] = [];
  let next: string | null = null;
  let storeTime: StoreTime = null;
  for (let pages = 0; pages < lakeLimits.storagePages; pages += 1) {
    const page = await store.list({ prefix, ...(next === null ? {} : { next }) });
    storeTime ??= page.storeTime;
    for (const { key, size, storedAt } of page.objects) {
      const relative = key.slice(prefix.length);
      if (relative !== '' && !relative.startsWith('_vamplate/'))
        objects.push({ key: relative, size, storedAt });
    }
    next = page.next;
    if (next === null) return { objects, complete: true, storeTime };
  }
  return { objects, complete: false, storeTime };
}

/** Versions of a branch's clones that name files of this dataset: pinned whatever became of the fork (A.3, G.4). */
async function branchNeeds(
  store: ObjectStore,
  facts: DatasetFacts,
): Promise<{ versions: StorageVersion[]; notes: string[]; complete: boolean }> {
  const { reader, control } = facts;
  if (facts.branch !== null) return { versions: [], notes: [], complete: true };
  const versions: StorageVersion[] = [];
  const notes: string[] = [];
  const here = normaliseUri(reader.uri);
  for (const entry of control.branches.slice(0, maxBranches)) {
    const root = reader.root(entry.name);
    const { value: names } = await reader.names(entry.name).get(Number.POSITIVE_INFINITY);
    const listed = names.columns.slice(0, maxBranchVersions);
    if (listed.length < names.columns.length || !names.listing.complete) {
      notes.push(`Only the newest ${listed.length} versions of branch ${entry.name} were read.`);
    }
    const needs = await Promise.all(listed.map((one) => reader.manifests.readNeeds(store, root, one)));
    for (const [index, one] of listed.entries()) {
      const known = needs[index];
      versions.push({
        version: one.version,
        manifestKey: manifestKeyOf(`tree/${entry.name}`, one),
        verdict: 'held',
        protections: [branchProtection(entry.name)],
        keys: known?.kind === 'known' ? (known.foreign.places.get(here) ?? []) : null,
      });
    }
  }
  if (control.branches.length > maxBranches) {
    notes.push(`${control.branches.length - maxBranches} branches were not read.`);
  }
  return { versions, notes, complete: notes.length === 0 };
}

const maxBranches = 64;
const maxBranchVersions = 500;

function branchProtection(subject: string): Protection {
  return {
    kind: 'branch',
    subject,
    standing: 'active',
    holder: null,
    since: null,
    until: null,
    endsWhen: `branch ${subject} is deleted`,
    honouredBy: 'release_dependent',
  };
}
