/** What stands against deleting a branch, from one look at the dataset: everything that needs a version or a file of it (D21). */
import { type StorageInstant, storageInstant } from '@/lib/base/clock';
import type { OutsideAnswer } from '@/lib/engine/cleanup/outside-reasons';
import type { BodyOf, ControlState } from '@/lib/engine/control/control-entries';
import { resolveLineage } from '@/lib/engine/lance/lineage';
import { judgeLease } from '@/lib/engine/leases/lease-rules';
import { judgeOwnership } from '@/lib/engine/retirement/ownership-rules';

export interface Obstacle {
  readonly kind: 'branch' | 'tag' | 'lease' | 'intent' | 'outside' | 'clone' | 'file' | 'unreadable';
  readonly subject: string;
  /** What it is and what would release it. */
  readonly sentence: string;
}

export interface BranchFactsSeen {
  readonly name: string;
  readonly namespace: string;
  readonly control: ControlState;
  readonly outside: OutsideAnswer;
  /** Addresses of clones elsewhere, and names of folders below `tree/`, whose manifests need files of the branch. */
  readonly clones: readonly string[];
  readonly folders: readonly string[];
  /** Keys below the branch's root that no branch is known to have. */
  readonly strange: readonly string[];
  readonly clockMarginMs: number;
}

/**
 * @param moment `before` anything is retired, leases and publications count too; a `guard` asks when neither can begin
 */
export function obstaclesTo(facts: BranchFactsSeen, moment: 'before' | 'guard'): readonly Obstacle[] {
  return [
    ...references(facts),
    ...unread(facts),
    ...facts.outside.reasons.map(({ subject, version, endsWhen }) =>
      obstacle('outside', subject, `It needs version ${version}; that ends when ${endsWhen}.`),
    ),
    ...facts.outside.unreadable.map(({ subject }) =>
      obstacle('outside', subject, 'It could not be asked whether it needs this branch.'),
    ),
    ...facts.clones.map((clone) =>
      obstacle('clone', clone, 'It is a shallow clone that needs files of this branch; delete it first.'),
    ),
    ...facts.folders.map((folder) =>
      obstacle('branch', folder, 'Its manifests need files of this branch; delete it first.'),
    ),
    ...(moment === 'before' ? beforeRetiring(facts) : []),
  ];
}

function references({ name, namespace, control }: BranchFactsSeen): readonly Obstacle[] {
  const found: Obstacle[] = [];
  for (const { body } of control.tags) {
    if (body.kind !== 'read' || body.value.kind !== 'found') continue;
    const tag = body.value.reference;
    if (tag.branch === name)
      found.push(
        obstacle('tag', tag.name, `It names version ${tag.version} of this branch; delete or move it.`),
      );
  }
  const branches = control.branches.flatMap(({ body }) =>
    body.kind === 'read' && body.value.kind === 'found' ? [body.value.reference] : [],
  );
  for (const { branch, forks, problems } of resolveLineage(branches)) {
    if (branch.name === name) continue;
    const fork = forks.find((one) => one.namespace === namespace || one.branch === name);
    if (fork !== undefined) {
      found.push(
        obstacle('branch', branch.name, `It was forked from version ${fork.version}; delete it first.`),
      );
    } else if (problems.length > 0) {
      found.push(
        obstacle('unreadable', branch.name, `Where it was forked is not known: ${problems.join('; ')}.`),
      );
    }
  }
  return found;
}

/** Anything that cannot be read may be what needs the branch (G.5). */
function unread({ namespace, control }: BranchFactsSeen): readonly Obstacle[] {
  const found = control.corrupt
    .filter(({ area, namespace: of }) => area !== 'other' && (of === null || of === namespace))
    .map(({ entry, reason }) => obstacle('unreadable', entry, `It cannot be read: ${reason}.`));
  const rows: readonly { readonly entry: string; readonly body: BodyOf<unknown> }[] = [
    ...control.tags,
    ...control.branches,
    ...control.states,
    ...control.intents,
  ];
  for (const { entry, body } of rows) {
    if (body.kind === 'unreadable')
      found.push(obstacle('unreadable', entry, `It was not read: ${body.reason}.`));
    if (body.kind === 'vanished') found.push(obstacle('unreadable', entry, 'It changed while it was read.'));
  }
  if (!control.complete)
    found.push(obstacle('unreadable', '_refs/', 'The control files could not all be read.'));
  for (const entry of control.proposals)
    found.push(obstacle('unreadable', entry, 'Only an unmerged proposal writes it.'));
  return found;
}

function beforeRetiring(facts: BranchFactsSeen): readonly Obstacle[] {
  const { namespace, control, strange, clockMarginMs } = facts;
  const at = (time: StorageInstant | null) => (time === null ? null : storageInstant(time - clockMarginMs));
  const leases = control.leases
    .filter((lease) => lease.namespace === namespace && judgeLease(lease, at(lease.listedAt)) !== 'expired')
    .map((lease) =>
      obstacle('lease', lease.id, `It holds version ${lease.version}; it must be released or expire.`),
    );
  const intents = control.intents
    .filter((intent) => {
      const pending = intent.body.kind !== 'read' || intent.body.value.state === 'pending';
      const over = judgeOwnership(intent.storedAt, at(intent.listedAt)) === 'expired';
      return intent.namespace === namespace && pending && !over;
    })
    .map(({ entry, version }) =>
      obstacle('intent', entry, `A reference to version ${version} is being published.`),
    );
  const files = strange
    .slice(0, 10)
    .map((key) => obstacle('file', key, 'It lies in the branch and is no file a branch is known to have.'));
  return [...leases, ...intents, ...files];
}

function obstacle(kind: Obstacle['kind'], subject: string, sentence: string): Obstacle {
  return { kind, subject, sentence };
}
