/** What an observer of one lock remembers between looks, and how a look changes it: bounded, and decided by nothing but answers. */
import type { MonotonicInstant, WallInstant } from '@/lib/base/clock';
import { adopt, type FolderMemory, freshFolder, noteFolder, orphan } from './folder-rules';
import { leaseFolder } from './lock-names';
import type { LockPoll } from './lock-poll';
import type { LockRecord } from './lock-record';
import type { LockState } from './lock-states';
import { judgedLease, stillWatched } from './observer-rules';
import { causeOfChange, decideCause, type Named, type OwnerSeen, type Transition } from './transition-rules';

export interface Observation {
  /** What the latest definite record named; null before the first. */
  readonly named: Named | null;
  /** The last id named as holder. */
  readonly holderId: string | null;
  /** Whether no holder was named at some look since. */
  readonly sawNone: boolean;
  /** The holder's, and those of ids the record no longer names. */
  readonly folders: readonly FolderMemory[];
  readonly owners: readonly OwnerSeen[];
  readonly transitions: readonly Transition[];
  /** The latest state that was no `unreadable`. */
  readonly lastKnown: StateSeen | null;
  readonly since: StateSeen | null;
}

export interface StateSeen {
  readonly state: LockState;
  /** First look that gave it; for `lastKnown` the latest. */
  readonly at: MonotonicInstant;
  readonly wallAt: WallInstant;
}

export const nothingSeen: Observation = {
  named: null,
  holderId: null,
  sawNone: false,
  folders: [],
  owners: [],
  transitions: [],
  lastKnown: null,
  since: null,
};

const keptOwners = 50;
const keptTransitions = 100;
const keptOrphans = 4;

/** The ids whose folders belong into the look that read this. */
export function foldersToList(
  before: Observation,
  reading: LockPoll['reading'],
  place: ObservedPlace,
  now: MonotonicInstant,
): readonly string[] {
  const ids = before.folders
    .filter((one) => stillWatched(one, judgedLease(one.lease, place.configuredMs), now))
    .map(({ lockId }) => lockId);
  const holder = reading.kind === 'held' ? reading.record.lockId : null;
  return [...new Set(holder === null ? ids : [holder, ...ids])].filter((lockId) => isListable(place, lockId));
}

/** Owners of this place beat, and the id names one folder. */
export function isListable({ root, leased }: ObservedPlace, lockId: string): boolean {
  return leased && leaseFolder(root, lockId) !== null;
}

export interface ObservedPlace {
  readonly root: string;
  readonly leased: boolean;
  /** L by configuration, in milliseconds; null when it is not configured. */
  readonly configuredMs: number | null;
}

export function notePoll(before: Observation, poll: LockPoll, place: ObservedPlace): Observation {
  const named = namedBy(poll.reading);
  const holder = poll.reading.kind === 'held' ? poll.reading.record : null;
  const folders = notedFolders(before, poll, named, place);
  const lastHolder = folders.find(({ lockId }) => lockId === before.holderId) ?? null;
  const sawNone = before.sawNone || named?.lockId === null;
  const transitions = refined(before.transitions, folders);
  const cause =
    named === null
      ? null
      : decideCause({
          before: before.named,
          now: named,
          lastHolder: lastHolder ?? forgotten(before, poll),
          sawNone,
          known: before.owners.some(({ record }) => record.lockId === named.lockId),
        });
  const { at, wallAt } = poll;
  const change = { from: before.holderId, to: named?.lockId ?? null, at, wallAt, sawNone };
  return {
    ...before,
    named: named ?? before.named,
    holderId: holder?.lockId ?? before.holderId,
    sawNone: holder === null ? sawNone : false,
    folders,
    owners: holder === null ? before.owners : seenOwners(before.owners, holder, wallAt),
    transitions:
      cause === null ? transitions : [...transitions, { ...change, cause }].slice(-keptTransitions),
  };
}

/** What a definite record says of the holder; null for every other answer, which changes nothing. */
function namedBy(reading: LockPoll['reading']): Named | null {
  switch (reading.kind) {
    case 'absent':
      return { lockId: null, released: false };
    case 'released':
      return { lockId: null, released: true };
    case 'held':
      return { lockId: reading.record.lockId, released: false };
    default:
      return null;
  }
}

function notedFolders(
  before: Observation,
  poll: LockPoll,
  named: Named | null,
  place: ObservedPlace,
): readonly FolderMemory[] {
  const { at } = poll;
  const holderId = named?.lockId ?? null;
  const isNew = holderId !== null && !before.folders.some(({ lockId }) => lockId === holderId);
  const known = isNew ? [...before.folders, freshFolder(holderId, at)] : before.folders;
  const noted = known
    .map((folder) => {
      if (named === null) return folder;
      if (folder.lockId === holderId) return folder.orphanedAt === null ? folder : adopt(folder);
      return orphan(folder, at, isListable(place, folder.lockId));
    })
    .map((folder) =>
      noteFolder(
        folder,
        poll.folders.find(({ lockId }) => lockId === folder.lockId),
        poll,
      ),
    )
    .filter((folder) => stillWatched(folder, judgedLease(folder.lease, place.configuredMs), at));
  const orphans = noted.filter(({ orphanedAt }) => orphanedAt !== null).slice(-keptOrphans);
  return [...noted.filter(({ orphanedAt }) => orphanedAt === null), ...orphans];
}

/** A folder that is looked at no more was last listed without a claim, and after the record had left it. */
function forgotten(before: Observation, poll: LockPoll): FolderMemory | null {
  if (before.holderId === null) return null;
  return { ...freshFolder(before.holderId, poll.at), answeredSinceOrphaned: true };
}

/** What could not be said at the change is said once the old id's folder is answered. */
function refined(
  transitions: readonly Transition[],
  folders: readonly FolderMemory[],
): readonly Transition[] {
  return transitions.map((one) => {
    const old = one.cause === 'undetermined' ? folders.find(({ lockId }) => lockId === one.from) : undefined;
    return old === undefined ? one : { ...one, cause: causeOfChange(old, one.sawNone) };
  });
}

function seenOwners(
  owners: readonly OwnerSeen[],
  record: LockRecord,
  wallAt: WallInstant,
): readonly OwnerSeen[] {
  const known = owners.find((one) => one.record.lockId === record.lockId);
  const others = owners.filter((one) => one !== known);
  const seen = { record, firstSeenWallAt: known?.firstSeenWallAt ?? wallAt, lastSeenWallAt: wallAt };
  return [...others, seen].slice(-keptOwners);
}
