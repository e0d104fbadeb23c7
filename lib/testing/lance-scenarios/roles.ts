/** Names every object of a place by what needs it, so that two places written by one script can be compared. */
import { keyBelow } from '@/lib/engine/lance/base-uri';
import { type NeededSet, objectsOf } from '@/lib/engine/lance/objects-of';
import { below } from '@/lib/engine/lance/paths';
import { readManifest } from '@/lib/engine/lance/read-manifest';
import { parseVersionName } from '@/lib/engine/lance/version-names';
import type { ObjectStore } from '@/lib/engine/store/object-store';

/** Key of every object of the place to its role; equal roles are interchangeable. */
export type Roles = ReadonlyMap<string, string>;

export interface PlaceNeeds {
  /** `events.lance:3`, `events.lance/tree/exp:4`: what each version needs, as keys below the store. */
  readonly byVersion: ReadonlyMap<
    string,
    { readonly keys: ReadonlySet<string>; readonly folders: readonly string[] }
  >;
  readonly keys: readonly string[];
}

/** What every manifest of the place needs, of every table and branch, read here and now. */
export async function readNeeds(store: ObjectStore): Promise<PlaceNeeds> {
  const keys = await listKeys(store);
  const byVersion = new Map<string, { keys: Set<string>; folders: string[] }>();
  for (const key of keys) {
    const found = manifestOf(key);
    if (found === null) continue;
    const reading = await readManifest(store, found.root, { name: found.name });
    if (reading === null) throw new Error(`${key} vanished`);
    const wanted = { keys: new Set([key]), folders: [] as string[] };
    const add = (root: string, { objects, folders }: NeededSet) => {
      for (const object of objects) wanted.keys.add(below(root, object.key));
      for (const folder of folders) wanted.folders.push(below(root, folder.key));
    };
    const needs = objectsOf(reading.facts, `${store.uri}/${found.root}`);
    add(found.root, needs.own);
    for (const foreign of needs.foreign) {
      if (foreign.location === null) throw new Error(`${key} names no place: ${foreign.base.path}`);
      const root = keyBelow(store.uri, foreign.location);
      if (root !== null) add(root, foreign);
    }
    byVersion.set(`${found.root}:${reading.facts.version}`, wanted);
  }
  return { byVersion, keys };
}

export function rolesOf({ byVersion, keys }: PlaceNeeds): Roles {
  const roles = new Map<string, string>();
  for (const key of keys) {
    const users = [...byVersion]
      .filter(
        ([, { keys: own, folders }]) => own.has(key) || folders.some((folder) => key.startsWith(folder)),
      )
      .map(([label]) => label);
    roles.set(key, manifestOf(key) === null ? roleOf(key, users) : `manifest of ${users.join(' ')}`);
  }
  return roles;
}

/** Of the keys that are still there, how many have each role. */
export function countRoles(roles: Roles, keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) {
    const role = roles.get(key) ?? `new: ${key}`;
    counts.set(role, (counts.get(role) ?? 0) + 1);
  }
  return counts;
}

/** The versions whose manifests are still there, `events.lance:3`. */
export function versionsIn(keys: readonly string[]): readonly string[] {
  return keys.flatMap((key) => {
    const found = manifestOf(key);
    return found === null ? [] : [`${found.root}:${found.version}`];
  });
}

/** Every key of every table, in order. */
export async function listKeys(store: ObjectStore): Promise<readonly string[]> {
  const keys: string[] = [];
  for (let next: string | null | undefined; next !== null; ) {
    const page = await store.list({ prefix: '', ...(next === undefined ? {} : { next }) });
    // LanceDB keeps a catalog of its own beside the tables.
    keys.push(...page.objects.map(({ key }) => key).filter((key) => key.includes('.lance/')));
    next = page.next;
  }
  return keys.sort();
}

function roleOf(key: string, users: readonly string[]): string {
  const named = /^(.*\.lance(?:\/tree\/.*?)?)\/(data|_deletions|_transactions|_indices)\/(.*)$/.exec(key);
  if (named === null) return key;
  const [, root, folder, rest = ''] = named;
  // The names of files are random but for those inside an index.
  const file = folder === '_indices' ? ` ${rest.slice(rest.indexOf('/') + 1)}` : '';
  return `${root}/${folder}${file} of ${users.length === 0 ? 'nobody' : users.slice().sort().join(' ')}`;
}

function manifestOf(key: string): { root: string; name: string; version: bigint } | null {
  const at = key.lastIndexOf('/_versions/');
  if (at === -1) return null;
  const name = key.slice(at + '/_versions/'.length);
  const parsed = parseVersionName(name);
  if (parsed.kind !== 'attached' && parsed.kind !== 'detached') return null;
  return { root: key.slice(0, at), name, version: parsed.version };
}
