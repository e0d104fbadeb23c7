/** Where a reference lies in a given kind of store: Lance escapes its path once more than a file system shows (A.1, C.2). */
import { branchKey, branchNameProblem, tagKey, tagNameProblem } from '@/lib/engine/lance/reference-names';
import type { DatasetRoot } from '@/lib/engine/retirement/dataset-path';

export type ReferenceKind = 'tag' | 'branch';

/** Why a new reference may not have this name, or null when it may. */
export function nameProblem(kind: ReferenceKind, name: string): string | null {
  return kind === 'tag' ? tagNameProblem(name) : branchNameProblem(name);
}

/**
 * The entries a reference may lie under, relative to the dataset root; a new one is written to the first. On disk the
 * file of branch `a/b` is `a%2Fb.json`; an object store holds the escaped form of that, `a%252Fb.json`.
 * @throws nothing; of a name that `nameProblem` refuses the result means nothing
 */
export function referenceEntries(
  storeKind: 'memory' | 'local' | 's3',
  kind: ReferenceKind,
  name: string,
): readonly [string, ...string[]] {
  const plain = kind === 'tag' ? tagKey(name) : branchKey(name);
  const folderEnd = plain.lastIndexOf('/') + 1;
  const escaped = plain.slice(0, folderEnd) + plain.slice(folderEnd).replace(/[^A-Za-z0-9._-]+/gu, encode);
  const nested = kind === 'branch' ? `${plain.slice(0, folderEnd)}${name}.json` : plain;
  const first = storeKind === 'local' ? plain : escaped;
  return [first, ...new Set([plain, escaped, nested].filter((entry) => entry !== first))];
}

/** The path of an entry as control files spell it. */
export function pathOf(root: DatasetRoot, entry: string): string {
  return root.path === '' ? entry : `${root.path}/${entry}`;
}

function encode(part: string): string {
  return encodeURIComponent(part);
}
