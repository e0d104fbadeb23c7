/** Brings the readings that facts are made of, in an order in which they can be believed together. */
import { isVamplateError, VamplateError } from '@/lib/base/errors';
import type { ControlState } from '@/lib/engine/control/control-entries';
import { mainNamespace, namespaceOf } from '@/lib/engine/lance/branch-identifier';
import type { DatasetReader } from './dataset-reader';
import type { ManifestFinding } from './manifest-memory';
import { namesLostLease, namesUnlisted } from './presence';
import type { VersionNames } from './read-names';
import type { Reading } from './shared-reading';
import type { ListedVersion } from './version-columns';

/** The names of one branch: the reading, and what is known with an earlier full listing. */
export interface BranchList {
  readonly branch: string | null;
  readonly namespace: string;
  readonly reading: Reading<VersionNames>;
  readonly names: VersionNames;
}

export interface Gathered {
  readonly branch: string | null;
  readonly namespace: string;
  readonly control: Reading<ControlState>;
  /** Names of the branch asked for. */
  readonly names: VersionNames;
  readonly lists: readonly BranchList[];
  readonly head: { readonly entry: ListedVersion; readonly finding: ManifestFinding } | null;
  readonly notes: readonly string[];
}

/** Branches read beside the one asked for, so that rows about them can say whether their version is there. */
const maxSideBranches = 32;

/**
 * @param maxAgeMs readings up to this old are shared
 * @throws `not_found` when there is no such dataset or branch; what the store throws when it does not answer
 */
export async function gatherReadings(
  reader: DatasetReader,
  branch: string | null,
  maxAgeMs: number,
): Promise<Gathered> {
  const [looked, main] = await Promise.all([reader.control.get(maxAgeMs), reader.names(null).get(maxAgeMs)]);
  if (isNoDataset(main.value, looked.value)) {
    throw new VamplateError('not_found', 'There is no dataset at this path.', { path: reader.path });
  }
  let control = looked;
  // The rest of a long control state follows at once, in the background; only an unknown branch has to wait for it.
  const rest = reader.wholeControl(looked);
  rest.catch(() => undefined);
  if (branch !== null && !namesBranch(looked.value, branch)) control = await rest;
  const namespace = namespaceOfBranch(control.value, branch);

  const notes: string[] = [];
  const read = (one: string | null, after: number | null) =>
    readList(reader, control.value, one, maxAgeMs, after);
  const wanted = sideBranches(control.value, branch);
  if (wanted.length > maxSideBranches) {
    notes.push(`Versions of ${wanted.length - maxSideBranches} branches were not listed.`);
  }
  const mainNames = reader.knownNames(null, main.value);
  const lists: BranchList[] = [{ branch: null, namespace: mainNamespace, reading: main, names: mainNames }];
  if (branch !== null) lists.push(await read(branch, null));
  lists.push(...(await readSides(wanted.slice(0, maxSideBranches), (one) => read(one, null), notes)));

  await listNewer(lists, control, read);
  // A lease on a version that is gone is an alarm; first see whether the lease is still there.
  const newest = Math.max(...lists.map(({ reading }) => reading.ended));
  if (control.began <= newest && lists.some((list) => namesLostLease(control.value, list))) {
    control = await reader.control.since(newest);
    await listNewer(lists, control, read);
  }

  const names = lists.find((list) => list.branch === branch)?.names ?? main.value;
  const entry = names.columns.at(0);
  const head = entry === undefined ? null : { entry, finding: await readHead(reader, branch, entry) };
  return { branch, namespace, control, names, lists, head, notes };
}

/**
 * A row about a version newer than the names we have: it was committed since, or it is not there. Names listed after
 * the row was seen tell which.
 */
async function listNewer(
  lists: BranchList[],
  control: Reading<ControlState>,
  read: (branch: string | null, after: number) => Promise<BranchList>,
): Promise<void> {
  for (const [index, list] of lists.entries()) {
    if (list.reading.began > control.ended || !namesUnlisted(control.value, list)) continue;
    try {
      lists[index] = await read(list.branch, control.ended);
    } catch (error) {
      // What is newer than these names stays unknown then; a side branch must not take the page with it.
      if (!isVamplateError(error)) throw error;
    }
  }
}

