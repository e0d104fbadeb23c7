/** The objects each version needs, as numbers of one table per dataset: two thousand versions share their names once. */
import { isVamplateError } from '@/lib/base/errors';
import { normaliseUri } from '@/lib/engine/lance/base-uri';
import type { ManifestFacts } from '@/lib/engine/lance/manifest-facts';
import { objectsOf } from '@/lib/engine/lance/objects-of';

/** What one manifest needs. Folder names end with a slash: all below them is needed. */
export type ManifestNeeds =
  | {
      readonly kind: 'known';
      /** The table whose numbers these are. */
      readonly table: NeedsIndex;
      /** Keys below the root the manifest lies in: of the dataset, or of its branch. */
      readonly own: Uint32Array;
      /** Keys relative to where they lie, by location in one spelling; `null` names no place. */
      readonly places: ReadonlyMap<string | null, Uint32Array>;
    }
  /** The manifest contradicts itself: whoever deletes must stop. */
  | { readonly kind: 'corrupt'; readonly problem: string };

export class NeedsIndex {
  private readonly ids = new Map<string, number>();
  private readonly keys: string[] = [];

  /** Names held; they go with the table only. */
  get size(): number {
    return this.keys.length;
  }

  /** @param rootUri the address of the root the manifest lies in, as base paths are compared with it */
  needsOf(facts: ManifestFacts, rootUri: string): ManifestNeeds {
    try {
      const { own, foreign } = objectsOf(facts, rootUri);
      const places = new Map<string | null, Uint32Array>();
      for (const side of foreign) {
        const before = places.get(side.location) ?? new Uint32Array();
        const keys = this.idsOf(side);
        const joined = new Uint32Array(before.length + keys.length);
        joined.set(before);
        joined.set(keys, before.length);
        places.set(side.location, joined);
      }
      return { kind: 'known', table: this, own: this.idsOf(own), places };
    } catch (error) {
      if (isVamplateError(error)) return { kind: 'corrupt', problem: error.message };
      throw error;
    }
  }

  /** The names behind the numbers, as often as somebody asks. */
  keysOf(ids: Uint32Array): Iterable<string> {
    return { [Symbol.iterator]: () => this.walk(ids) };
  }

  private *walk(ids: Uint32Array): Iterator<string> {
    for (const id of ids) {
      const key = this.keys[id];
      if (key !== undefined) yield key;
    }
  }

  private idsOf({
    objects,
    folders,
  }: {
    readonly objects: readonly { readonly key: string }[];
    readonly folders: readonly { readonly key: string }[];
  }): Uint32Array {
    const ids = new Uint32Array(objects.length + folders.length);
    let place = 0;
    for (const { key } of objects) ids[place++] = this.idOf(key);
    for (const { key } of folders) ids[place++] = this.idOf(key);
    return ids;
  }

  private idOf(key: string): number {
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const id = this.keys.length;
    this.ids.set(key, id);
    this.keys.push(key);
    return id;
  }
}

/**
 * What a manifest of a branch needs below another root of the same dataset; null when that cannot be told: it names no
 * place, or only places outside the dataset, as after a copy or a move, or when it was written under another address.
 * @param datasetUri the address of the dataset's main root
 */
export function needsBelow(
  needs: ManifestNeeds,
  rootUri: string,
  datasetUri: string,
): Iterable<string> | null {
  if (needs.kind === 'corrupt') return null;
  const here = normaliseUri(rootUri);
  const dataset = normaliseUri(datasetUri);
  if (here === null || dataset === null || needs.places.has(null)) return null;
  const keys = needs.places.get(here);
  if (keys !== undefined) return needs.table.keysOf(keys);
  const inside = (place: string | null) => place === dataset || place?.startsWith(`${dataset}/`) === true;
  return [...needs.places.keys()].every(inside) ? [] : null;
}
