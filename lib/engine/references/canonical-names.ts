/** Where a reference lies: as Lance 0.31 places it on disk and in object stores, and every other spelling it may have (A.1, C.2). */
import { branchKey, branchNameProblem, tagKey, tagNameProblem } from '@/lib/engine/lance/reference-names';
import type { DatasetRoot } from '@/lib/engine/retirement/dataset-path';

export type ReferenceKind = 'tag' | 'branch';

/** Why a new reference may not have this name, or null when it may. */
export function nameProblem(kind: ReferenceKind, name: string): string | null {
  return kind === 'tag' ? tagNameProblem(name) : branchNameProblem(name);
}

/**
 * The entries a reference may lie under, relative to the dataset root; a new one is written to the first. Branch `a/b` is
 * `a%2Fb.json` and tag `é` is `%C3%A9.json`, on disk too. Others keep letters raw, escape once more, or hold sub-folders.
 * @param name one that `nameProblem` accepts
 */
export function referenceEntries(kind: ReferenceKind, name: string): readonly [string, ...string[]] {
  const plain = kind === 'tag' ? tagKey(name) : branchKey(name);
  const folderEnd = plain.lastIndexOf('/') + 1;
  const [folder, file] = [plain.slice(0, folderEnd), plain.slice(folderEnd)];
  const escaped = folder + file.replace(/[^ -~]+/gu, encode);
  const twice = folder + file.replace(/[^A-Za-z0-9._-]+/gu, encode);
  const nested = kind === 'branch' ? `${folder}${name}.json` : plain;
  return [escaped, ...new Set([plain, twice, nested].filter((entry) => entry !== escaped))];
}

/** The path of an entry as control files spell it. */
export function pathOf(root: DatasetRoot, entry: string): string {
  return root.path === '' ? entry : `${root.path}/${entry}`;
}

function encode(part: string): string {
  return encodeURIComponent(part);
}
