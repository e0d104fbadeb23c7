/** Counts every listed object once, under its strongest reason, and asks of each holder what it alone costs (5.2, 5.4). */
import type { StorageInstant } from '@/lib/base/clock';
import { classOf, type EntryClass } from '@/lib/engine/lance/paths';
import { NeedsTable, nobody, several } from './needs-table';
import type { Protection } from './protection-facts';
import {
  type HolderCost,
  maxMissing,
  type StorageAccount,
  type StorageClass,
  type StorageFacts,
  type StorageObject,
  type StorageReason,
  type StorageSlice,
  type StorageVersion,
  storageReasons,
} from './storage-facts';

/** Files that no version needs are left alone for so long: a writer may still commit them (G.3). */
export const unverifiedMs = 7 * 24 * 60 * 60 * 1_000;

export function accountStorage(facts: StorageFacts): StorageAccount {
  const holders = new HolderNumbers();
  const table = new NeedsTable();
  let unread = 0;
  for (const [number, version] of facts.versions.entries()) {
    const reason = storageReasons.indexOf(reasonOfVersion(version));
    const holder = holders.onlyHolderOf(version);
    table.need(version.manifestKey, reason, holder, number);
    if (version.keys === null) unread += 1;
    else for (const key of version.keys) table.need(key, reason, holder, number);
  }
  const needsKnown = unread === 0 && facts.versionsInFull;

  const total = new Slice();
  const byReason = new Map<StorageReason, Slice>();
  const byClass = new Map<StorageClass, Slice>();
  const byHolder = new Array<number>(holders.costs.length).fill(0);
  const byVersion = new Map<bigint, number>();
  for (const object of facts.objects) {
    const need = table.find(object.key);
    const reason =
      need === null
        ? reasonOfUnneeded(object, needsKnown, facts.storeTime)
        : certain(storageReasons[need.reason] ?? 'unknown', needsKnown);
    total.add(object.size);
    sliceOf(byReason, reason).add(object.size);
    sliceOf(byClass, storageClasses[classOf(object.key)]).add(object.size);
    if (need === null || !needsKnown) continue;
    if (need.holder >= 0) byHolder[need.holder] = (byHolder[need.holder] ?? 0) + object.size;
    const only = facts.versions[need.version];
    if (only !== undefined) byVersion.set(only.version, (byVersion.get(only.version) ?? 0) + object.size);
  }
  return {
    ...{ total, byReason, byClass, exclusiveByVersion: byVersion, unreadVersions: unread },
    holders: holders.priced(needsKnown ? byHolder : null),
    ...missingOf(table, facts),
  };
}

/** Why the objects of a version stay: its strongest reason. */
export function reasonOfVersion({
  verdict,
  protections,
}: Pick<StorageVersion, 'verdict' | 'protections'>): StorageReason {
  switch (verdict) {
    case 'latest':
      return 'live';
    case 'policy':
    case 'reclaimable':
    case 'unknown':
      return verdict;
    case 'held': {
      const ranks = protections.map((protection) => storageReasons.indexOf(reasonOfHold(protection)));
      return storageReasons[Math.min(...ranks)] ?? 'unknown';
    }
  }
}

function reasonOfHold({ kind, standing }: Protection): StorageReason {
  if (standing === 'unknown') return 'unknown';
  switch (kind) {
    case 'latest':
    case 'detached':
      return 'live';
    case 'tag':
    case 'lease':
    case 'branch':
    case 'policy':
      return kind;
    case 'intent':
    case 'reference_state':
    case 'retirement':
    case 'outside':
      return 'protocol';
    case 'unsupported':
    case 'unreadable':
      return 'unknown';
  }
}

/** An object that only reclaimable versions are known to need may be needed by one that was not read. */
function certain(reason: StorageReason, needsKnown: boolean): StorageReason {
  return reason === 'reclaimable' && !needsKnown ? 'unknown' : reason;
}

const hint = '_versions/latest_version_hint.json';
const uuidFolder = /^_indices\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/./;
const blobFile = /^data\/[^/]+\/[^/]+\.blob$/;

