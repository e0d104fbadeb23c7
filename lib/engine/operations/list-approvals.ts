/** Lists requests that wait for a second person, and those that are long over; bounded, since their names tell no age. */
import pLimit from 'p-limit';
import type { StorageInstant } from '@/lib/base/clock';
import { isVamplateError } from '@/lib/base/errors';
import type { ListPage, ObjectStore, ReadOptions, StoreTime } from '@/lib/engine/store/object-store';
import { approvalsFolder, parseApprovalKey } from './approval-names';
import { type FoundApproval, findApprovalRequest } from './find-approval';
import { planLife } from './plan-life-rules';
import { decidePlanRemoval } from './plan-removal-rules';

export interface WaitingApprovals {
  /** Asked last, first. */
  readonly rows: readonly FoundApproval[];
  /** What is not told: more than are read, one that nobody can read. */
  readonly notes: readonly string[];
}

/** Requests that are read at most. */
const maxWaiting = 100;
/** Of a thousand objects each. */
const maxPages = 20;

/** @throws `unavailable` when they cannot be listed */
export async function listWaitingApprovals(
  store: ObjectStore,
  options: ReadOptions = {},
): Promise<WaitingApprovals> {
  const { folders, storeTime, complete } = await listFolders(store, options);
  const mayWait = [...folders].filter(
    ([, { requestedAt, used }]) =>
      requestedAt !== null && !used && planLife(requestedAt, storeTime).state !== 'lapsed',
  );
  const newest = mayWait.sort(([, a], [, b]) => (b.requestedAt ?? 0) - (a.requestedAt ?? 0));
  const limit = pLimit(16);
  const read = await Promise.all(
    newest.slice(0, maxWaiting).map(([hash]) => limit(() => readRow(store, hash, options))),
  );
  const rows = read.filter((row) => row !== null && row !== 'unreadable');
  const unreadable = read.filter((row) => row === 'unreadable').length;
  return {
    rows: rows.filter(({ approval, life }) => approval === null && life.state !== 'lapsed'),
    notes: [
      ...(complete ? [] : [`More requests are stored than ${maxPages} listings tell.`]),
      ...(mayWait.length > maxWaiting
        ? [`More than ${maxWaiting} requests wait; others are not listed.`]
        : []),
      ...(unreadable > 0
        ? [`${unreadable} ${unreadable === 1 ? 'request' : 'requests'} cannot be read.`]
        : []),
    ],
  };
}

/** Removes requests and approvals of which nothing is younger than 30 days; at most 100 a call. @returns how many objects went */
export async function removeOldApprovals(store: ObjectStore, options: ReadOptions = {}): Promise<number> {
  const { folders, storeTime } = await listFolders(store, options);
  const old = [...folders.values()].filter(
    ({ newestStoredAt }) => decidePlanRemoval({ newestStoredAt, storeTime, used: false }).kind === 'remove',
  );
  const keys = old.slice(0, 100).flatMap((folder) => folder.keys);
  if (keys.length === 0) return 0;
  const answers = await store.deleteBatch(keys);
  return answers.filter(({ kind }) => kind === 'deleted').length;
}

interface Folder {
  readonly keys: string[];
  requestedAt: StorageInstant | null;
  newestStoredAt: StorageInstant;
  used: boolean;
}

async function listFolders(store: ObjectStore, options: ReadOptions) {
  const folders = new Map<string, Folder>();
  let storeTime: StoreTime = null;
  let next: string | null = null;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const where = next === null ? {} : { next };
    const page: ListPage = await store.list({ ...options, prefix: approvalsFolder, ...where });
    for (const { key, storedAt } of page.objects) {
      const named = parseApprovalKey(key);
      if (named === null) continue;
      const nothing = { keys: [], requestedAt: null, newestStoredAt: storedAt, used: false };
      const folder: Folder = folders.get(named.requestHash) ?? nothing;
      folder.keys.push(key);
      if (named.part === 'request') folder.requestedAt = storedAt;
      else folder.used = true;
      if (storedAt > folder.newestStoredAt) folder.newestStoredAt = storedAt;
      folders.set(named.requestHash, folder);
    }
    // The first answer's: what was alive then is read again.
    storeTime ??= page.storeTime;
    next = page.next;
    if (next === null) return { folders, storeTime, complete: true };
  }
  return { folders, storeTime, complete: false };
}

async function readRow(store: ObjectStore, hash: string, options: ReadOptions) {
  try {
    return await findApprovalRequest(store, hash, options);
  } catch (error) {
    options.signal?.throwIfAborted();
    if (!isVamplateError(error)) throw error;
    return 'unreadable' as const;
  }
}
