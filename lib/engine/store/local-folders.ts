/** The sorted names of a folder, hidden ones left out; remembered only for the later pages of a listing that began before. */
import type { Dirent } from 'node:fs';
import { lstat, opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unsupported, VamplateError } from '@/lib/base/errors';
import { compareKeys, isStagedName } from './key-rules';
import { isMissing, localFailure } from './local-root';

const maxNames = 5_000_000;
const keptNames = 500_000;
const keptFolders = 256;
const keptMs = 60_000;

export interface LocalNames {
  /**
   * Names in the order their keys sort in: a file as it is, a folder with a slash at its end (so `a-b` < `a/` < `a0`).
   * @param since a snapshot read before this monotonic instant would not be fresh enough
   * @returns null when the folder is not there
   */
  read(realFolder: string, since: number): Promise<readonly string[] | null>;
}

interface Snapshot {
  readonly names: readonly string[];
  /** When its reading began. */
  readonly startedAt: number;
}

/** @param hidden real folders that are no part of the store */
export function openLocalNames(hidden: () => ReadonlySet<string>, monotonic: () => number): LocalNames {
  const snapshots = new Map<string, Snapshot>();

  function keep(folder: string, snapshot: Snapshot): void {
    const newer = snapshots.get(folder);
    if (newer !== undefined && newer.startedAt > snapshot.startedAt) return;
    snapshots.delete(folder);
    snapshots.set(folder, snapshot);
    let total = 0;
    for (const { names } of snapshots.values()) total += names.length;
    for (const [oldest, { names, startedAt }] of snapshots) {
      const fits = total <= keptNames && snapshots.size <= keptFolders;
      if (oldest === folder || (fits && monotonic() - startedAt < keptMs)) continue;
      snapshots.delete(oldest);
      total -= names.length;
    }
  }

  return {
    async read(folder, since) {
      const kept = snapshots.get(folder);
      if (kept !== undefined && kept.startedAt >= since) return kept.names;
      const startedAt = monotonic();
      const names = await readNames(folder, hidden());
      if (names !== null) keep(folder, { names, startedAt });
      return names;
    },
  };
}

/** Whether anything that a listing would show lies below; looks no further than the first find. */
export async function holdsObject(folder: string, hidden: ReadonlySet<string>, depth = 0): Promise<boolean> {
  if (depth > 64) return true;
  const folders: string[] = [];
  try {
    for await (const entry of await opendir(folder, { bufferSize: 64 })) {
      const name = await shownName(folder, entry, hidden);
      if (name === null) continue;
      // A link is not followed here: what lies behind it is found, or refused, when somebody lists there.
      if (!name.endsWith('/') || entry.isSymbolicLink()) return true;
      folders.push(name.slice(0, -1));
      if (folders.length > 10_000) return true;
    }
  } catch (error) {
    if (isMissing(error)) return false;
    throw localFailure(error, folder);
  }
  for (const name of folders) {
    if (await holdsObject(join(folder, name), hidden, depth + 1)) return true;
  }
  return false;
}

async function readNames(folder: string, hidden: ReadonlySet<string>): Promise<readonly string[] | null> {
  const names: string[] = [];
  let plain = true;
  try {
    for await (const entry of await opendir(folder, { bufferSize: 1_024 })) {
      const name = await shownName(folder, entry, hidden);
      if (name === null) continue;
      if (names.length >= maxNames)
        throw unsupported(`A folder has more than ${maxNames} names.`, { folder });
      plain &&= isBelowSurrogates(name);
      names.push(name);
    }
  } catch (error) {
    if (isMissing(error)) return null;
    throw localFailure(error, folder);
  }
  // Code units and UTF-8 bytes sort alike below the surrogates, and the built-in order is the fast one.
  return plain ? names.sort() : names.sort(compareKeys);
}

/** The name as listed, or null for what is no object and holds none. */
async function shownName(folder: string, entry: Dirent, hidden: ReadonlySet<string>): Promise<string | null> {
  const { name } = entry;
  if (name.includes('\ufffd')) await checkUtf8(folder, name);
  const kind = await kindOf(folder, entry);
  if (kind === 'file') return isStagedName(name) ? null : name;
  if (kind === 'folder') return hidden.has(join(folder, name)) ? null : `${name}/`;
  return null;
}

async function kindOf(folder: string, entry: Dirent): Promise<'file' | 'folder' | null> {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  const path = join(folder, entry.name);
  if (entry.isSymbolicLink()) {
    // A dangling link is listed by its name: what cannot be read must not look absent.
    const target = await stat(path).catch(() => null);
    if (target === null || target.isFile()) return 'file';
    return target.isDirectory() ? 'folder' : null;
  }
  if (entry.isSocket() || entry.isFIFO() || entry.isBlockDevice() || entry.isCharacterDevice()) return null;
  const stats = await lstat(path).catch(() => null);
  if (stats?.isFile()) return 'file';
  return stats?.isDirectory() ? 'folder' : null;
}

/** A name that is no UTF-8 arrives with replacement characters and then names no file. */
async function checkUtf8(folder: string, name: string): Promise<void> {
  if ((await lstat(join(folder, name)).catch(() => null)) === null) {
    throw new VamplateError('unsupported', 'A file name here is not UTF-8.', { folder, name });
  }
}

function isBelowSurrogates(name: string): boolean {
  for (let i = 0; i < name.length; i += 1) if (name.charCodeAt(i) >= 0xd800) return false;
  return true;
}
