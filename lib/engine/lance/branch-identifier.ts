/** The identity of a branch incarnation: its chain of forks from main, and what follows from it (spec C.3). */
import { doubleFnv } from './double-fnv';

/** From main outwards: the version of the parent each branch in the chain was forked at, and that branch's id. */
export type BranchIdentifier = readonly { readonly version: bigint; readonly uuid: string }[];

/** Namespace of main in every lifecycle tree. */
export const mainNamespace = 'main';

/** Namespace of a branch's leases, markers and intents: the id of its last fork. null is main. */
export function namespaceOf(identifier: BranchIdentifier): string {
  return identifier.at(-1)?.uuid ?? mainNamespace;
}

/**
 * The version of the ancestor that the descendant depends on, or null when it does not descend from it. Main is the
 * empty identifier. Versions of 0 (synthetic identifiers) are discarded, as in Lance: use `resolveLineage`.
 */
export function forkVersion(ancestor: BranchIdentifier, descendant: BranchIdentifier): bigint | null {
  const isPrefix =
    ancestor.length < descendant.length &&
    ancestor.every(
      (pair, at) => pair.uuid === descendant[at]?.uuid && pair.version === descendant[at]?.version,
    );
  const version = isPrefix ? descendant[ancestor.length]?.version : undefined;
  return version === undefined || version === 0n ? null : version;
}

/** What released readers give to a branch file without an identifier. `parentBranch` exactly as the file has it. */
export function legacyIdentifier(branch: {
  readonly name: string;
  readonly parentBranch: string | null;
  readonly parentVersion: bigint;
  readonly createdAtSeconds: bigint;
}): BranchIdentifier {
  const { name, parentBranch, parentVersion, createdAtSeconds } = branch;
  const lines = [
    `branch_name=${name}`,
    `parent_branch=${parentBranch ?? ''}`,
    `parent_version=${parentVersion}`,
    `create_at=${createdAtSeconds}`,
  ];
  return [{ version: 0n, uuid: doubleFnv(lines.join('\n')) }];
}

/** Orders pair by pair, then by length: a branch comes before its descendants. */
export function compareIdentifiers(a: BranchIdentifier, b: BranchIdentifier): number {
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    const [left, right] = [a[at], b[at]];
    if (left === undefined || right === undefined) break;
    if (left.version !== right.version) return left.version < right.version ? -1 : 1;
    if (left.uuid !== right.uuid) return left.uuid < right.uuid ? -1 : 1;
  }
  return a.length - b.length;
}
