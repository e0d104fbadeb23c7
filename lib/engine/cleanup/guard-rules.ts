/** What a fresh look means for versions about to be deleted: who came, what is needed again, and what came too late (D16, D17). */
import type { Protection } from '@/lib/engine/protection/protection-facts';
import type { VersionExplanation } from '@/lib/engine/protection/protection-rules';

/** What keeps a version from a run: everything but the retirement that is under way and the policy that chose it. */
export function holdsAgainst(protections: readonly Protection[]): readonly Protection[] {
  return protections.filter(({ kind }) => kind !== 'retirement' && kind !== 'policy');
}

export function guardHolds(
  explained: readonly VersionExplanation[],
): ReadonlyMap<bigint, readonly Protection[]> {
  const holds = new Map<bigint, readonly Protection[]>();
  for (const { version, detached, protections } of explained) {
    const left = detached ? [] : holdsAgainst(protections);
    if (left.length > 0) holds.set(version, left);
  }
  return holds;
}

/** Names that somebody needs and this run has deleted: too late, to be said as it is (D20). */
export function missedBy(
  needed: { has(name: string): boolean },
  deleted: ReadonlySet<string>,
): readonly string[] {
  return [...deleted].filter((name) => needed.has(name));
}
