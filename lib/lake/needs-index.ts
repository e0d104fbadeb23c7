/** The objects each version needs, as numbers of one table per dataset: two thousand versions share their names once. */
import { isVamplateError } from '@/lib/base/errors';
import type { ManifestFacts } from '@/lib/engine/lance/manifest-facts';
import { objectsOf } from '@/lib/engine/lance/objects-of';

/** What one manifest needs. Folder names end with a slash: all below them is needed. */
export type ManifestNeeds =
  | { readonly kind: 'known'; readonly own: Uint32Array; readonly foreign: ForeignTotals }
  /** The manifest contradicts itself: whoever deletes must stop. */
  | { readonly kind: 'corrupt'; readonly problem: string };

export interface ForeignTotals {
  readonly objects: number;
  /** Σ of the recorded sizes. */
  readonly bytes: number;
  /** Keys relative to where they lie, by location; `null` names no place. */
  readonly places: ReadonlyMap<string | null, readonly string[]>;
}

export class NeedsIndex {
  private readonly ids = new Map<string, number>();
  private readonly keys: string[] = [];

  /** @param datasetUri the dataset's own address, as objects-of compares bases with it */
  constructor(private readonly datasetUri: string) {}

  needsOf(facts: ManifestFacts): ManifestNeeds {
    try {
      const { own, foreign } = objectsOf(facts, this.datasetUri);
      const ids = new Uint32Array(own.objects.length + own.folders.length);
      let place = 0;
      for (const { key } of own.objects) ids[place++] = this.idOf(key);
      for (const { key } of own.folders) ids[place++] = this.idOf(key);
      return { kind: 'known', own: ids, foreign: totalsOf(foreign) };
    } catch (error) {
      if (isVamplateError(error)) return { kind: 'corrupt', problem: error.message };
      throw error;
    }
  }

  *keysOf(ids: Uint32Array): Iterable<string> {
    for (const id of ids) {
      const key = this.keys[id];
      if (key !== undefined) yield key;
    }
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

function totalsOf(foreign: ReturnType<typeof objectsOf>['foreign']): ForeignTotals {
  let objects = 0;
  let bytes = 0;
  const places = new Map<string | null, string[]>();
  for (const side of foreign) {
    const keys = places.get(side.location) ?? [];
    for (const object of side.objects) {
      objects += 1;
      bytes += object.bytes ?? 0;
      keys.push(object.key);
    }
    for (const folder of side.folders) keys.push(folder.key);
    places.set(side.location, keys);
  }
  return { objects, bytes, places };
}
