/** Turns one control state into the holders of one branch: what could not be read becomes evidence that is missing. */
import type { StorageInstant } from '@/lib/base/clock';
import type { BranchFacts, ReferenceReading, TagFacts } from '@/lib/engine/lance/decode-reference';
import { resolveLineage } from '@/lib/engine/lance/lineage';
import { parseReferenceKey } from '@/lib/engine/lance/reference-names';
import type {
  BranchPin,
  HolderFacts,
  IntentFact,
  LeaseFact,
  OutsideReason,
  RetirementFact,
  StateFact,
  TagFact,
  UnreadableEvidence,
} from '@/lib/engine/protection/protection-facts';
import type { Mutation } from '@/lib/engine/references/mutation-records';
import { judgeIntent } from '@/lib/engine/references/reference-rules';
import { stateHash } from '@/lib/engine/references/state-names';
import { type CanonicalContent, type StateFinding, visibilityOf } from '@/lib/engine/references/visibility';
import { entryOf } from '@/lib/engine/retirement/dataset-path';
import type { ManifestPresence } from '@/lib/engine/retirement/retirement-rules';
import type { BodyOf, ControlState, IntentEntry, MarkerEntry } from './control-entries';

export interface BranchHoldersInput {
  /** Null is main. */
  readonly branch: string | null;
  readonly namespace: string;
  /** Whether the manifests of a sealed or committed marker exist; `unknown` where `_versions/` was not listed in full. */
  readonly manifestsOf: (marker: MarkerEntry) => ManifestPresence;
  /** Label of a lease's holder; null: not recorded (D23). */
  readonly holderOf: (leaseId: string) => string | null;
  readonly outside: readonly OutsideReason[];
  /** Evidence missing elsewhere: branch folders, outside reasons that could not be asked. */
  readonly unreadable: readonly UnreadableEvidence[];
  /** Why nothing here is cleaned at all, besides what the control state itself says. */
  readonly refusals: readonly string[];
}

export function branchHolders(control: ControlState, input: BranchHoldersInput): HolderFacts {
  const { branch, namespace } = input;
  const here = <Row extends { readonly namespace: string }>(rows: readonly Row[]) =>
    rows.filter((row) => row.namespace === namespace);
  const references = new References(control);
  return {
    branch,
    namespace,
    tags: references.tags(),
    ...references.pins(namespace, input.unreadable.concat(missingEvidence(control, namespace))),
    leases: here(control.leases).map((lease): LeaseFact => ({ ...lease, holder: input.holderOf(lease.id) })),
    markers: here(control.markers).map(
      (marker): RetirementFact => ({ ...marker, manifests: input.manifestsOf(marker) }),
    ),
    intents: here(control.intents).map((intent): IntentFact => intentFact(control, intent)),
    states: references.stateFacts(),
    operations: operationsOf(control),
    outside: input.outside,
    refusals: [...input.refusals, ...refusalsOf(control)],
    storeTime: control.storeTime,
  };
}

/** `tag release` or `branch exp`, for people; the entry itself where it is neither. */
export function referenceWords(entry: string): string {
  const key = parseReferenceKey(entry);
  return key.kind === 'tag' || key.kind === 'branch' ? `${key.kind} ${key.name}` : entry;
}

/** The content at a canonical path, as visibility looks at it. */
export function canonicalOf(
  body: BodyOf<ReferenceReading<TagFacts | BranchFacts>> | undefined,
): CanonicalContent {
  if (body === undefined) return { kind: 'absent' };
  // Gone between listing and reading: one of many instants; what it holds now is not known (F.7).
  if (body.kind !== 'read') return { kind: 'unreadable' };
  if (body.value.kind === 'tombstone') return { kind: 'tombstone' };
  return { kind: 'content', generation: body.value.reference.generation };
}

/** The states of a control state by the hash in their name, as visibility asks for them. */
export function stateFinder(control: ControlState): (canonicalEntry: string) => StateFinding {
  const byHash = new Map(control.states.map((state) => [state.hash, state.body]));
  return (canonicalEntry) => {
    const path = control.root.path === '' ? canonicalEntry : `${control.root.path}/${canonicalEntry}`;
    const body = byHash.get(stateHash(path));
    if (body === undefined) return control.listedUpTo === null ? { kind: 'none' } : { kind: 'unreadable' };
    return body.kind === 'read' ? { kind: 'record', record: body.value } : { kind: 'unreadable' };
  };
}

const notListed = { kind: 'unreadable', reason: 'the listing stopped before it' } as const;

class References {
  private readonly branches: readonly BranchFacts[];
  private readonly storedAt: ReadonlyMap<string, StorageInstant>;

