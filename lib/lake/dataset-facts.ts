/** What is known of one dataset at one look: names, control state, newest manifest, and branches that something names. */
import type { ControlState } from '@/lib/engine/control/control-entries';
import { mainNamespace, namespaceOf } from '@/lib/engine/lance/branch-identifier';
import type { DatasetReader } from './dataset-reader';
import type { Gathered } from './gather-readings';
import type { ManifestFinding } from './manifest-memory';
import type { BranchNames } from './presence';
import type { VersionNames } from './read-names';
import type { Cost } from './shared-reading';
import type { ListedVersion } from './version-columns';

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
  /** The `ended` of the newest reading among them: what began later may know more. */
  readonly ended: number;
  readonly cost: Cost;
  readonly notes: readonly string[];
}

/** Facts from readings; the same readings give facts that say the same. */
export function assembleFacts(reader: DatasetReader, gathered: Gathered): DatasetFacts {
  const { branch, namespace, control, lists, head } = gathered;
  const byNamespace = new Map<string, BranchNames>();
  for (const list of lists) {
    byNamespace.set(list.namespace, {
      branch: list.branch,
      namespace: list.namespace,
      names: list.names,
      afterControl: list.reading.began > control.ended,
    });
  }
  const names = gathered.names;
  const readings = [control, ...lists.map(({ reading }) => reading)];
  const costs = readings.map(({ cost }) => cost);
  if (head !== null) costs.push(head.finding.cost);
  return {
    ...{ reader, branch, namespace, names, control: control.value, head, byNamespace },
    branchOf: branchesByNamespace(control.value),
    readAt: Math.min(...readings.map(({ readAt }) => readAt)),
    ended: Math.max(...readings.map(({ ended }) => ended)),
    cost: sumOf(costs),
    notes: [...control.value.notes, ...notesOf(names), ...gathered.notes],
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

function notesOf({ listing, earlier }: VersionNames): string[] {
  const notes: string[] = [];
  if (earlier !== null) {
    const at = new Date(earlier.readAt).toISOString();
    notes.push(`Versions older than v${earlier.below} are shown as they were listed at ${at}.`);
  }
  if (!listing.complete && listing.fullBecause === null && listing.pages === 1) {
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

function sumOf(costs: readonly Cost[]): Cost {
  return costs.reduce(
    (sum, { requests, bytes }) => ({ requests: sum.requests + requests, bytes: sum.bytes + bytes }),
    { requests: 0, bytes: 0 },
  );
}
