/** Tags, branches, states and terminations as rows, each with what a lease-aware reader sees of it (F.8). */
import type { z } from 'zod';
import type { referenceRow } from '@/lib/contracts/control';
import { unfinishedDeletions } from '@/lib/engine/cleanup/branch/find-unfinished';
import type { BranchEntry, StateEntry, TagEntry } from '@/lib/engine/control/control-entries';
import { canonicalOf, stateFinder } from '@/lib/engine/control/protection-facts';
import { mainNamespace, namespaceOf } from '@/lib/engine/lance/branch-identifier';
import { stateHash } from '@/lib/engine/references/state-names';
import type { StateRecord } from '@/lib/engine/references/state-records';
import { type CanonicalContent, type StateFinding, visibilityOf } from '@/lib/engine/references/visibility';
import type { DatasetFacts } from '@/lib/lake/dataset-facts';
import { presenceOf } from '@/lib/lake/presence';
import type { Place } from './place';
import { problemOf } from './problems';
import { wordsOfPath } from './reference-words';
import { decimal, iso, textRecord } from './scalars';

export type ReferenceRowInput = z.input<typeof referenceRow>;

/** @param costs bytes only this reference keeps, by `tag name` or `branch name` */
export function referenceRows(
  place: Place,
  facts: DatasetFacts,
  costs: ReadonlyMap<string, number>,
): ReferenceRowInput[] {
  const { tags, branches, states, terminations } = facts.control;
  const stateOf = stateFinder(facts.control);
  const listed = new Set([...tags, ...branches].map(({ entry }) => hashOf(facts, entry)));
  const rows: ReferenceRowInput[] = [];
  for (const tag of tags) {
    rows.push({
      ...base(place, tag),
      ...tagFields(facts, stateOf, tag),
      exclusiveBytes: costs.get(`tag ${tag.name}`) ?? null,
    });
  }
  for (const branch of branches) {
    rows.push({
      ...base(place, branch),
      ...branchFields(facts, stateOf, branch),
      exclusiveBytes: costs.get(`branch ${branch.name}`) ?? null,
    });
  }
  // A state without its reference tells of one that is coming, going or gone.
  for (const state of states) {
    if (!listed.has(state.hash)) rows.push({ ...base(place, state), ...stateFields(facts, state) });
  }
  for (const termination of terminations) {
    rows.push({
      ...base(place, termination),
      kind: 'termination',
      name: facts.branchOf.get(termination.namespace) ?? termination.namespace,
      deletionOf: branchBeingDeleted(facts, termination.namespace),
      problem: 'This branch is being deleted; asked again, its deletion goes on.',
    });
  }
  return rows;
}

type StateOf = ReturnType<typeof stateFinder>;

/** The state's name hashes the full path inside the store (F.3). */
function hashOf({ control }: DatasetFacts, entry: string): string {
  const { path } = control.root;
  return stateHash(path === '' ? entry : `${path}/${entry}`);
}

function base(
  place: Place,
  row: { readonly entry: string; readonly storedAt: number | null; readonly etag?: string },
): ReferenceRowInput {
  return {
    ...place,
    key: row.entry,
    kind: 'state',
    name: '',
    visibility: 'unknown',
    state: 'none',
    targetBranch: null,
    targetVersion: null,
    targetStanding: 'unknown',
    createdAt: null,
    updatedAt: null,
    storedAt: iso(row.storedAt),
    etag: row.etag ?? null,
    generation: null,
    identifier: null,
    zombie: false,
    deletionOf: null,
    legacy: false,
    metadata: {},
    unknownKeys: [],
    exclusiveBytes: null,
    problem: null,
  };
}

function tagFields(facts: DatasetFacts, stateOf: StateOf, tag: TagEntry): Partial<ReferenceRowInput> {
  const found = tag.body.kind === 'read' && tag.body.value.kind === 'found' ? tag.body.value.reference : null;
  const common = commonFields(stateOf, tag, found?.generation ?? null);
  if (found === null) return { kind: 'tag', name: tag.name, ...common };
  const namespace = found.branch === null ? mainNamespace : namespaceOfName(facts, found.branch);
  const standing = namespace === undefined ? 'unknown' : presenceOf(facts, namespace, found.version);
  return {
    ...common,
    kind: 'tag',
    name: tag.name,
    targetBranch: found.branch,
    targetVersion: decimal(found.version),
    targetStanding: standing,
    createdAt: iso(found.createdAt),
    updatedAt: iso(found.updatedAt),
    metadata: textRecord(found.metadata),
    unknownKeys: [...found.unknownKeys],
    problem: common.problem ?? tagProblem(facts, found.branch, namespace, standing),
  };
}

