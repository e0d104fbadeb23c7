/** What a census of references decides: which versions of a namespace something points at, or is about to (F.7, H.4, G.4). */
import { unreachable } from '@/lib/base/unreachable';
import type { BranchFacts, TagFacts } from '@/lib/engine/lance/decode-reference';
import { resolveLineage } from '@/lib/engine/lance/lineage';
import type { StateName, StateRecord } from './state-records';

/** Why a version stays, as plain facts. `certainty` is `unknown` where the evidence could not be followed. */
export type ReferenceHold =
  | { readonly kind: 'intent'; readonly key: string; readonly operationId: string }
  | { readonly kind: 'state'; readonly state: StateName; readonly canonicalPath: string }
  | { readonly kind: 'tag'; readonly name: string; readonly certainty: 'certain' | 'unknown' }
  | { readonly kind: 'branch'; readonly name: string; readonly certainty: 'certain' | 'unknown' };

/** By the hash in a state's name: which moment of its life the state was in (F.7). */
export type StateSnapshot = ReadonlyMap<string, string>;

export interface HoldBook {
  readonly held: ReadonlyMap<bigint, readonly ReferenceHold[]>;
  /** What keeps every version: a chain of forks that cannot be followed may lead to any of them. */
  readonly everything: readonly ReferenceHold[];
}

/** Collects holds by version. */
export class Holds implements HoldBook {
  readonly held = new Map<bigint, ReferenceHold[]>();
  readonly everything: ReferenceHold[] = [];

  add(version: bigint, hold: ReferenceHold): void {
    const some = this.held.get(version);
    if (some === undefined) this.held.set(version, [hold]);
    else some.push(hold);
  }

  addAll(book: HoldBook): void {
    for (const [version, holds] of book.held) for (const hold of holds) this.add(version, hold);
    this.everything.push(...book.everything);
  }
}

export function holdsOn(book: HoldBook, version: bigint): readonly ReferenceHold[] {
  return [...(book.held.get(version) ?? []), ...book.everything];
}

/** The word a snapshot keeps of a state: an operation id, a live generation, `legacy` or `vacant`. */
export function momentOf(record: StateRecord): string {
  switch (record.state) {
    case 'pending':
    case 'revoking':
    case 'deleting':
      return record.operationId;
    case 'live':
      return record.live.generation;
    case 'legacy':
    case 'vacant':
      return record.state;
    default:
      return unreachable(record);
  }
}

/** Whether a state moved on since the snapshot: only then may it speak of a publication nobody has counted (test 24). */
export function hasMoved(snapshot: StateSnapshot, hash: string, record: StateRecord): boolean {
  return snapshot.get(hash) !== momentOf(record);
}

export interface CanonicalFacts {
  readonly tags: readonly TagFacts[];
  readonly branches: readonly BranchFacts[];
}

/**
 * What tags and branches keep in one namespace. A tag keeps its version whether or not a lease-aware reader would see
 * it: released readers do (F.8). One whose branch has no reference keeps its number everywhere; a branch keeps every
 * fork of its chain, also where only its parent fields state it (test 61).
 */
export function canonicalHolds({ tags, branches }: CanonicalFacts, namespace: string): HoldBook {
  const holds = new Holds();
  const lineages = resolveLineage(branches);
  const namespaces = new Map<string | null, string>([[null, 'main']]);
  for (const { branch, namespace: own } of lineages) namespaces.set(branch.name, own);
  for (const tag of tags) {
    const target = namespaces.get(tag.branch);
    if (target !== undefined && target !== namespace) continue;
    const certainty = target === undefined ? 'unknown' : 'certain';
    holds.add(tag.version, { kind: 'tag', name: tag.name, certainty });
  }
  for (const { branch, forks, problems } of lineages) {
    for (const fork of forks) {
      if (fork.namespace !== null && fork.namespace !== namespace) continue;
      const certainty = fork.namespace === null ? 'unknown' : 'certain';
      holds.add(fork.version, { kind: 'branch', name: branch.name, certainty });
    }
    if (problems.length > 0)
      holds.everything.push({ kind: 'branch', name: branch.name, certainty: 'unknown' });
  }
  return holds;
}