function reasonOfUnneeded(
  object: StorageObject,
  needsKnown: boolean,
  storeTime: StorageInstant | null,
): StorageReason {
  const { key } = object;
  const kind = classOf(key);
  if (kind === 'reference') return 'protocol';
  if (kind === 'branch') return 'branch';
  if (key === hint) return 'live';
  const temporary = key.startsWith('_versions/.tmp');
  // A manifest that is no version known here: staged by somebody, or an odd name. Nobody may call it garbage.
  if (kind === 'manifest' && !temporary) return 'unknown';
  if (!temporary && !isCleanable(key, kind)) return 'foreign';
  if (!needsKnown || storeTime === null) return 'unknown';
  return object.storedAt >= storeTime - unverifiedMs ? 'unverified' : 'orphaned';
}

/** The names that a cleanup may take when nothing needs them (G.3); everything else it never touches. */
function isCleanable(key: string, kind: EntryClass): boolean {
  switch (kind) {
    case 'data':
      return key.endsWith('.lance');
    case 'blob':
      return blobFile.test(key);
    case 'deletion':
      return key.endsWith('.arrow') || key.endsWith('.bin');
    case 'transaction':
      return key.endsWith('.txn');
    case 'index':
      return uuidFolder.test(key);
    default:
      return false;
  }
}

const storageClasses: Readonly<Record<EntryClass, StorageClass>> = {
  data: 'data',
  blob: 'blob',
  deletion: 'deletion',
  index: 'index',
  manifest: 'manifest',
  transaction: 'transaction',
  reference: 'control',
  branch: 'branch',
  'mem-wal': 'other',
  foreign: 'other',
};

/** Numbers the tags, leases and branches met, and says of each version which of them alone keeps it. */
class HolderNumbers {
  readonly costs: HolderCost[] = [];
  private readonly numbers = new Map<string, number>();

  onlyHolderOf({ version, verdict, protections }: StorageVersion): number {
    let only = nobody;
    for (const protection of protections) {
      const { kind, subject, since, standing } = protection;
      // Where no policy can be applied, it is not the policy that keeps the version.
      if (kind === 'policy' && standing === 'unknown' && verdict === 'held') continue;
      const holds = kind === 'tag' || kind === 'lease' || kind === 'branch';
      const number = holds ? this.numberOf({ kind, subject, since, version, exclusiveBytes: null }) : several;
      only = only === nobody || only === number ? number : several;
    }
    return only;
  }

  priced(bytes: readonly number[] | null): readonly HolderCost[] {
    return this.costs
      .map((cost, number) => ({ ...cost, exclusiveBytes: bytes?.[number] ?? null }))
      .sort((a, b) => (b.exclusiveBytes ?? -1) - (a.exclusiveBytes ?? -1));
  }

  private numberOf(cost: HolderCost): number {
    const name = `${cost.kind}\n${cost.subject}`;
    const known = this.numbers.get(name);
    if (known !== undefined) return known;
    this.numbers.set(name, this.costs.length);
    return this.costs.push(cost) - 1;
  }
}

function missingOf(table: NeedsTable, facts: StorageFacts): Pick<StorageAccount, 'missing' | 'missingCount'> {
  const missing: { key: string; neededBy: bigint }[] = [];
  let missingCount = 0;
  if (!facts.listedInFull) return { missing, missingCount };
  for (const { name, version } of table.unseen()) {
    // A data file has a folder of blobs only when it has blobs.
    if (name.endsWith('/') && name.startsWith('data/')) continue;
    missingCount += 1;
    const neededBy = facts.versions[version]?.version;
    if (missing.length < maxMissing && neededBy !== undefined) missing.push({ key: name, neededBy });
  }
  return { missing, missingCount };
}

class Slice implements StorageSlice {
  bytes = 0;
  objects = 0;

  add(bytes: number): void {
    this.bytes += bytes;
    this.objects += 1;
  }
}

function sliceOf<Key>(slices: Map<Key, Slice>, key: Key): Slice {
  const known = slices.get(key);
  if (known !== undefined) return known;
  const slice = new Slice();
  slices.set(key, slice);
  return slice;
}
