/** Turns keys into files below one folder and never leaves it: no symbolic link leads out, a vanished folder is never emptiness. */
import type { BigIntStats } from 'node:fs';
import { lstat, mkdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { storageInstant } from '@/lib/base/clock';
import { isVamplateError, unsupported, VamplateError } from '@/lib/base/errors';
import type { ETag, ObjectMeta } from './object-store';

export interface LocalRoot {
  /** The folder as configured, absolute. */
  readonly folder: string;
  /** The folder with symbolic links resolved. @throws `unavailable` when it is not there */
  real(): Promise<string>;
  /** Where a key's file is or would be, or null when a folder on the way is missing. */
  find(key: string): Promise<string | null>;
  /** As `find`, but makes the folders on the way. */
  make(key: string): Promise<string>;
  /** The real path of a folder inside the root, null when there is none. @throws `unsupported` when a link leads out */
  enter(relativeFolder: string): Promise<string | null>;
  /** For a path that is a symbolic link: its real path, inside the root. @throws `unsupported` otherwise */
  follow(path: string): Promise<string>;
}

/** So long a folder once found to lie inside the root is taken to do so still: reading a history asks for one folder thousands of times. */
const trustMs = 1_000;
const trustedFolders = 1_000;

export function openLocalRoot(path: string, createRoot: boolean, monotonic: () => number): LocalRoot {
  const folder = resolve(path);
  const trusted = new Map<string, { readonly real: string; readonly until: number }>();
  let known: { readonly real: string; readonly dev: number } | null = null;

  /** Also asked after every "not there", so that a folder that went away, or an unmounted disk, is never read as absence. */
  async function real(): Promise<string> {
    const stats = await stat(folder).catch(() => null);
    if (stats === null && known === null && createRoot) {
      await mkdir(folder, { recursive: true });
      return real();
    }
    if (stats === null || !stats.isDirectory()) {
      throw new VamplateError('unavailable', 'The store folder is not there.', { folder });
    }
    if (known !== null && known.dev !== stats.dev) {
      throw new VamplateError('unavailable', 'Another disk now lies where the store folder was.', { folder });
    }
    known = { real: await realpath(folder), dev: stats.dev };
    return known.real;
  }

  async function inside(path: string): Promise<string | null> {
    const root = known?.real ?? (await real());
    const found = await realpath(path).catch(async (error: unknown) => {
      if (!isMissing(error)) throw localFailure(error, path);
      await real();
      return null;
    });
    if (found !== null && found !== root && !found.startsWith(root === sep ? sep : root + sep)) {
      throw unsupported('A symbolic link leads out of the store folder; it is not followed.', {
        path,
        found,
      });
    }
    return found;
  }

  async function trustedParent(parent: string): Promise<string | null> {
    const known = trusted.get(parent);
    if (known !== undefined && monotonic() < known.until) return known.real;
    const found = await inside(parent);
    if (found === null) return null;
    if (trusted.size >= trustedFolders) trusted.clear();
    trusted.set(parent, { real: found, until: monotonic() + trustMs });
    return found;
  }

  async function find(key: string): Promise<string | null> {
    const path = join(known?.real ?? (await real()), key);
    const parent = await trustedParent(dirname(path));
    return parent === null ? null : join(parent, basename(path));
  }

  return {
    folder,
    real,
    find,
    async make(key) {
      const path = join(await real(), key);
      const parent = await inside(dirname(path));
      if (parent !== null) return join(parent, basename(path));
      // The deepest folder that exists must lie inside before anything is made below it.
      for (let above = dirname(path); (await inside(above)) === null; ) above = dirname(above);
      await mkdir(dirname(path), { recursive: true }).catch((error: unknown) => {
        throw localFailure(error, path, { outcome: 'not_written' });
      });
      return (await find(key)) ?? path;
    },
    enter: async (relativeFolder) => inside(join(known?.real ?? (await real()), relativeFolder)),
    async follow(path) {
      const found = await inside(path);
      if (found === null) throw unsupported('A symbolic link leads nowhere.', { path });
      return found;
    },
  };
}

/**
 * The token of one content of a local file. A listing cannot hash every body, so it is built from what `stat` knows:
 * every write of ours is a rename or link of a fresh file, so a new content has another inode than the one it
 * replaces; and since inodes are reused, each replacement also gets a later mtime than its predecessor (see
 * `local-write.ts`), so along one key no token ever comes back, however coarse the file system's clock is.
 */
export function tokenOf(stats: BigIntStats): ETag {
  return `${stats.mtimeNs.toString(16)}-${stats.size.toString(16)}-${stats.ino.toString(16)}`;
}

export function metaOf(key: string, stats: BigIntStats): ObjectMeta {
  const storedAt = storageInstant(Number(stats.mtimeNs / 1_000_000n));
  return { key, size: Number(stats.size), etag: tokenOf(stats), storedAt };
}

/** Facts of the object at a path, links inside the root followed; null when there is no regular file. */
export async function statObject(root: LocalRoot, path: string): Promise<BigIntStats | null> {
  try {
    const stats = await lstat(path, { bigint: true });
    if (!stats.isSymbolicLink()) return stats.isFile() ? stats : null;
    const target = await stat(await root.follow(path), { bigint: true });
    return target.isFile() ? target : null;
  } catch (error) {
    if (!isMissing(error)) throw localFailure(error, path);
    await root.real();
    return null;
  }
}

/** Key of a path below the root, for messages and lock names. */
export function keyOf(base: string, path: string): string {
  return relative(base, path).split(sep).join('/');
}

export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

export function isMissing(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** A file system error as the caller should see it; errors that already are ours pass through. */
export function localFailure(
  error: unknown,
  path: string,
  details: Record<string, unknown> = {},
): VamplateError {
  if (isVamplateError(error)) return error;
  const code = errorCode(error);
  const facts = { path, code, ...details };
  if (code === 'ENAMETOOLONG' || code === 'ENOTDIR' || code === 'EISDIR') {
    return new VamplateError('invalid_input', 'This key cannot be a file name here.', facts, {
      cause: error,
    });
  }
  if (code === 'ELOOP' || code === 'EXDEV' || code === 'ENOTSUP' || code === 'EOPNOTSUPP') {
    return new VamplateError('unsupported', 'The file system does not offer what is needed.', facts, {
      cause: error,
    });
  }
  return new VamplateError('unavailable', `The file system answered ${code ?? 'an error'}.`, facts, {
    cause: error,
  });
}