/** @param after when not null, the names must have been listed after this moment */
async function readList(
  reader: DatasetReader,
  control: ControlState,
  branch: string | null,
  maxAgeMs: number,
  after: number | null,
): Promise<BranchList> {
  const shared = reader.names(branch);
  const reading = await (after === null ? shared.get(maxAgeMs) : shared.since(after));
  const names = reader.knownNames(branch, reading.value);
  return { branch, namespace: namespaceOfBranch(control, branch), reading, names };
}

/** A branch that cannot be listed leaves the versions its rows name unknown. */
async function readSides(
  branches: readonly string[],
  read: (branch: string) => Promise<BranchList>,
  notes: string[],
): Promise<BranchList[]> {
  const lists = await Promise.all(
    branches.map(async (branch) => {
      try {
        return [await read(branch)];
      } catch (error) {
        if (!isVamplateError(error)) throw error;
        notes.push(`Branch ${branch} could not be listed: ${error.message}`);
        return [];
      }
    }),
  );
  return lists.flat();
}

/** A head that the store does not give is shown as such; everything else of the dataset is shown all the same. */
async function readHead(
  reader: DatasetReader,
  branch: string | null,
  entry: ListedVersion,
): Promise<ManifestFinding> {
  try {
    return await reader.manifests.read(reader.store, reader.root(branch), entry);
  } catch (error) {
    if (!isVamplateError(error)) throw error;
    return { kind: 'failed', problem: error.message, error, cost: { requests: 1, bytes: 0 } };
  }
}

/** Nothing that ever made it a dataset: no version of any kind, and no control file. */
function isNoDataset({ columns, listing }: VersionNames, control: ControlState): boolean {
  const versions =
    columns.length + listing.detached.length + listing.staged.length + listing.unrecognised.length;
  const { leases, markers, intents, states, terminations, tags, branches, corrupt } = control;
  const rows = [leases, markers, intents, states, terminations, tags, branches, corrupt];
  return versions === 0 && rows.every(({ length }) => length === 0);
}

function namesBranch(control: ControlState, branch: string): boolean {
  return control.branches.some(({ name }) => name === branch);
}

/** The namespace a branch's leases, markers and intents lie under. @throws `not_found`, or why it is not known */
export function namespaceOfBranch(control: ControlState, branch: string | null): string {
  if (branch === null) return mainNamespace;
  const body = control.branches.find(({ name }) => name === branch)?.body;
  if (body === undefined && control.listedUpTo !== null) {
    throw new VamplateError('unavailable', `Not all branches could be listed; ${branch} may be one.`, {
      branch,
    });
  }
  if (body === undefined || (body.kind === 'read' && body.value.kind === 'tombstone')) {
    throw new VamplateError('not_found', `There is no branch ${branch}.`, { branch });
  }
  if (body.kind === 'corrupt') {
    throw new VamplateError('corrupt', `The reference of branch ${branch} does not parse: ${body.reason}.`, {
      branch,
    });
  }
  if (body.kind !== 'read' || body.value.kind !== 'found') {
    throw new VamplateError('unavailable', `The reference of branch ${branch} could not be read.`, {
      branch,
    });
  }
  return namespaceOf(body.value.reference.identifier);
}

/** Branches other than main and the one asked for that some row is about. */
function sideBranches(control: ControlState, asked: string | null): string[] {
  const { leases, markers, intents, tags } = control;
  const named = new Set([...leases, ...markers, ...intents].map((row) => row.namespace));
  for (const { body } of tags) {
    if (body.kind === 'read' && body.value.kind === 'found' && body.value.reference.branch !== null)
      named.add(body.value.reference.branch);
  }
  for (const { body } of control.branches) {
    if (body.kind === 'read' && body.value.kind === 'found' && body.value.reference.parentBranch !== null)
      named.add(body.value.reference.parentBranch);
  }
  return control.branches.flatMap(({ name, body }) => {
    if (name === asked || body.kind !== 'read' || body.value.kind !== 'found') return [];
    return named.has(name) || named.has(namespaceOf(body.value.reference.identifier)) ? [name] : [];
  });
}
