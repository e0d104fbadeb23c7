/**
 * A folder as an object store. Create-if-absent is a link, replace-if-match a rename under flock(2) (decisions D2, D3);
 * times are the files' mtimes, which one host's clock sets.
 *
 * `rootPath` is the absolute path without its leading slash, each name exactly as it is on disk: Lance's object store
 * keeps local paths so (a `%`, a space or `日` in the root stays what it is; names Lance itself encodes, like `%2F` in
 * a branch file, lie encoded on disk too). Keys likewise are the raw file names.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, realpath, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Clock, systemClock } from '@/lib/base/clock';
import { VamplateError } from '@/lib/base/errors';
import {
  checkBatch,
  checkETag,
  checkKey,
  checkRange,
  isReferenceKey,
  isStagedName,
  maxRangeBytes,
} from './key-rules';
import { openLocalNames } from './local-folders';
import { openLocalLister } from './local-list';
import { type Flock, loadFlock, openLocalLocks } from './local-lock';
import { headLocal, readLocal } from './local-read';
import { keyOf, localFailure, openLocalRoot } from './local-root';
import { openLocalWriter } from './local-write';
import type { ObjectStore, StoreTime } from './object-store';

export interface LocalStoreOptions {
  /** The folder whose files are the objects. */
  readonly root: string;
  /** The folder that holds `_vamplate/tmp` and `_vamplate/locks`: the lake; default `root`. On the same file system. */
  readonly controlRoot?: string;
  /** Makes a missing root at the first call; default false, so that a missing lake is `unavailable`. */
  readonly createRoot?: boolean;
  readonly clock?: Clock;
  /** null: as on a platform without flock. */
  readonly flock?: Flock | null;
  /** How long a conditional call waits for a lock (default 30,000). */
  readonly lockWaitMs?: number;
}

/** File systems that a network lies under: there clients may set the times of files (A5). */
const networkTypes = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x517b, 'SMB'],
  [0x01021997, '9P'],
  [0x65735546, 'FUSE'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
]);

export function openLocalStore(options: LocalStoreOptions): ObjectStore {
  const { clock = systemClock } = options;
  const monotonic = () => clock.monotonic() as number;
  const root = openLocalRoot(options.root, options.createRoot ?? false, monotonic);
  const control = join(resolve(options.controlRoot ?? options.root), '_vamplate');
  const staging = join(control, 'tmp');
  const lockFolder = join(control, 'locks');
  let flock: Promise<Flock | null> | null = null;
  const storeTime = (): StoreTime => clock.wall() as number as StoreTime;

  const locks = openLocalLocks({
    flock: () => {
      flock ??= options.flock === undefined ? loadFlock() : Promise.resolve(options.flock);
      return flock;
    },
    clock,
    ...(options.lockWaitMs === undefined ? {} : { waitMs: options.lockWaitMs }),
  });

  let hiddenFolders: ReadonlySet<string> = new Set();
  const findHidden = async () => {
    const real = await realpath(control).catch(() => control);
    hiddenFolders = new Set([join(real, 'tmp'), join(real, 'locks')]);
  };
  const names = openLocalNames(() => hiddenFolders, monotonic);
  const lister = openLocalLister({
    root,
    names,
    hidden: () => hiddenFolders,
    monotonic,
    instance: randomUUID(),
    storeTime,
  });

  /** Reference keys lock the file other lease-aware writers lock (F.9); every other key has one below `locks/`. */
  async function lockPath(key: string): Promise<string> {
    const base = await root.real();
    if (isReferenceKey(key)) return `${await root.make(key)}.lance-reference.lock`;
    await mkdir(lockFolder, { recursive: true }).catch((error: unknown) => {
      throw localFailure(error, lockFolder, { outcome: 'not_written' });
    });
    // Named by the place below the lake, so that stores opened at different folders of one lake agree.
    const name = keyOf(await realpath(dirname(control)), join(base, key));
    return join(lockFolder, `${createHash('sha256').update(name).digest('hex')}.lock`);
  }

  const writer = openLocalWriter({ root, staging, locks, lockPath, wall: clock.wall });

  /** Names that our own listings hide must not be written: the object would never be seen again. */
  async function checkWritable(key: string): Promise<void> {
    checkKey(key);
    const path = join(root.folder, key);
    const inControl = path.startsWith(`${staging}/`) || path.startsWith(`${lockFolder}/`);
    if (inControl || isStagedName(key)) {
      throw new VamplateError('invalid_input', 'Listings of a local store hide this name.', { key });
    }
  }

  return {
    kind: 'local',
    uri: `file://${root.folder}`,
    rootPath: root.folder.replace(/^\/+/, ''),
    ordered: true,

    async get(key, { maxBytes, signal }) {
      checkKey(key);
      return readLocal(root, key, { range: null, maxBytes, signal }, storeTime);
    },
    async getRange(key, range, read) {
      checkKey(key);
      checkRange(range);
      return readLocal(root, key, { range, maxBytes: maxRangeBytes, signal: read?.signal }, storeTime);
    },
    async head(key, read) {
      checkKey(key);
      read?.signal?.throwIfAborted();
      return headLocal(root, key, storeTime);
    },
    async list(request) {
      await findHidden();
      return lister.list(request);
    },
    async create(key, body, change) {
      await checkWritable(key);
      return writer.create(key, body, change);
    },
    async replace(key, body, etag, change) {
      await checkWritable(key);
      checkETag(etag);
      return writer.replace(key, body, etag, change);
    },
    async put(key, body, change) {
      await checkWritable(key);
      return writer.put(key, body, change);
    },
    async delete(key, change) {
      await checkWritable(key);
      return writer.delete(key, change);
    },
    async deleteIfMatch(key, etag, change) {
      await checkWritable(key);
      checkETag(etag);
      return writer.deleteIfMatch(key, etag, change);
    },
    async deleteBatch(keys, change) {
      checkBatch(keys);
      for (const key of keys) await checkWritable(key);
      return writer.deleteBatch(keys, change);
    },
    async traits() {
      const { type } = await statfs(await root.real());
      const network = networkTypes.get(type);
      const clockCaveat =
        network === undefined
          ? null
          : `The folder lies on ${network}, where each client may set the times of files.`;
      return { etagSpelling: null, clockCaveat };
    },
    async withReferenceLock(key, work) {
      await checkWritable(key);
      if (!isReferenceKey(key)) {
        throw new VamplateError('invalid_input', 'Only tags and branches have a reference lock.', { key });
      }
      return locks.hold(await lockPath(key), work);
    },
  };
}
