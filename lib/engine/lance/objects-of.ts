/** Every object that one version needs, its own and those of other datasets (spec A.1, A.3, G.4). */
import { corrupt, type VamplateError } from '@/lib/base/errors';
import { normaliseUri } from './base-uri';
import type { BasePath, DataFileFacts, IndexFacts, ManifestFacts } from './manifest-facts';
import { blobFolder, dataKey, deletionKey, indexFolder, transactionKey } from './paths';

export type NeededClass = 'data' | 'overlay' | 'deletion' | 'transaction' | 'external';

export interface NeededObject {
  /** Relative to the dataset root (own) or to the base's location (foreign). */
  readonly key: string;
  readonly class: NeededClass;
  /** null when the manifest does not record it. */
  readonly bytes: number | null;
}

/** A folder whose whole content is needed; `key` ends with a slash. */
export interface NeededFolder {
  readonly key: string;
  readonly class: 'index' | 'blob';
  readonly bytes: number | null;
}

export interface NeededSet {
  readonly objects: readonly NeededObject[];
  readonly folders: readonly NeededFolder[];
}

export interface ForeignNeeds extends NeededSet {
  readonly base: BasePath;
  /** The base's place in one spelling, null when its path names none: then nobody can tell whom it pins. */
  readonly location: string | null;
}

export interface Needs {
  readonly own: NeededSet;
  readonly foreign: readonly ForeignNeeds[];
}

/**
 * What the version needs.
 * @param datasetUri the dataset's own address: a base that names it is this dataset, however it is spelled
 * @throws `corrupt` for a base id without a base, a path that leaves its folder, or a deletion file on a base that
 *   is no dataset: whoever deletes must stop there
 */
export function objectsOf(manifest: ManifestFacts, datasetUri: string | null): Needs {
  const needs = new Collector(manifest.basePaths, datasetUri === null ? null : normaliseUri(datasetUri));
  for (const fragment of manifest.fragments) {
    for (const file of fragment.files) needs.addDataFile(file, 'data');
    for (const file of fragment.overlays) needs.addDataFile(file, 'overlay');
    for (const path of fragment.externalFiles) needs.own.add(safe(path), 'external', null);
    const deletion = fragment.deletionFile;
    if (deletion !== null) {
      const key = deletionKey(fragment.id, deletion.readVersion, deletion.id, deletion.type);
      needs.datasetAt(deletion.baseId, 'a deletion file').add(key, 'deletion', null);
    }
  }
  for (const index of manifest.indices) needs.addIndex(index);
  if (manifest.transactionFile !== null) {
    needs.own.add(transactionKey(safeName(manifest.transactionFile)), 'transaction', null);
  }
  return needs.finish();
}

class Side implements NeededSet {
  readonly objects: NeededObject[] = [];
  readonly folders: NeededFolder[] = [];
  /** @param isDataset whether the usual folders lie here; otherwise files lie directly below the base */
  constructor(readonly isDataset: boolean) {}

  add(key: string, kind: NeededClass, bytes: number | null): void {
    this.objects.push({ key, class: kind, bytes });
  }
}

class Collector {
  readonly own = new Side(true);
  private readonly sides = new Map<number, Side>();
  private readonly bases: ReadonlyMap<number, BasePath>;

  constructor(
    bases: readonly BasePath[],
    private readonly ownLocation: string | null,
  ) {
    this.bases = new Map(bases.map((base) => [base.id, base]));
    if (this.bases.size < bases.length) throw corrupt('damaged manifest: two base paths share an id');
  }

  addDataFile(file: DataFileFacts, kind: 'data' | 'overlay'): void {
    const side = this.at(file.baseId);
    const path = safe(file.path);
    side.add(side.isDataset ? dataKey(path) : path, kind, file.fileSizeBytes);
    if (side.isDataset) side.folders.push({ key: blobFolder(path), class: 'blob', bytes: null });
  }

  addIndex(index: IndexFacts): void {
    const side = this.at(index.baseId);
    const key = side.isDataset ? indexFolder(index.uuid) : `${index.uuid}/`;
    const bytes = index.files?.reduce((sum, file) => sum + file.bytes, 0) ?? null;
    side.folders.push({ key, class: 'index', bytes });
  }

  datasetAt(baseId: number | null, what: string): Side {
    const side = this.at(baseId);
    if (!side.isDataset) throw corrupt(`damaged manifest: ${what} on base ${baseId}, which is no dataset`);
    return side;
  }

  finish(): Needs {
    const foreign = [...this.sides].flatMap(([id, { objects, folders }]) => {
      const base = this.bases.get(id);
      return base === undefined ? [] : [{ base, location: normaliseUri(base.path), objects, folders }];
    });
    return { own: { objects: this.own.objects, folders: this.own.folders }, foreign };
  }

  private at(baseId: number | null): Side {
    if (baseId === null) return this.own;
    const known = this.sides.get(baseId);
    if (known !== undefined) return known;
    const base = this.bases.get(baseId);
    if (base === undefined)
      throw corrupt(`damaged manifest: it names base ${baseId}, which it does not describe`);
    const location = normaliseUri(base.path);
    if (base.isDatasetRoot && location !== null && location === this.ownLocation) return this.own;
    const side = new Side(base.isDatasetRoot);
    this.sides.set(baseId, side);
    return side;
  }
}

/** A relative path with plain segments: nothing that climbs out of its folder or names none. */
function safe(path: string): string {
  for (const segment of path.split('/'))
    if (segment === '' || segment === '.' || segment === '..') throw unsafe(path);
  return path;
}

function safeName(name: string): string {
  if (name.includes('/')) throw unsafe(name);
  return safe(name);
}

function unsafe(path: string): VamplateError {
  return corrupt(`damaged manifest: ${JSON.stringify(path.slice(0, 200))} is no path below its folder`);
}
