/** What a manifest that lies elsewhere needs of one root: by where its base paths lead, however they are spelled (A.3, G.4). */
import { cleanableFolders } from '@/lib/engine/cleanup/deletion-set-rules';
import { normaliseUri } from '@/lib/engine/lance/base-uri';
import type { KnownManifest } from './manifest-memory';

export type NeedsThere =
  | {
      readonly kind: 'known';
      /** Keys below the root asked about, of its own folders; a folder ends with a slash. */
      readonly keys: readonly string[];
      /** Whether a base path leads there, whether or not anything is needed of it: it was made from a version there. */
      readonly leadsHere: boolean;
    }
  /** Nobody can tell whom it needs: whoever deletes must stop. */
  | { readonly kind: 'unknown'; readonly because: string };

/**
 * @param address of the root asked about
 * @param within of the dataset that holds both, for a manifest of a branch: it must lead back into it. Null for others
 */
export function needsAt(
  manifest: Pick<KnownManifest, 'places'>,
  address: string,
  within: string | null,
): NeedsThere {
  const here = normaliseUri(address);
  if (here === null) return { kind: 'unknown', because: 'this dataset has no address to compare with' };
  const around = within === null ? null : normaliseUri(within);
  const keys: string[] = [];
  let [leadsHere, leadsInside, leadsOutside] = [false, false, false];
  for (const [place, names] of manifest.places) {
    if (place === null) return { kind: 'unknown', because: 'a base path names no place' };
    if (around !== null && isAtOrBelow(place, around)) leadsInside = true;
    else if (names.length > 0) leadsOutside = true;
    const found = seenFrom(here, place, names);
    for (const key of found.keys) keys.push(key);
    leadsHere ||= found.leadsHere;
  }
  if (around !== null && leadsOutside && !leadsInside) {
    return { kind: 'unknown', because: 'its base paths lead only to other places: it was copied or moved' };
  }
  return { kind: 'known', keys, leadsHere };
}

function seenFrom(here: string, place: string, names: readonly string[]) {
  if (place === here) return { keys: names, leadsHere: true };
  if (isAtOrBelow(place, here)) {
    const folder = `${place.slice(here.length + 1)}/`;
    // Branches lie below their dataset's root and are asked about by themselves.
    if (!isOwn(folder)) return { keys: [], leadsHere: false };
    return { keys: names.map((name) => folder + name), leadsHere: true };
  }
  if (!isAtOrBelow(here, place)) return { keys: [], leadsHere: false };
  const start = `${here.slice(place.length + 1)}/`;
  const keys = names.filter((name) => name.startsWith(start)).map((name) => name.slice(start.length));
  const own = keys.filter(isOwn);
  return { keys: own, leadsHere: own.length > 0 };
}

function isOwn(key: string): boolean {
  return cleanableFolders.some((folder) => key.startsWith(folder));
}

function isAtOrBelow(place: string, root: string): boolean {
  return place === root || place.startsWith(root.endsWith('/') ? root : `${root}/`);
}
