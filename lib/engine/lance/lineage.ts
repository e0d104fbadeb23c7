/** Which versions branches depend on: identifiers, namespaces, fork points, zombies, dangling tags (spec C.3, A.3). */
import { type BranchIdentifier, compareIdentifiers, mainNamespace, namespaceOf } from './branch-identifier';
import type { BranchFacts, TagFacts } from './decode-reference';

/** A version of an ancestor that a branch needs. */
export interface Fork {
  /** The ancestor's name; null is main, undefined an ancestor that has no reference any more. */
  readonly branch: string | null | undefined;
  /** The ancestor's namespace; null when it cannot be known. */
  readonly namespace: string | null;
  readonly version: bigint;
  /** `parent`: only from parentBranch and parentVersion, which released cleaners do not look at. */
  readonly evidence: 'identifier' | 'parent';
}

export interface BranchLineage {
  readonly branch: BranchFacts;
  readonly namespace: string;
  /** Nearest ancestor first. */
  readonly forks: readonly Fork[];
  /** What could not be followed; any of it means that ancestors' versions may be needed that are not listed. */
  readonly problems: readonly string[];
}

/** No chain of forks is longer; beyond it the lineage is a problem, never a loop. */
const maxDepth = 256;

/** The lineage of every branch. Pure; a reference that could not be read must be handled by the caller. */
export function resolveLineage(branches: readonly BranchFacts[]): readonly BranchLineage[] {
  const known = new Map(branches.map((branch) => [branch.name, branch]));
  const byNamespace = new Map(branches.map((branch) => [namespaceOf(branch.identifier), branch]));
  return branches.map((branch) => {
    const problems: string[] = [];
    const forks = forksOf(branch, { known, byNamespace, problems });
    return { branch, namespace: namespaceOf(branch.identifier), forks, problems };
  });
}

/** Branches in the order a cascade visits them: deepest first, by descending identifier. */
export function deepestFirst(lineages: readonly BranchLineage[]): readonly BranchLineage[] {
  return lineages.slice().sort((a, b) => -compareIdentifiers(a.branch.identifier, b.branch.identifier));
}

/** The branches that depend on a version of `branch` (null is main), each with the fork that says so. */
export function dependentsOf(
  branch: string | null,
  lineages: readonly BranchLineage[],
): readonly { readonly lineage: BranchLineage; readonly fork: Fork }[] {
  return lineages.flatMap((lineage) =>
    lineage.forks.filter((fork) => fork.branch === branch).map((fork) => ({ lineage, fork })),
  );
}

/** Branch folders below `tree/` that hold versions but have no reference. They are not branches. */
export function zombies(treeFolders: readonly string[], branchNames: readonly string[]): readonly string[] {
  const named = new Set(branchNames);
  return treeFolders.filter((folder) => !named.has(folder));
}

export type TagTarget =
  | { readonly kind: 'present' }
  /** The branch has no such manifest. */
  | { readonly kind: 'dangling' }
  /** The branch has no reference, or its versions were not listed in full. */
  | { readonly kind: 'unknown' };

/**
 * Whether the version a tag names exists.
 * @param versions the attached versions per branch (null is main); absent when they could not be listed in full
 */
export function tagTarget(
  tag: Pick<TagFacts, 'branch' | 'version'>,
  versions: ReadonlyMap<string | null, ReadonlySet<bigint>>,
): TagTarget {
  const listed = versions.get(tag.branch);
  if (listed === undefined) return { kind: 'unknown' };
  return { kind: listed.has(tag.version) ? 'present' : 'dangling' };
}

interface Known {
  readonly known: ReadonlyMap<string, BranchFacts>;
  readonly byNamespace: ReadonlyMap<string, BranchFacts>;
  readonly problems: string[];
}

function forksOf(branch: BranchFacts, { known, byNamespace, problems }: Known): Fork[] {
  const forks: Fork[] = [];
  const visited = new Set<string>();
  let current: BranchFacts | undefined = branch;
  while (current !== undefined) {
    if (visited.has(current.name) || visited.size >= maxDepth) {
      problems.push(`the parents of ${branch.name} form a circle at ${current.name}`);
      break;
    }
    visited.add(current.name);
    const { stated, legacyRoot } = statedForks(current.identifier, byNamespace);
    forks.push(...stated);
    if (legacyRoot === null) break;
    // The chain starts at a branch without identifier: only its parent fields say what lies before it.
    const root: BranchFacts | undefined =
      legacyRoot === namespaceOf(current.identifier) ? current : byNamespace.get(legacyRoot);
    if (root === undefined) {
      problems.push(
        `${branch.name} descends from a branch whose reference is gone; where that was forked is unknown`,
      );
      break;
    }
    if (root !== current) visited.add(root.name);
    const parent: BranchFacts | undefined =
      root.parentBranch === null ? undefined : known.get(root.parentBranch);
    forks.push({
      branch: root.parentBranch,
      namespace: parentNamespace(root.parentBranch, parent),
      version: root.parentVersion,
      evidence: 'parent',
    });
    if (root.parentBranch !== null && parent === undefined) {
      problems.push(`${root.name} was forked from ${root.parentBranch}, whose reference is gone`);
    }
    current = parent;
  }
  return forks;
}

function parentNamespace(name: string | null, parent: BranchFacts | undefined): string | null {
  if (name === null) return mainNamespace;
  return parent === undefined ? null : namespaceOf(parent.identifier);
}

/** The forks an identifier states, nearest first, and the namespace of the legacy branch it starts at, if any. */
function statedForks(
  identifier: BranchIdentifier,
  byNamespace: ReadonlyMap<string, BranchFacts>,
): { stated: Fork[]; legacyRoot: string | null } {
  const stated: Fork[] = [];
  let legacyRoot: string | null = null;
  for (let at = identifier.length - 1; at >= 0; at -= 1) {
    const pair = identifier[at];
    if (pair === undefined) break;
    if (pair.version === 0n) {
      legacyRoot = pair.uuid;
      break;
    }
    const namespace = at === 0 ? mainNamespace : (identifier[at - 1]?.uuid ?? mainNamespace);
    const branch = at === 0 ? null : byNamespace.get(namespace)?.name;
    stated.push({ branch, namespace, version: pair.version, evidence: 'identifier' });
  }
  return { stated, legacyRoot };
}
