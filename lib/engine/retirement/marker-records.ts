/** Bodies of retirement markers: the store paths of the manifests being retired (E), inside this dataset only (D6). */
import { type DatasetRoot, manifestEntry } from './dataset-path';
import { arrayField, CorruptField, type Decode, decodeJson, need } from './decode';
import { compactJson } from './encode';

export interface MarkerRecord {
  /** As written: full paths inside the store. */
  readonly manifestPaths: readonly string[];
  /** The same, relative to the dataset root. */
  readonly manifestEntries: readonly string[];
}

/** No version has more manifests than its spellings; a longer list is not one of ours to follow. */
const maxManifestPaths = 16;

export function encodeMarkerRecord(manifestPaths: readonly string[]): Uint8Array {
  if (manifestPaths.length === 0) throw new RangeError('a marker names at least one manifest');
  return compactJson({ manifest_paths: manifestPaths });
}

/** Sealed and committed bodies; draining bodies mean nothing to anybody and are not read. */
export function decodeMarkerRecord(
  body: Uint8Array,
  root: DatasetRoot,
  place: { readonly namespace: string; readonly version: bigint },
): Decode<MarkerRecord> {
  return decodeJson(body, (object) => {
    const manifestPaths = arrayField(object, 'manifest_paths').map((path) => {
      if (typeof path !== 'string')
        throw new CorruptField('manifest_paths holds something that is not a path');
      return path;
    });
    if (manifestPaths.length === 0) throw new CorruptField('manifest_paths is empty');
    if (manifestPaths.length > maxManifestPaths)
      throw new CorruptField('manifest_paths names too many manifests');
    const manifestEntries = manifestPaths.map((path) =>
      need(manifestEntry(root, path, place.namespace, place.version)),
    );
    return { manifestPaths, manifestEntries };
  });
}
