/** Names of tags and branches, and the keys below `_refs/` that carry them (spec C.2, A.1). */
import { branchRefsFolder, tagRefsFolder } from './paths';

export type ReferenceKey =
  | { readonly kind: 'tag' | 'branch'; readonly name: string }
  /** Advisory lock file beside a reference on local disks (F.9). */
  | { readonly kind: 'lock' }
  /** Below a reference folder, but no name a reference can have: a corrupt row, with why. */
  | { readonly kind: 'malformed'; readonly problem: string }
  /** Not below the tag or branch folder at all. */
  | { readonly kind: 'elsewhere' };

const maxNameLength = 512;
const forbiddenInTag = /[^\p{Alphabetic}\p{N}._-]/u;

/** Why a tag may not have this name, or null when it may. */
export function tagNameProblem(name: string): string | null {
  if (name === '') return 'a tag needs a name';
  if (name.length > maxNameLength) return `a name has at most ${maxNameLength} characters`;
  if (forbiddenInTag.test(name)) return 'a tag name has only letters, digits, ".", "-" and "_"';
  if (name.startsWith('.') || name.endsWith('.')) return 'a tag name neither starts nor ends with "."';
  if (name.includes('..')) return 'a tag name has no ".."';
  if (name.endsWith('.lock')) return 'a tag name does not end in ".lock"';
  return null;
}

/** Why a branch may not have this name, or null when it may. */
export function branchNameProblem(name: string): string | null {
  if (name === '') return 'a branch needs a name';
  if (name.length > maxNameLength) return `a name has at most ${maxNameLength} characters`;
  if (name === 'main') return '"main" is the name of no branch';
  if (name.startsWith('/') || name.endsWith('/')) return 'a branch name neither starts nor ends with "/"';
  if (name.includes('//')) return 'a branch name has no empty part';
  if (name.includes('..')) return 'a branch name has no ".."';
  if (name.includes('\\')) return 'a branch name has no "\\"';
  if (name.endsWith('.lock')) return 'a branch name does not end in ".lock"';
  if (name.split('/').some((part) => forbiddenInTag.test(part))) {
    return 'the parts of a branch name have only letters, digits, ".", "-" and "_"';
  }
  // A lone "." is a folder that is its own parent: allowed by the letters, never by a file system.
  if (name.split('/').includes('.')) return 'a branch name has no part "."';
  return null;
}

export function tagKey(name: string): string {
  return `${tagRefsFolder}${name}.json`;
}

export function branchKey(name: string): string {
  return `${branchRefsFolder}${name.replaceAll('/', '%2F')}.json`;
}

/**
 * What a key relative to the dataset root names. `/` in a branch is written as `%2F`; some stores escape that once
 * more, others hold real sub-folders, and letters beyond ASCII arrive escaped. No valid name holds a `%`, so
 * unescaping is never ambiguous.
 */
export function parseReferenceKey(entry: string): ReferenceKey {
  const kind = entry.startsWith(tagRefsFolder) ? 'tag' : entry.startsWith(branchRefsFolder) ? 'branch' : null;
  if (kind === null) return { kind: 'elsewhere' };
  const file = entry.slice((kind === 'tag' ? tagRefsFolder : branchRefsFolder).length);
  if (file.endsWith('.json.lance-reference.lock')) return { kind: 'lock' };
  if (!file.endsWith('.json')) return { kind: 'malformed', problem: 'a reference file ends in ".json"' };
  const name = unescaped(file.slice(0, -'.json'.length));
  if (name === null) return { kind: 'malformed', problem: 'the name is not validly percent-encoded' };
  const problem = kind === 'tag' ? tagNameProblem(name) : branchNameProblem(name);
  return problem === null ? { kind, name } : { kind: 'malformed', problem };
}

function unescaped(text: string): string | null {
  try {
    const once = decodeURIComponent(text);
    return once.includes('%') ? decodeURIComponent(once) : once;
  } catch {
    return null;
  }
}
