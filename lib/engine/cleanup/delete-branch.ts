/** Deletes a branch with everything it holds: nothing that anything needs goes, and an interrupted deletion is finished by the next call (D21). */

import { isVamplateError, VamplateError } from '@/lib/base/errors';
import { namespaceOf } from '@/lib/engine/lance/branch-identifier';
import { decodeBranch } from '@/lib/engine/lance/decode-reference';
import { relativeTo } from '@/lib/engine/lance/paths';
import { findReference, lookAt } from '@/lib/engine/references/find-reference';
import { requireHome } from '@/lib/engine/references/home-check';
import {
  type BranchDeletionReport,
  type BranchDeletionStep,
  type DeleteBranchRequest,
  type Doomed,
  referencesOf,
} from './branch/branch-deletion';
import { type BranchGuard, branchGuard } from './branch/branch-guard';
import { deleteBranchObjects } from './branch/delete-branch-objects';
import { isVersion, remainsOf, type Unfinished, unfinishedDeletions } from './branch/find-unfinished';
import { lookAtBranch } from './branch/look-at-branch';
import { removeBranchControl } from './branch/remove-branch-control';
import { removeBranchReference } from './branch/remove-branch-reference';
import { beingWritten, refuseIf, retireBranch, sameObjects } from './branch/retire-branch';
import type { CleanupContext } from './cleanup-context';

/**
 * Look; retire every version; list once more; reference; objects; manifests; control files; termination.
 * @throws `invalid_input` for the name; `not_found` when neither the branch nor a begun deletion of it is there;
 * `refused` with reasons while anything needs it; `conflict` while it is written to or its reference changes;
 * `unsupported` where the dataset was copied (D6); `unavailable` when a step is not certain: call again to go on. What
 * the request's own guards refuse is no error but a report that says `stopped`, with what was done until then
 */
export async function deleteBranch(
  context: CleanupContext,
  request: DeleteBranchRequest,
): Promise<BranchDeletionReport> {
  const guard = branchGuard(context, request);
  const done = { namespace: '', versionsRetired: 0, objectsDeleted: 0, bytesDeleted: 0 };
  const deletion: Deletion = {
    ...{ context: guard.context, beforeBatch: guard.beforeBatch, name: request.name, done },
    tell: (step, objectsDeleted = done.objectsDeleted, bytesDeleted = done.bytesDeleted) => {
      Object.assign(done, { objectsDeleted, bytesDeleted });
      request.onProgress?.({ step, objectsDeleted, bytesDeleted });
    },
  };
  try {
    const namespace = await findBranch(guard.context, request.name);
    if (namespace === null) return await finishUnfinished(deletion);
    return await deleteFound(deletion, namespace);
  } catch (error) {
    const refusal = guard.refusalIn(error);
    if (refusal === null) throw error;
    return { ...done, name: request.name, outcome: 'stopped', left: [], notes: [refusal.message] };
  }
}

/** One call: what it works with, and what it has done so far. */
interface Deletion extends Pick<BranchGuard, 'context' | 'beforeBatch'> {
  readonly name: string;
  readonly done: { namespace: string; versionsRetired: number; objectsDeleted: number; bytesDeleted: number };
  readonly tell: (step: BranchDeletionStep, objectsDeleted?: number, bytesDeleted?: number) => void;
}

/** The namespace of the branch; null when it has no reference. */
async function findBranch(context: CleanupContext, name: string): Promise<string | null> {
  const references = referencesOf(context);
  const found = await findReference(references, 'branch', name);
  await requireHome(references);
  if (found.body === null) return null;
  const reading = decodeBranch(name, found.body);
  if (reading.kind === 'tombstone') return null;
  if ((await lookAt(references, found)) !== 'visible') throw noSuchBranch(name);
  return namespaceOf(reading.reference.identifier);
}

async function deleteFound(deletion: Deletion, namespace: string): Promise<BranchDeletionReport> {
  const { context, name, done } = deletion;
  const step = (what: 'look' | 'retire' | 'remove_reference') => {
    context.signal?.throwIfAborted();
    deletion.tell(what);
  };
  done.namespace = namespace;
  step('look');
  const before = await lookAtBranch(context, name, namespace, 'before');
  refuseIf(before.obstacles);
  step('retire');
  await retireBranch(context, before.found, deletion.beforeBatch, (versions) => {
    done.versionsRetired = versions;
  });
  step('remove_reference');
  const last = await lookAtBranch(context, name, namespace, 'guard');
  refuseIf(last.obstacles);
  if (!sameObjects(before.found.manifests, last.found.manifests)) throw beingWritten();
  await deletion.beforeBatch();
  const notes = await removeBranchReference(context, name, namespace);
  return finish(deletion, last.found, { versionsRetired: done.versionsRetired, notes, resumed: false });
}

