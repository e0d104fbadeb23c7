/** Lists a local folder as an object store does: keys in byte order, by pages, with only the page's own files looked at. */
import { lstat, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unsupported } from '@/lib/base/errors';
import { checkList, compareKeys } from './key-rules';
import { holdsObject, type LocalNames } from './local-folders';
import { isMissing, type LocalRoot, localFailure, metaOf } from './local-root';
import type { ListOptions, ListPage, ObjectMeta, StoreTime } from './object-store';
import { decodePageToken, encodePageToken, firstAfter } from './page-rules';

const maxDepth = 64;
const statsAtOnce = 16;

interface Walk {
  readonly root: LocalRoot;
  readonly names: LocalNames;
  readonly hidden: () => ReadonlySet<string>;
  readonly prefix: string;
  readonly folded: boolean;
  readonly after: string;
  readonly since: number;
  /** Whether this is a listing's first page: most are its last, and need no more names than a page has. */
  readonly first: boolean;
  readonly signal: AbortSignal | undefined;
}

export interface LocalLister {
  list(options: ListOptions): Promise<ListPage>;
}

export function openLocalLister(options: {
  readonly root: LocalRoot;
  readonly names: LocalNames;
  readonly hidden: () => ReadonlySet<string>;
  readonly monotonic: () => number;
  /** Tells this process's page tokens from another's, whose instants mean nothing here. */
  readonly instance: string;
  readonly storeTime: () => StoreTime;
}): LocalLister {
  const { root, names, hidden, monotonic, instance } = options;

  /** A listing sees what was complete when it began, so its later pages may reuse names read since then, none older. */
  function begin(request: ListOptions): { after: string; since: number } {
    if (request.next === undefined) return { after: request.startAfter ?? '', since: monotonic() };
    const token = decodePageToken(request.next);
    const [writer, since] = token.since?.split(' ') ?? [];
    return { after: token.after, since: writer === instance ? Number(since) : monotonic() };
  }

  return {
    async list(request) {
      const limit = checkList(request);
      await root.real();
      const { after, since } = begin(request);
      const { prefix, signal } = request;
      const folded = request.delimiter !== undefined;
      const first = request.next === undefined;
      const walk: Walk = { root, names, hidden, prefix, folded, after, since, first, signal };
      const entries = keysBelow(walk, prefix.slice(0, prefix.lastIndexOf('/') + 1), []);
      const page: string[] = [];
      let more = await entries.next();
      for (; !more.done && page.length < limit; more = await entries.next()) page.push(more.value);
      const last = page.at(-1);
      const next = more.done || last === undefined ? null : { after: last, since: `${instance} ${since}` };
      const objects = await metasOf(
        root,
        page.filter((name) => !name.endsWith('/')),
      );
      return {
        objects,
        prefixes: page.filter((name) => name.endsWith('/')),
        next: next === null ? null : encodePageToken(next),
        storeTime: options.storeTime(),
      };
    },
  };
}

/**
 * Keys below `folder` (empty or ending with a slash) in byte order; with a delimiter, folders instead of what is in them.
 * @param above real paths of the folders on the way here, against links that lead back up
 */
async function* keysBelow(walk: Walk, folder: string, above: readonly string[]): AsyncGenerator<string> {
  walk.signal?.throwIfAborted();
  if (above.length > maxDepth) throw unsupported(`Folders are nested deeper than ${maxDepth}.`, { folder });
  const real = await walk.root.enter(folder);
  if (real === null) return;
  if (above.includes(real)) throw unsupported('Symbolic links form a loop.', { folder });
  for await (const name of namesFrom(walk, folder, real)) {
    const key = folder + name;
    const isFolder = name.endsWith('/');
    if (!key.startsWith(walk.prefix)) {
      if (compareKeys(key, walk.prefix) > 0) return;
    } else if (isFolder && !walk.folded) {
      if (compareKeys(key, walk.after) > 0 || walk.after.startsWith(key)) {
        yield* keysBelow(walk, key, [...above, real]);
      }
    } else if (compareKeys(key, walk.after) > 0) {
      if (!isFolder || (await holdsObject(join(real, name), walk.hidden()))) yield key;
    }
  }
}

/** The names to look at in one folder, in order; those beyond a first page are read only when it is not filled by then. */
async function* namesFrom(walk: Walk, folder: string, real: string): AsyncGenerator<string> {
  const { names: folders, since } = walk;
  let last: string | null = null;
  if (walk.first) {
    const first = await folders.readFirst(real, since, lowestName(folder, walk));
    for (let i = firstName(first?.names ?? [], folder, walk); i < (first?.names.length ?? 0); i += 1) {
      last = first?.names[i] ?? '';
      yield last;
    }
    if (first === null || first.complete) return;
  }
  const names = (await folders.read(real, since)) ?? [];
  const begin = last === null ? firstName(names, folder, walk) : firstAfter(names, last, false);
  for (let i = begin; i < names.length; i += 1) yield names[i] ?? '';
}

/** No name before this one is looked at: the bound itself, or the folder that it lies in. */
function lowestName(folder: string, { after, prefix }: Walk): string {
  const bound = compareKeys(after, prefix) > 0 ? after : prefix;
  if (!bound.startsWith(folder)) return '';
  const rest = bound.slice(folder.length);
  return rest.includes('/') ? rest.slice(0, rest.indexOf('/') + 1) : rest;
}

/** Where in sorted names to begin; one earlier, since the starting point may lie inside the folder before it. */
function firstName(names: readonly string[], folder: string, { after, prefix }: Walk): number {
  const bound = compareKeys(after, prefix) > 0 ? after : prefix;
  if (!bound.startsWith(folder)) return compareKeys(bound, folder) < 0 ? 0 : names.length;
  return Math.max(0, firstAfter(names, bound.slice(folder.length), true) - 1);
}

async function metasOf(root: LocalRoot, keys: readonly string[]): Promise<readonly ObjectMeta[]> {
  const metas: ObjectMeta[] = [];
  const base = await root.real();
  for (let i = 0; i < keys.length; i += statsAtOnce) {
    const some = await Promise.all(keys.slice(i, i + statsAtOnce).map((key) => metaNow(root, base, key)));
    for (const meta of some) if (meta !== null) metas.push(meta);
  }
  return metas;
}

/** null for a file that went away since its name was read. */
async function metaNow(root: LocalRoot, base: string, key: string): Promise<ObjectMeta | null> {
  const path = join(base, key);
  try {
    const own = await lstat(path, { bigint: true });
    if (!own.isSymbolicLink()) return own.isFile() ? metaOf(key, own) : null;
    // A link that leads out of the store, or nowhere, is listed as itself; reading it is refused.
    const target = await root.follow(path).then(
      (real) => stat(real, { bigint: true }),
      () => own,
    );
    return metaOf(key, target);
  } catch (error) {
    if (isMissing(error)) return null;
    throw localFailure(error, key);
  }
}
