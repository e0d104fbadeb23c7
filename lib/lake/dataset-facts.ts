/** Gathers what is known of one dataset: names, control state, newest manifest, and branches that something names. */

import { isVamplateError } from '@/lib/base/errors';
import type { ControlState } from '@/lib/engine/control/control-entries';
import { mainNamespace, namespaceOf } from '@/lib/engine/lance/branch-identifier';
import { type DatasetReader, namespaceOfBranch } from './dataset-reader';
import type { ManifestFinding } from './manifest-index';
import type { VersionNames } from './read-names';
import type { Cost, Reading } from './shared-reading';
import type { ListedVersion } from './version-columns';

export interface BranchNames {
  /** null is main. */
  readonly branch: string | null;
  readonly namespace: string;
  readonly names: VersionNames;
}

export interface DatasetFacts {
  readonly reader: DatasetReader;
  /** The branch that was asked for; null is main. */
  readonly branch: string | null;
  readonly namespace: string;
  readonly names: VersionNames;
  readonly control: ControlState;
  /** Newest manifest of the branch; null when no version was listed. */
  readonly head: { readonly entry: ListedVersion; readonly finding: ManifestFinding } | null;
  /** Names by namespace: the branch asked for, main, and every branch that a control row names and that was read. */
  readonly byNamespace: ReadonlyMap<string, BranchNames>;
  /** Branch by namespace, of every reference that could be read; null is main. */
  readonly branchOf: ReadonlyMap<string, string | null>;
  /** Oldest of the readings, by this host's clock. */
  readonly readAt: number;
  readonly cost: Cost;
  readonly etag: string;
  readonly notes: readonly string[];
}

/** Branches read beside the one asked for, so that rows about them can say whether their version is there. */
const maxSideBranches = 32;

/**
 * @param maxAgeMs readings up to this old are shared
 * @throws `not_found` when there is no such dataset or branch; what the store throws when it does not answer
 */
export async function readDatasetFacts(
  reader: DatasetReader,
  branch: string | null,
  maxAgeMs: number,
): Promise<DatasetFacts> {
  const [control, main] = await Promise.all([reader.control.get(maxAgeMs), reader.names(null).get(maxAgeMs)]);
  continueControl(reader, control);
  const namespace = namespaceOfBranch(control.value, branch);
  const newest = branch === null ? main : await reader.names(branch).get(maxAgeMs);
  const names = reader.knownNames(branch, newest.value);
  const side = await sideBranches(reader, control.value, maxAgeMs);
  const byNamespace = new Map<string, BranchNames>(side.names.map((entry) => [entry.namespace, entry]));
  byNamespace.set(mainNamespace, {
    branch: null,
    namespace: mainNamespace,
    names: reader.knownNames(null, main.value),
  });
  byNamespace.set(namespace, { branch, namespace, names });
  const entry = names.columns.at(0);
  const head =
    entry === undefined
      ? null
      : { entry, finding: await reader.manifests.read(reader.store, reader.root(branch), entry) };
  const readings: Reading<unknown>[] = [control, main, newest];
  return {
    ...{ reader, branch, namespace, names, control: control.value, head, byNamespace },
    branchOf: branchesByNamespace(control.value),
    readAt: Math.min(...readings.map(({ readAt }) => readAt)),
    cost: sumOf(branch === null ? [control, main] : readings),
    etag: readings.map(({ etag }) => etag).join('|'),
    notes: [...control.value.notes, ...notesOf(names), ...side.notes],
  };
}

function branchesByNamespace(control: ControlState): ReadonlyMap<string, string | null> {
  const branches = new Map<string, string | null>([[mainNamespace, null]]);
  for (const { name, body } of control.branches) {
    if (body.kind !== 'read' || body.value.kind !== 'found') continue;
    branches.set(namespaceOf(body.value.reference.identifier), name);
  }
  return branches;
}

/** The first look lists one page of `_refs/`; where there is more, the rest follows at once, in the background. */
function continueControl(reader: DatasetReader, control: Reading<ControlState>): void {
  if (control.value.listedUpTo === null || reader.control.last() !== control) return;
  reader.control.expire();
  reader.control.get(0).catch(() => undefined);
}

async function sideBranches(
  reader: DatasetReader,
  control: ControlState,
  maxAgeMs: number,
): Promise<{ names: BranchNames[]; notes: string[] }> {
  const { leases, markers, intents, tags } = control;
  const named = new Set([...leases, ...markers, ...intents].map((row) => row.namespace));
  for (const { body } of tags) {
    if (body.kind === 'read' && body.value.kind === 'found')
      named.add(body.value.reference.branch ?? mainNamespace);
  }
  const wanted = control.branches.filter(({ name, body }) => {
    if (body.kind !== 'read' || body.value.kind !== 'found') return false;
    return named.has(name) || named.has(namespaceOf(body.value.reference.identifier));
  });
  const notes =
    wanted.length > maxSideBranches
      ? [`Versions of ${wanted.length - maxSideBranches} branches were not listed.`]
      : [];
  const names = await Promise.all(
    wanted.slice(0, maxSideBranches).map(async ({ name }): Promise<BranchNames | null> => {
      try {
        const { value } = await reader.names(name).get(maxAgeMs);
        return {
          branch: name,
          namespace: namespaceOfBranch(control, name),
          names: reader.knownNames(name, value),
        };
      } catch (error) {
        if (!isVamplateError(error)) throw error;
        notes.push(`Branch ${name} could not be listed: ${error.message}`);
        return null;
      }
    }),
  );
  return { names: names.filter((entry) => entry !== null), notes };
}

function notesOf({ listing }: VersionNames): string[] {
  const notes: string[] = [];
  if (!listing.complete && listing.fullBecause === null) {
    notes.push('Only the newest page of versions was listed; the count is not known until asked for.');
  } else if (!listing.complete) {
    notes.push(`The listing of versions stopped after ${listing.pages} pages.`);
  }
  if (listing.fullBecause !== null)
    notes.push(`All version names were listed: ${reasons[listing.fullBecause]}.`);
  return notes;
}

const reasons = {
  'v1-names': 'V1 names do not come newest first',
  'mixed-names': 'V1 and V2 names are mixed here',
  'no-version-on-first-page': 'the first page held no version',
  'unordered-store': 'this store does not list in order',
} as const;

function sumOf(readings: readonly Reading<unknown>[]): Cost {
  return readings.reduce(
    (sum, { cost }) => ({ requests: sum.requests + cost.requests, bytes: sum.bytes + cost.bytes }),
    { requests: 0, bytes: 0 },
  );
}