/** Its reference went in an earlier call, or by a released client after that call had begun. */
async function finishUnfinished(deletion: Deletion): Promise<BranchDeletionReport> {
  const { context, name } = deletion;
  const look = await lookAtBranch(context, name, '', 'guard');
  refuseIf(look.obstacles.filter(({ kind }) => kind === 'unreadable'));
  const unfinished = unfinishedDeletions(look.survey.control, name);
  let report: BranchDeletionReport | null = null;
  for (const one of unfinished) {
    const { objectsDeleted, bytesDeleted } = deletion.done;
    const tell: Deletion['tell'] = (step, objects = 0, bytes = 0) =>
      deletion.tell(step, objectsDeleted + objects, bytesDeleted + bytes);
    report = worse(report, await finishOne({ ...deletion, tell }, one));
  }
  if (report === null) throw noSuchBranch(name);
  return report;
}

async function finishOne(deletion: Deletion, unfinished: Unfinished): Promise<BranchDeletionReport> {
  const { context, name } = deletion;
  const { namespace } = unfinished;
  deletion.done.namespace = namespace;
  const { found } = await lookAtBranch(context, name, namespace, 'guard');
  const entryOf = (key: string) => relativeTo(context.root.key, key) ?? key;
  const { doomed, strange, versionsGone } = remainsOf(found, unfinished, entryOf, context.clockMarginMs);
  const settled = { versionsRetired: 0, notes: [] as readonly string[], resumed: true };
  if (unfinished.committedAt === null) {
    return finish(deletion, { ...doomed, objects: [], manifests: [] }, settled);
  }
  if (strange.some(isVersion)) {
    const left = [...found.objects, ...found.manifests].map(({ key }) => key);
    const notes = [
      'Versions lie there that were not part of the deleted branch; nothing more of it is deleted.',
    ];
    if (versionsGone) {
      const report = await finish(deletion, { ...doomed, objects: [], manifests: [] }, { ...settled, notes });
      return { ...report, left: [...report.left, ...left] };
    }
    return {
      ...{ name, namespace, outcome: 'stopped', versionsRetired: 0, objectsDeleted: 0, bytesDeleted: 0 },
      ...{ left, notes },
    };
  }
  await deletion.beforeBatch();
  const notes = await removeBranchReference(context, name, namespace);
  const report = await finish(deletion, doomed, { ...settled, notes });
  return { ...report, left: [...report.left, ...strange.map(({ key }) => key)] };
}

interface Begun {
  readonly versionsRetired: number;
  readonly notes: readonly string[];
  readonly resumed: boolean;
}

async function finish(
  { context, name, beforeBatch, tell }: Deletion,
  doomed: Doomed,
  { versionsRetired, notes, resumed }: Begun,
): Promise<BranchDeletionReport> {
  const { namespace } = doomed;
  const deleted = await deleteBranchObjects(context, doomed, tell, beforeBatch);
  const { ended, objects: objectsDeleted, bytes: bytesDeleted, left } = deleted;
  const told = {
    ...{ name, namespace, versionsRetired, objectsDeleted, bytesDeleted },
    notes: [...notes, ...deleted.notes],
  };
  if (ended !== 'all') {
    const begun = objectsDeleted > 0 || resumed;
    return { ...told, outcome: ended === 'came' && begun ? 'incident' : 'stopped', left };
  }
  // Commits go only after every manifest they name (E): what is not surely gone is found by the next call.
  if (left.some((key) => doomed.manifests.some((meta) => meta.key === key))) {
    return { ...told, outcome: 'stopped', left };
  }
  tell('remove_control', objectsDeleted, bytesDeleted);
  await beforeBatch();
  const controlLeft = await removeBranchControl(context, namespace).catch(unlessUnavailable);
  if (controlLeft === null || controlLeft.length > 0) {
    return { ...told, outcome: 'stopped', left: [...left, ...(controlLeft ?? [])] };
  }
  return { ...told, outcome: 'completed', left };
}

function unlessUnavailable(error: unknown): null {
  if (isVamplateError(error) && error.kind === 'unavailable') return null;
  throw error;
}

const rank = { completed: 0, stopped: 1, incident: 2 } as const;

function worse(a: BranchDeletionReport | null, b: BranchDeletionReport): BranchDeletionReport {
  if (a === null) return b;
  const outcome = rank[a.outcome] > rank[b.outcome] ? a.outcome : b.outcome;
  return {
    ...b,
    outcome,
    objectsDeleted: a.objectsDeleted + b.objectsDeleted,
    bytesDeleted: a.bytesDeleted + b.bytesDeleted,
    left: [...a.left, ...b.left],
    notes: [...a.notes, ...b.notes],
  };
}

function noSuchBranch(name: string): VamplateError {
  return new VamplateError('not_found', `There is no branch ${name}.`, { branch: name });
}
