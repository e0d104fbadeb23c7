/** What a manifest that lies elsewhere needs of one root: by where its base paths lead, however they are spelled (A.3, G.4). */
import { normaliseUri } from '@/lib/engine/lance/base-uri';
import type { KnownManifest } from './manifest-memory';

export type NeedsThere =
  /** Keys below the root asked about; a folder ends with a slash. Empty: it needs nothing of it. */
  | { readonly kind: 'known'; readonly keys: readonly string[] }
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
  const keys: string[] = [];
  let inside = manifest.places.size === 0;
  const around = within === null ? null : normaliseUri(within);
  for (const [place, names] of manifest.places) {
    if (place === null) return { kind: 'unknown', because: 'a base path names no place' };
    inside ||= around !== null && isAtOrBelow(place, around);
    if (!isAtOrBelow(place, here)) continue;
    const folder = place === here ? '' : `${place.slice(here.length + 1)}/`;
    for (const name of names) keys.push(folder + name);
  }
  if (around !== null && !inside) {
    return { kind: 'unknown', because: 'its base paths lead only to other places: it was copied or moved' };
  }
  return { kind: 'known', keys };
}

function isAtOrBelow(place: string, root: string): boolean {
  return place === root || place.startsWith(`${root}/`);
}
