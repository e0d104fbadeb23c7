/** Finds out whether control files were written for another place: a copied, moved or remounted dataset (D6). */
import { isVamplateError } from '@/lib/base/errors';
import { type ExactJson, isJsonObject, parseExactJsonBytes } from '@/lib/base/exact-json';
import { type DatasetRoot, foreignRootOf } from './dataset-path';

/** The first root other than `root` that a body's paths name; null when it names none or is no JSON. */
export function foreignRootIn(body: Uint8Array, root: DatasetRoot): string | null {
  for (const path of pathsOf(parsed(body))) {
    const foreign = foreignRootOf(root, path);
    if (foreign !== null) return foreign;
  }
  return null;
}

function parsed(body: Uint8Array): ExactJson {
  try {
    return parseExactJsonBytes(body);
  } catch (error) {
    if (isVamplateError(error)) return null;
    throw error;
  }
}

/** Every field of a control file that holds a path of the store (E, F.2, F.3). */
function pathsOf(json: ExactJson): readonly string[] {
  if (!isJsonObject(json)) return [];
  const { manifest_paths: manifests, mutation } = json;
  const fields = [
    json.manifestPath,
    json.canonical_path,
    isJsonObject(mutation) ? mutation.path : undefined,
    ...(Array.isArray(manifests) ? manifests : []),
  ];
  return fields.filter((field) => typeof field === 'string');
}
