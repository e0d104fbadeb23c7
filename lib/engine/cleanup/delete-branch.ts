/** Deletes a branch with everything it holds: nothing that anything needs goes, and an interrupted deletion is finished by the next call (D21). */

import { isVamplateError, VamplateError } from '@/lib/base/errors';
import { namespaceOf } from '@/lib/engine/lance/branch-identifier';
import { decodeBranch } from '@/lib/engine/lance/decode-reference';
import { relativeTo } from '@/lib/engine/lance/paths';
import { findReference, lookAt } from '@/lib/engine/references/find-reference';
import { requireHome } from '@/lib/engine/references/home-check';
import {
  type BranchDeletionReport,
  type DeleteBranchRequest,
  type Doomed,
  referencesOf,
} from './branch/branch-deletion';
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
 * `unsupported` where the dataset was copied (D6); `unavailable` when a step is not certain: call again to go on
 */
export async function deleteBranch(
  context: CleanupContext,
  request: DeleteBranchRequest,
): Promise<BranchDeletionReport> {
  const asked = request.signal === undefined ? context : { ...context, signal: request.signal };
  const namespace = await findBranch(asked, request.name);
  return namespace === null ? finishUnfinished(asked, request) : deleteFound(asked, request, namespace);
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

async function deleteFound(
  context: CleanupContext,
  request: DeleteBranchRequest,
  namespace: string,
): Promise<BranchDeletionReport> {
  const { name, onProgress } = request;
  const step = (what: 'look' | 'retire' | 'remove_reference') => {
    context.signal?.throwIfAborted();
    onProgress?.({ step: what, objectsDeleted: 0, bytesDeleted: 0 });
  };
  step('look');
  const before = await lookAtBranch(context, name, namespace, 'before');
  refuseIf(before.obstacles);
  step('retire');
  const versionsRetired = await retireBranch(context, before.found);
  step('remove_reference');
  const last = await lookAtBranch(context, name, namespace, 'guard');
  refuseIf(last.obstacles);
  if (!sameObjects(before.found.manifests, last.found.manifests)) throw beingWritten();
  const notes = await removeBranchReference(context, name, namespace);
  return finish(context, request, last.found, { versionsRetired, notes, resumed: false });
}

/** Its reference went in an earlier call, or by a released client after that call had begun. */
async function finishUnfinished(
  context: CleanupContext,
  request: DeleteBranchRequest,
): Promise<BranchDeletionReport> {
  const { name } = request;
  const look = await lookAtBranch(context, name, '', 'guard');
  refuseIf(look.obstacles.filter(({ kind }) => kind === 'unreadable'));
  const unfinished = unfinishedDeletions(look.survey.control, name);
  let report: BranchDeletionReport | null = null;
  for (const one of unfinished) report = worse(report, await finishOne(context, request, one));
  if (report === null) throw noSuchBranch(name);
  return report;
}

async function finishOne(
  context: CleanupContext,
  request: DeleteBranchRequest,
  unfinished: Unfinished,
): Promise<BranchDeletionReport> {
  const { name } = request;
  const { namespace } = unfinished;
  const { found } = await lookAtBranch(context, name, namespace, 'guard');
  const entryOf = (key: string) => relativeTo(context.root.key, key) ?? key;
  const { doomed, strange } = remainsOf(found, unfinished, entryOf, context.clockMarginMs);
  const settled = { versionsRetired: 0, notes: [] as readonly string[], resumed: true };
  if (unfinished.committedAt === null) {
    return finish(context, request, { ...doomed, objects: [], manifests: [] }, settled);
  }
  if (strange.some(isVersion)) {
    return {
      ...{ name, namespace, outcome: 'stopped', versionsRetired: 0, objectsDeleted: 0, bytesDeleted: 0 },
      left: [...found.objects, ...found.manifests].map(({ key }) => key),
      notes: ['Versions lie there that were not part of the deleted branch; nothing more of it is deleted.'],
    };
  }
  const notes = await removeBranchReference(context, name, namespace);
  const report = await finish(context, request, doomed, { ...settled, notes });
  return { ...report, left: [...report.left, ...strange.map(({ key }) => key)] };
}

interface Begun {
  readonly versionsRetired: number;
  readonly notes: readonly string[];
  readonly resumed: boolean;
}

async function finish(
  context: CleanupContext,
  { name, onProgress }: DeleteBranchRequest,
  doomed: Doomed,
  { versionsRetired, notes, resumed }: Begun,
): Promise<BranchDeletionReport> {
  const { namespace } = doomed;
  const deleted = await deleteBranchObjects(context, doomed, (step, objectsDeleted, bytesDeleted) =>
    onProgress?.({ step, objectsDeleted, bytesDeleted }),
  );
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
  onProgress?.({ step: 'remove_control', objectsDeleted, bytesDeleted });
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