function tagProblem(
  facts: DatasetFacts,
  branch: string | null,
  namespace: string | undefined,
  standing: string,
): string | null {
  if (branch !== null && namespace === undefined && facts.control.complete) {
    return `It names branch ${branch}, which has no reference.`;
  }
  return standing === 'missing' ? 'Its version is not there: the tag dangles.' : null;
}

function branchFields(
  facts: DatasetFacts,
  stateOf: StateOf,
  branch: BranchEntry,
): Partial<ReferenceRowInput> {
  const { body } = branch;
  const found = body.kind === 'read' && body.value.kind === 'found' ? body.value.reference : null;
  const common = commonFields(stateOf, branch, found?.generation ?? null);
  if (found === null) return { kind: 'branch', name: branch.name, ...common };
  const parent = found.parentBranch === null ? mainNamespace : namespaceOfName(facts, found.parentBranch);
  return {
    ...common,
    kind: 'branch',
    name: branch.name,
    targetBranch: found.parentBranch,
    targetVersion: decimal(found.parentVersion),
    targetStanding: parent === undefined ? 'unknown' : presenceOf(facts, parent, found.parentVersion),
    createdAt: iso(Number(found.createdAtSeconds) * 1000),
    identifier: namespaceOf(found.identifier),
    legacy: found.legacy,
    metadata: textRecord(found.metadata),
    unknownKeys: [...found.unknownKeys],
  };
}

function commonFields(stateOf: StateOf, row: TagEntry | BranchEntry, generation: string | null) {
  const content = canonicalOf(row.body);
  const state = stateOf(row.entry);
  const visibility = visibilityOf(content, state);
  return { visibility, state: stateName(state, content), generation, problem: problemOf(row.body) } as const;
}

function stateName(state: StateFinding, content: CanonicalContent): ReferenceRowInput['state'] {
  if (state.kind === 'record') return state.record.state;
  if (state.kind === 'unreadable') return 'unknown';
  return content.kind === 'content' && content.generation === null ? 'released' : 'none';
}

function stateFields(facts: DatasetFacts, state: StateEntry): Partial<ReferenceRowInput> {
  if (state.body.kind !== 'read') {
    return { kind: 'state', name: state.hash, state: 'unknown', problem: problemOf(state.body) };
  }
  const record = state.body.value;
  const target = targetOf(record);
  return {
    kind: 'state',
    name: wordsOfPath(facts.control, record.canonicalPath),
    visibility: 'invisible',
    state: record.state,
    targetBranch: target === null ? null : (facts.branchOf.get(target.namespace) ?? target.namespace),
    targetVersion: decimal(target?.version ?? null),
    targetStanding: target === null ? 'unknown' : presenceOf(facts, target.namespace, target.version),
    generation: 'operationId' in record ? record.operationId : null,
  };
}

function targetOf(record: StateRecord) {
  if (record.state === 'live') return record.live.target;
  return 'target' in record ? record.target : null;
}

function namespaceOfName(facts: DatasetFacts, branch: string): string | undefined {
  for (const [namespace, name] of facts.branchOf) if (name === branch) return namespace;
  return undefined;
}

/** By what its commits name; where nothing is left to name, any name finishes it, and its namespace is one. */
function branchBeingDeleted({ control, branchOf }: DatasetFacts, namespace: string): string {
  const entries = control.markers
    .filter((marker) => marker.namespace === namespace && marker.marker === 'committed')
    .flatMap(({ body }) => (body?.kind === 'read' ? body.value.manifestEntries : []));
  const named = entries.flatMap((entry) => /^tree\/(.+)\/_versions\/[^/]+$/.exec(entry)?.[1] ?? []);
  return named[0] ?? branchOf.get(namespace) ?? namespace;
}

/** Branch folders that hold versions and have no reference: not branches, and nobody's to clean (A.3). */
export function zombieRows(
  place: Place,
  { control }: DatasetFacts,
  folders: readonly string[],
): ReferenceRowInput[] {
  return folders.map((folder) => ({
    ...base(place, { entry: `tree/${folder}`, storedAt: null }),
    kind: 'branch',
    name: folder,
    visibility: 'invisible',
    zombie: true,
    deletionOf: unfinishedDeletions(control, folder).length > 0 ? folder : null,
    problem: 'This folder holds versions, and no branch has its name.',
  }));
}
