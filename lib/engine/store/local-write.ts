/**
 * Writes local files whole or not at all: staged beside the lake's control objects, synced, stamped with the present,
 * then linked (create) or renamed (replace) to their name. Nothing temporary ever lies in a dataset (decision D2).
 */
import { randomUUID } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { type FileHandle, link, lstat, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pLimit from 'p-limit';
import type { WallInstant } from '@/lib/base/clock';
import { unsupported, VamplateError } from '@/lib/base/errors';
import type { LocalLocks } from './local-lock';
import { errorCode, isMissing, type LocalRoot, localFailure, statObject, tokenOf } from './local-root';
import type { ChangeOptions, DeleteAnswer, ETag, StoreTime, WriteAnswer } from './object-store';

export interface LocalWriter {
  create(key: string, body: Uint8Array, change?: ChangeOptions): Promise<WriteAnswer>;
  replace(key: string, body: Uint8Array, etag: ETag, change?: ChangeOptions): Promise<WriteAnswer>;
  put(key: string, body: Uint8Array, change?: ChangeOptions): Promise<WriteAnswer>;
  delete(key: string, change?: ChangeOptions): Promise<DeleteAnswer>;
  deleteIfMatch(key: string, etag: ETag, change?: ChangeOptions): Promise<DeleteAnswer>;
  /** Each folder is synced once, after the last of its files is gone and before any answer. */
  deleteBatch(keys: readonly string[], change?: ChangeOptions): Promise<readonly DeleteAnswer[]>;
}

interface WriterOptions {
  readonly root: LocalRoot;
  /** Folder for staged files; on the same file system. */
  readonly staging: string;
  readonly locks: LocalLocks;
  lockPath(key: string): Promise<string>;
  readonly wall: () => WallInstant;
}

const linkTries = 3;
const deletesAtOnce = 8;
const staleStagingMs = 24 * 60 * 60 * 1000;
const notWritten = { outcome: 'not_written' };

export function openLocalWriter(options: WriterOptions): LocalWriter {
  const { root, staging, locks, wall } = options;
  const storeTime = (): StoreTime => wall() as number as StoreTime;
  let swept = false;

  async function staged(body: Uint8Array, work: (file: FileHandle, path: string) => Promise<WriteAnswer>) {
    // Asked first: a missing store folder must not come back as a folder that holds only our staging.
    await root.real();
    const path = join(staging, randomUUID());
    const file = await stage(path, body);
    try {
      return await work(file, path);
    } finally {
      await file.close();
      // After a rename nothing is left here; a file that stays is swept a day later.
      await unlink(path).catch(() => undefined);
    }
  }

  async function stage(path: string, body: Uint8Array): Promise<FileHandle> {
    try {
      await mkdir(staging, { recursive: true });
      if (!swept) await sweep(staging, wall());
      swept = true;
      const file = await open(path, 'wx', 0o644);
      try {
        await file.writeFile(body);
        await file.sync();
        return file;
      } catch (error) {
        await file.close();
        await unlink(path).catch(() => undefined);
        throw error;
      }
    } catch (error) {
      throw localFailure(error, path, notWritten);
    }
  }

  /** Renames a staged file over `path`; its time is then later than that of the file it replaces. */
  async function moveOver(
    file: FileHandle,
    from: string,
    path: string,
    before: BigIntStats | null,
    change: ChangeOptions | undefined,
  ) {
    const stats = await stamp(file, wall, before).catch((error: unknown) => {
      throw localFailure(error, path, notWritten);
    });
    change?.beforeSend?.();
    try {
      await rename(from, path);
      await syncFolder(dirname(path));
    } catch (error) {
      return failedWrite(error, path);
    }
    return { kind: 'written', etag: tokenOf(stats), storeTime: storeTime() } as const;
  }

  /** The file to be replaced. A link would be replaced itself instead of what it names: refused. */
  async function current(path: string): Promise<BigIntStats | null> {
    const entry = await lstat(path).catch(() => null);
    if (entry?.isSymbolicLink()) throw unsupported('A symbolic link is not replaced.', { path });
    if (entry?.isDirectory()) throw new VamplateError('invalid_input', 'A folder has this name.', { path });
    return statObject(root, path);
  }

  return {
    async create(key, body, change) {
      return staged(body, async (file, from) => {
        for (let attempt = 1; ; attempt += 1) {
          const path = await root.make(key);
          const stats = await stamp(file, wall, null).catch((error: unknown) => {
            throw localFailure(error, path, notWritten);
          });
          change?.beforeSend?.();
          try {
            await link(from, path);
            await syncFolder(dirname(path));
            return { kind: 'written', etag: tokenOf(stats), storeTime: storeTime() };
          } catch (error) {
            const code = errorCode(error);
            if (code === 'ENOENT' && attempt < linkTries) continue;
            if (code !== 'EEXIST') return failedWrite(error, path);
            // A network file system may repeat a link that landed: two names of the staged file prove it is ours.
            if ((await file.stat()).nlink === 2) {
              return { kind: 'written', etag: tokenOf(stats), storeTime: storeTime() };
            }
            if ((await lstat(path).catch(() => null))?.isDirectory()) {
              throw new VamplateError('invalid_input', 'A folder has this name.', { key });
            }
            return { kind: 'conflict', storeTime: storeTime() };
          }
        }
      });
    },
    async replace(key, body, etag, change) {
      return staged(body, async (file, from) =>
        locks.hold(await options.lockPath(key), async () => {
          const path = await root.find(key);
          const before = path === null ? null : await current(path);
          if (path === null || before === null || tokenOf(before) !== etag) {
            return { kind: 'conflict', storeTime: storeTime() };
          }
          return moveOver(file, from, path, before, change);
        }),
      );
    },
    async put(key, body, change) {
      return staged(body, async (file, from) => {
        const path = await root.make(key);
        return moveOver(file, from, path, await current(path), change);
      });
    },
    async delete(key, change) {
      const path = await root.find(key);
      return path === null ? { kind: 'deleted' } : remove(root, path, change);
    },
    async deleteIfMatch(key, etag, change) {
      return locks.hold(await options.lockPath(key), async () => {
        const path = await root.find(key);
        const before = path === null ? null : await statObject(root, path);
        if (path === null || before === null || tokenOf(before) !== etag) return { kind: 'conflict' };
        return remove(root, path, change);
      });
    },
    async deleteBatch(keys, change) {
      const limit = pLimit(deletesAtOnce);
      const paths = await Promise.all(keys.map((key) => limit(() => root.find(key))));
      const ends = await Promise.allSettled(
        paths.map((path) => limit(() => (path === null ? deleted : unlinkAt(root, path, change)))),
      );
      const folders = new Set<string>();
      for (const [at, path] of paths.entries()) {
        const end = ends[at];
        if (path !== null && end?.status === 'fulfilled' && end.value.unlinked) folders.add(dirname(path));
      }
      const failures = new Map<string, DeleteAnswer>();
      await Promise.all(
        [...folders].map((folder) =>
          limit(async () => {
            const failure = await syncUnlinked(root, folder);
            if (failure !== null) failures.set(folder, failure);
          }),
        ),
      );
      // What was withheld or went wrong ends the call, once what went before it is surely done.
      return ends.map((end, at) => {
        if (end.status === 'rejected') throw end.reason;
        const path = paths[at] ?? null;
        const failure = path === null || !end.value.unlinked ? null : failures.get(dirname(path));
        return failure ?? end.value.answer;
      });
    },
  };
}

async function remove(
  root: LocalRoot,
  path: string,
  change: ChangeOptions | undefined,
): Promise<DeleteAnswer> {
  const { answer, unlinked } = await unlinkAt(root, path, change);
  return unlinked ? ((await syncUnlinked(root, dirname(path))) ?? answer) : answer;
}

/** Makes deletes in a folder last; a folder that went meanwhile holds nothing. Null when they surely do. */
async function syncUnlinked(root: LocalRoot, folder: string): Promise<DeleteAnswer | null> {
  try {
    await syncFolder(folder);
    return null;
  } catch (error) {
    if (!isMissing(error)) return { kind: 'unknown', cause: localFailure(error, folder) };
    await root.real();
    return null;
  }
}

/** A delete whose folder is not synced yet; `unlinked` when there was something that went. */
interface Unlinked {
  readonly answer: DeleteAnswer;
  readonly unlinked: boolean;
}

const deleted: Unlinked = { answer: { kind: 'deleted' }, unlinked: false };

async function unlinkAt(root: LocalRoot, path: string, change: ChangeOptions | undefined): Promise<Unlinked> {
  change?.beforeSend?.();
  try {
    await unlink(path);
    return { ...deleted, unlinked: true };
  } catch (error) {
    const entry = await lstat(path).catch(() => null);
    if (entry?.isDirectory()) return deleted;
    if (!isMissing(error)) {
      return { answer: { kind: 'unknown', cause: localFailure(error, path) }, unlinked: false };
    }
    await root.real();
    return deleted;
  }
}

/**
 * Sets the time to now, in whole microseconds, and makes it later than `before`'s on any file system: a clock that
 * stood still or went back, or one that keeps only seconds, must not give two contents of a key the same token.
 */
async function stamp(
  file: FileHandle,
  wall: () => WallInstant,
  before: BigIntStats | null,
): Promise<BigIntStats> {
  const fraction = Number((process.hrtime.bigint() / 1_000n) % 1_000n);
  let micros = wall() * 1_000 + fraction;
  if (before !== null) micros = Math.max(micros, Number(before.mtimeNs / 1_000n) + 1);
  for (const later of [0, 2_000_000, 4_000_000]) {
    // Half a microsecond above: the seconds travel as a double and are cut, not rounded.
    const seconds = (micros + later + 0.5) / 1e6;
    await file.utimes(seconds, seconds);
    const stats = await file.stat({ bigint: true });
    if (before === null || stats.mtimeNs > before.mtimeNs) return stats;
  }
  throw unsupported('The file system does not keep the times it is given.');
}

/** A link or rename that failed: definite where the system says it cannot do it, else the effect is not known. */
function failedWrite(error: unknown, path: string): WriteAnswer {
  const failure = localFailure(error, path);
  const code = errorCode(error);
  if (failure.kind !== 'unavailable' || code === 'EPERM' || code === 'EACCES' || code === 'ENOSPC') {
    throw localFailure(error, path, notWritten);
  }
  return { kind: 'unknown', cause: failure };
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes what crashed writers left in staging a day ago; best effort and bounded. */
async function sweep(staging: string, now: WallInstant): Promise<void> {
  const names = await readdir(staging).catch(() => []);
  for (const name of names.slice(0, 1_000)) {
    const path = join(staging, name);
    const stats = await stat(path).catch(() => null);
    if (stats?.isFile() && now - stats.mtimeMs > staleStagingMs) await unlink(path).catch(() => undefined);
  }
}
