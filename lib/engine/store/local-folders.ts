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
/** More than a page has; a folder with fewer names is read whole at once. */
const firstNames = 2_000;

export interface LocalNames {
  /**
   * Names in the order their keys sort in: a file as it is, a folder with a slash at its end (so `a-b` < `a/` < `a0`).
   * @param since a snapshot read before this monotonic instant would not be fresh enough
   * @returns null when the folder is not there
   */
  read(realFolder: string, since: number): Promise<readonly string[] | null>;
  /**
   * The first names from `from` on, in bounded memory however many there are: what one page needs. All of them, as
   * `read` gives them, where they are known or few.
   */
  readFirst(realFolder: string, since: number, from: string): Promise<FirstNames | null>;
}

export interface FirstNames {
  readonly names: readonly string[];
  /** False when names follow the last one. */
  readonly complete: boolean;
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

    async readFirst(folder, since, from) {
      const kept = snapshots.get(folder);
      if (kept !== undefined && kept.startedAt >= since) return { names: kept.names, complete: true };
      const startedAt = monotonic();
      const first = new SmallestNames(from);
      if (!(await visitNames(folder, hidden(), (name) => first.add(name)))) return null;
      const found = first.finish();
      if (found.complete && from === '') keep(folder, { names: found.names, startedAt });
      return found;
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
  const found = await visitNames(folder, hidden, (name) => names.push(name));
  return found ? sortNames(names) : null;
}

/** @returns false when the folder is not there */
async function visitNames(
  folder: string,
  hidden: ReadonlySet<string>,
  visit: (name: string) => void,
): Promise<boolean> {
  let seen = 0;
  try {
    for await (const entry of await opendir(folder, { bufferSize: 1_024 })) {
      const name = nameOfFile(entry) ?? (await shownName(folder, entry, hidden));
      if (name === null) continue;
      seen += 1;
      if (seen > maxNames) throw unsupported(`A folder has more than ${maxNames} names.`, { folder });
      visit(name);
    }
  } catch (error) {
    if (isMissing(error)) return false;
    throw localFailure(error, folder);
  }
  return true;
}

/** Code units and UTF-8 bytes sort alike below the surrogates, and the built-in order is the fast one. */
function sortNames(names: string[]): string[] {
  return names.every(isBelowSurrogates) ? names.sort() : names.sort(compareKeys);
}

/** The smallest names from a bound on, whatever order they come in. */
class SmallestNames {
  private names: string[] = [];
  /** Once enough are held, larger ones than this are not needed. */
  private ceiling: string | null = null;

  constructor(private readonly from: string) {}

  add(name: string): void {
    if (compareKeys(name, this.from) < 0) return;
    if (this.ceiling !== null && compareKeys(name, this.ceiling) > 0) return;
    this.names.push(name);
    if (this.names.length >= 2 * firstNames) this.trim();
  }

  finish(): FirstNames {
    this.trim();
    return { names: this.names, complete: this.ceiling === null };
  }

  private trim(): void {
    sortNames(this.names);
    if (this.names.length <= firstNames) return;
    this.names.length = firstNames;
    this.ceiling = this.names.at(-1) ?? null;
  }
}

/** The name of a plain file, told without waiting: a promise per name would cost a long folder more than its names. */
function nameOfFile(entry: Dirent): string | null {
  const { name } = entry;
  return entry.isFile() && !name.includes('\ufffd') && !isStagedName(name) ? name : null;
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