  constructor(private readonly control: ControlState) {
    this.branches = control.branches.flatMap(({ body }) =>
      body.kind === 'read' && body.value.kind === 'found' ? [body.value.reference] : [],
    );
    this.storedAt = new Map(control.branches.map(({ name, storedAt }) => [name, storedAt]));
  }

  tags(): readonly TagFact[] {
    const known = new Set(this.branches.map(({ name }) => name));
    const stateOf = stateFinder(this.control);
    return this.control.tags.flatMap(({ entry, storedAt, body }): TagFact[] => {
      if (body.kind !== 'read' || body.value.kind !== 'found') return [];
      const { name, branch, version } = body.value.reference;
      const visibility = visibilityOf(canonicalOf(body), stateOf(entry));
      return [
        { name, branch, version, storedAt, visibility, branchKnown: branch === null || known.has(branch) },
      ];
    });
  }

  pins(
    namespace: string,
    unreadable: readonly UnreadableEvidence[],
  ): { pins: readonly BranchPin[]; unreadable: readonly UnreadableEvidence[] } {
    const pins: BranchPin[] = [];
    const problems: UnreadableEvidence[] = [];
    for (const { branch, forks, problems: found } of resolveLineage(this.branches)) {
      if (found.length > 0) problems.push({ subject: `the lineage of branch ${branch.name}`, version: null });
      const storedAt = this.storedAt.get(branch.name);
      if (storedAt === undefined) continue;
      for (const fork of forks) {
        if (fork.namespace !== namespace) continue;
        pins.push({ name: branch.name, version: fork.version, evidence: fork.evidence, storedAt });
      }
    }
    return { pins, unreadable: [...unreadable, ...problems] };
  }

  stateFacts(): readonly StateFact[] {
    const bodies = new Map<string, BodyOf<ReferenceReading<TagFacts | BranchFacts>>>();
    const listed = this.control.listedUpTo === null;
    for (const { entry, body } of this.control.tags) bodies.set(entry, body);
    for (const { entry, body } of this.control.branches) bodies.set(entry, body);
    return this.control.states.flatMap(({ storedAt, body }): StateFact[] => {
      if (body.kind !== 'read') return [];
      const entry = entryOf(this.control.root, body.value.canonicalPath) ?? body.value.canonicalPath;
      return [
        {
          record: body.value,
          canonical: canonicalOf(bodies.get(entry) ?? (listed ? undefined : notListed)),
          storedAt,
          reference: referenceWords(entry),
        },
      ];
    });
  }
}

function intentFact(control: ControlState, intent: IntentEntry): IntentFact {
  const record = intent.body.kind === 'read' ? intent.body.value : null;
  return {
    ...intent,
    record,
    reference: record === null ? 'a reference' : mutationWords(control, record.mutation),
  };
}

function mutationWords(control: ControlState, mutation: Mutation): string {
  return referenceWords(entryOf(control.root, mutation.path) ?? mutation.path);
}

function operationsOf(control: ControlState): HolderFacts['operations'] {
  const operations = new Map<string, 'active' | 'expired' | 'unknown'>();
  for (const intent of control.intents) {
    if (intent.body.kind !== 'read' || intent.body.value.operationId === '') continue;
    const { standing } = judgeIntent({ ...intent, record: intent.body.value }, control.storeTime);
    operations.set(intent.body.value.operationId, standing);
  }
  return operations;
}

/** Every file that a cleanup of this namespace must be able to read, and could not (G.5). */
function missingEvidence(control: ControlState, namespace: string): UnreadableEvidence[] {
  const evidence: UnreadableEvidence[] = [];
  const all = (subject: string) => evidence.push({ subject, version: null });
  for (const { entry, area, namespace: of } of control.corrupt) {
    // Leases, markers and intents are scanned by namespace; everything else concerns the whole dataset.
    if ((of === null || of === namespace) && area !== 'other') all(`the corrupt file ${entry}`);
  }
  const unread = (body: BodyOf<unknown> | null) =>
    body !== null && (body.kind === 'unreadable' || body.kind === 'vanished');
  for (const row of [...control.tags, ...control.branches, ...control.states]) {
    if (unread(row.body)) all(row.entry);
  }
  for (const row of [...control.markers, ...control.intents]) {
    if (row.namespace === namespace && unread(row.body)) all(row.entry);
  }
  if (control.listedUpTo !== null) all('the rest of _refs/');
  return evidence;
}

function refusalsOf(control: ControlState): string[] {
  const refusals: string[] = [];
  if (control.foreignRoot !== null) refusals.push('control files written for another place');
  if (control.proposals.length > 0)
    refusals.push('a reference catalog that only an unmerged proposal writes');
  return refusals;
}
