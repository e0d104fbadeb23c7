/** Asks the protection rules about a dataset's facts: who holds what, under which policy, and what refuses altogether. */
import { effectivePolicy, readAutoCleanup } from '@/lib/engine/cleanup/policy-rules';
import type { ControlState } from '@/lib/engine/control/control-entries';
import type { BranchFacts } from '@/lib/engine/lance/decode-reference';
import { judgeFlags } from '@/lib/engine/lance/feature-flags';
import { dependentsOf, resolveLineage } from '@/lib/engine/lance/lineage';
import { externalCommitSuspicion } from '@/lib/engine/lance/resolve-versions';
import { type HolderIndex, indexHolders } from '@/lib/engine/protection/holder-rules';
import type {
  BranchPin,
  CleanerFacts,
  TagFact,
  UnreadableEvidence,
} from '@/lib/engine/protection/protection-facts';
import { judgeIntent } from '@/lib/engine/references/reference-rules';
import type { DatasetFacts } from './dataset-facts';
import type { PolicySettings } from './lake-settings';
import { presenceOf } from './presence';
import { ReferenceFacts, referenceNameOf } from './reference-facts';

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

export function explainHolders(facts: DatasetFacts, sources: PolicySources): Explanation {
  const { control, namespace, branch } = facts;
  const references = new ReferenceFacts(control);
  const refusals = refusalsOf(facts, sources);
  const mine = <T extends { readonly namespace: string }>(rows: readonly T[]) =>
    rows.filter((row) => row.namespace === namespace);

  const holders = indexHolders({
    branch,
    namespace,
    tags: tagFacts(facts, references),
    pins: branchPins(facts),
    leases: mine(control.leases).map((lease) => ({ ...lease, holder: null })),
    markers: mine(control.markers).map((marker) => ({
      ...marker,
      manifests: presenceOf(facts, marker.namespace, marker.version),
    })),
    intents: mine(control.intents).map((intent) => {
      const record = intent.body.kind === 'read' ? intent.body.value : null;
      const reference = record === null ? 'a reference' : referenceNameOf(control.root, record.mutation.path);
      return { ...intent, record, reference };
    }),
    states: control.states.flatMap((state) => {
      if (state.body.kind !== 'read') return [];
      const record = state.body.value;
      const reference = referenceNameOf(control.root, record.canonicalPath);
      return [{ record, canonical: references.canonicalOf(state), storedAt: state.storedAt, reference }];
    }),
    operations: operationsOf(facts),
    outside: [],
    unreadable: unreadableOf(facts),
    refusals,
    storeTime: control.storeTime,
  });
  const config = facts.head?.finding.kind === 'read' ? facts.head.finding.manifest.summary.config : null;
  const autoCleanup = config === null ? null : readAutoCleanup(config);
  const cleaner: CleanerFacts = {
    policy: effectivePolicy(sources.override, sources.lake, autoCleanup),
    autoCleanup: autoCleanup?.policy ?? null,
    releasedWriter: releasedWriterOf(facts),
    youngGuardMs,
  };
  return { holders, cleaner, autoCleanup, refusals };
}

/** Every writer there is today is a released one: the lease protocol was never shipped in Lance (spec, status). */
export function releasedWriterOf({ head }: DatasetFacts): boolean | null {
  return head?.finding.kind === 'read' ? true : null;
}

function refusalsOf(facts: DatasetFacts, sources: PolicySources): string[] {
  const { control, names, head } = facts;
  const refusals: string[] = [];
  if (sources.externalCommits) refusals.push('commits go through an external store');
  else if (externalCommitSuspicion(names.listing.staged, control.storeTime).length > 0) {
    refusals.push('a staged manifest younger than 7 days: commits may go through an external store');
  }
  if (names.listing.scheme === 'mixed') refusals.push('V1 and V2 manifest names are mixed');
  if (names.listing.unrecognised.length > 0) refusals.push('a name in _versions that no reader understands');
  if (control.foreignRoot !== null) refusals.push('control files name another place: this is a copy');
  if (control.proposals.length > 0) refusals.push('it has references of an unmerged format');
  if (head?.finding.kind === 'read') {
    const { summary, mismatch } = head.finding.manifest;
    refusals.push(...judgeFlags(summary).reasons);
    if (mismatch !== null) {
      refusals.push(`manifest ${mismatch.named} states version ${mismatch.stated}`);
    }
  }
  return refusals;
}

function tagFacts(facts: DatasetFacts, references: ReferenceFacts): TagFact[] {
  const names = new Set(facts.branchOf.values());
  return facts.control.tags.flatMap((tag) => {
    if (tag.body.kind !== 'read' || tag.body.value.kind !== 'found') return [];
    const { branch, version } = tag.body.value.reference;
    const { visibility } = references.find(tag);
    return [
      { name: tag.name, branch, version, storedAt: tag.storedAt, visibility, branchKnown: names.has(branch) },
    ];
  });
}

function foundBranches(control: ControlState): BranchFacts[] {
  return control.branches.flatMap(({ body }) =>
    body.kind === 'read' && body.value.kind === 'found' ? [body.value.reference] : [],
  );
}

/** A chain of forks that cannot be followed may need any ancestor's version. */
function lineageProblems({ control }: DatasetFacts): string[] {
  return resolveLineage(foundBranches(control)).flatMap(({ problems }) => [...problems]);
}

function branchPins({ control, branch }: DatasetFacts): BranchPin[] {
  const found = foundBranches(control);
  const storedAt = new Map(control.branches.map((entry) => [entry.name, entry.storedAt]));
  return dependentsOf(branch, resolveLineage(found)).map(({ lineage, fork }) => ({
    name: lineage.branch.name,
    version: fork.version,
    storedAt: storedAt.get(lineage.branch.name) ?? (0 as BranchPin['storedAt']),
    evidence: fork.evidence,
  }));
}

function operationsOf({ control }: DatasetFacts): ReadonlyMap<string, 'active' | 'expired' | 'unknown'> {
  const operations = new Map<string, 'active' | 'expired' | 'unknown'>();
  for (const { body, storedAt, listedAt } of control.intents) {
    if (body.kind !== 'read' || body.value.operationId === '') continue;
    operations.set(body.value.operationId, judgeIntent({ storedAt, record: body.value }, listedAt).standing);
  }
  return operations;
}

/** What nobody could read may hold any version: a cleaner that meets it deletes nothing (G.5). */
function unreadableOf(facts: DatasetFacts): UnreadableEvidence[] {
  const { control, namespace } = facts;
  const evidence: UnreadableEvidence[] = [];
  if (control.listedUpTo !== null) {
    evidence.push({ subject: 'the rest of the control files', version: null });
  }
  for (const { area, namespace: owner, entry } of control.corrupt) {
    if (area === 'other') continue;
    // Leases, markers and intents of another branch are no business of this one's cleanup.
    if (owner !== null && owner !== namespace && area !== 'intent') continue;
    evidence.push({ subject: `${area} file ${entry}`, version: null });
  }
  for (const problem of lineageProblems(facts)) evidence.push({ subject: problem, version: null });
  const bodies = [...control.tags, ...control.branches, ...control.states, ...control.intents];
  for (const { body, entry } of bodies) {
    if (body.kind === 'unreadable') evidence.push({ subject: entry, version: null });
  }
  for (const { body, entry, version } of control.markers) {
    if (body?.kind === 'unreadable') evidence.push({ subject: entry, version });
  }
  return evidence;
}
