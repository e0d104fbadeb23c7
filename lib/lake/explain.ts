/** Asks the protection rules about a dataset's facts: who holds what, under which policy, and what refuses altogether. */
import { effectivePolicy, readAutoCleanup } from '@/lib/engine/cleanup/policy-rules';
import { branchHolders } from '@/lib/engine/control/protection-facts';
import { judgeFlags } from '@/lib/engine/lance/feature-flags';
import { externalCommitSuspicion } from '@/lib/engine/lance/resolve-versions';
import { type HolderIndex, indexHolders } from '@/lib/engine/protection/holder-rules';
import type { CleanerFacts, UnreadableEvidence } from '@/lib/engine/protection/protection-facts';
import type { DatasetFacts } from './dataset-facts';
import type { PolicySettings } from './lake-settings';
import { presenceOf } from './presence';

/**
 * What is shown is what the policy lets go (5.2). The hour for which nothing young is retired (D12) is a plan's own
 * default, which a plan may be told to leave out; a plan shows it as its own reason.
 */
const youngGuardMs = 0;

export interface PolicySources {
  readonly override: PolicySettings | null;
  readonly lake: PolicySettings | null;
  /** The configuration says that commits go through an external store (D8). */
  readonly externalCommits: boolean;
}

export interface Explanation {
  readonly holders: HolderIndex;
  readonly cleaner: CleanerFacts;
  readonly autoCleanup: ReturnType<typeof readAutoCleanup>;
  /** Why nothing of this dataset is cleaned; one phrase each. */
  readonly refusals: readonly string[];
}

/** @param holderOf label of a lease's holder where it is known; null: not recorded (D23) */
export function explainHolders(
  facts: DatasetFacts,
  sources: PolicySources,
  holderOf: (leaseId: string) => string | null,
): Explanation {
  const { control, namespace, branch, head } = facts;
  const holderFacts = branchHolders(control, {
    ...{ branch, namespace, holderOf },
    manifestsOf: (marker) => presenceOf(facts, marker.namespace, marker.version),
    outside: [],
    unreadable: unreadableHead(facts),
    refusals: refusalsOf(facts, sources),
  });
  const config = head?.finding.kind === 'read' ? head.finding.manifest.summary.config : null;
  const autoCleanup = config === null ? null : readAutoCleanup(config);
  const cleaner: CleanerFacts = {
    policy: effectivePolicy(sources.override, sources.lake, autoCleanup),
    autoCleanup: autoCleanup?.policy ?? null,
    releasedWriter: releasedWriterOf(facts),
    youngGuardMs,
  };
  return { holders: indexHolders(holderFacts), cleaner, autoCleanup, refusals: holderFacts.refusals };
}

/** Every writer there is today is a released one: the lease protocol was never shipped in Lance (spec, status). */
export function releasedWriterOf({ head }: DatasetFacts): boolean | null {
  return head?.finding.kind === 'read' ? true : null;
}

/** What the newest manifest says rules every cleanup: while it is not understood, any version may be needed (G.5). */
function unreadableHead({ reader, branch, head }: DatasetFacts): UnreadableEvidence[] {
  if (head === null) return [];
  const contradicts = reader.manifests.peekNeeds(reader.root(branch), head.entry)?.kind === 'corrupt';
  if (head.finding.kind === 'read' && !contradicts) return [];
  return [{ subject: 'the newest manifest', version: null }];
}

function refusalsOf({ control, names, head }: DatasetFacts, sources: PolicySources): string[] {
  const refusals: string[] = [];
  if (sources.externalCommits) refusals.push('commits go through an external store');
  else if (externalCommitSuspicion(names.listing.staged, control.storeTime).length > 0) {
    refusals.push('a staged manifest younger than 7 days: commits may go through an external store');
  }
  if (names.listing.scheme === 'mixed') refusals.push('V1 and V2 manifest names are mixed');
  if (names.listing.unrecognised.length > 0) refusals.push('a name in _versions that no reader understands');
  if (head?.finding.kind === 'read') {
    const { summary, mismatch } = head.finding.manifest;
    refusals.push(...judgeFlags(summary).reasons);
    if (mismatch !== null) {
      refusals.push(`manifest ${mismatch.named} states version ${mismatch.stated}`);
    }
  }
  return refusals;
}
