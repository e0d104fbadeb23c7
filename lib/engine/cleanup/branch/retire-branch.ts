/** Retires every version of a branch together: drained, counted, sealed, counted again, committed; a holder cancels all (D21). */

import { storageInstant } from '@/lib/base/clock';
import { VamplateError } from '@/lib/base/errors';
import { uuidHex } from '@/lib/base/random';
import type { CleanupContext } from '@/lib/engine/cleanup/cleanup-context';
import {
  findMarked,
  type MarkedVersion,
  type RetirementRun,
  type RetiringVersion,
} from '@/lib/engine/cleanup/retirement-run';
import { cancel } from '@/lib/engine/cleanup/steps/cancel';
import { removeSeals, writeCommits } from '@/lib/engine/cleanup/steps/commit';
import { fence } from '@/lib/engine/cleanup/steps/fence';
import { leaseCensus } from '@/lib/engine/cleanup/steps/lease-census';
import { seal } from '@/lib/engine/cleanup/steps/seal';
import { relativeTo } from '@/lib/engine/lance/paths';
import { parseVersionName } from '@/lib/engine/lance/version-names';
import { pathOf } from '@/lib/engine/references/canonical-names';
import { holdsOn, type ReferenceHold } from '@/lib/engine/references/census-rules';
import {
  commitCensus,
  type ReferenceCensus,
  referenceCensus,
} from '@/lib/engine/references/reference-census';
import type { ObjectMeta } from '@/lib/engine/store/object-store';
import { type Doomed, referencesOf } from './branch-deletion';
import { lookAtBranch } from './look-at-branch';
import type { Obstacle } from './obstacle-rules';

/**
 * @param found the branch before its first marker
 * @param beforeBatch awaited before the fence and before the commits; throwing cancels all
 * @param onCommitted told how many versions were committed, whatever comes afterwards
 * @throws `refused` with reasons when anything holds a version: all is cancelled. `conflict` when the branch was written
 * to meanwhile, likewise. `unavailable` when a step is not certain: before a commit was sent all is cancelled, afterwards
 * what is committed stays for the next call.
 */
export async function retireBranch(
  context: CleanupContext,
  found: Doomed,
  beforeBatch: () => Promise<void>,
  onCommitted: (versions: number) => void,
): Promise<void> {
  const run: RetirementRun = {
    ...context,
    namespace: found.namespace,
    markerOperationId: uuidHex(context.random),
  };
  const versions = versionsOf(context, found.manifests);
  await beforeBatch();
  if (versions.length === 0) return;
  let sealed: readonly MarkedVersion[];
  let census: ReferenceCensus;
  try {
    sealed = await fenceAndSeal(run, versions, newest(found.manifests));
    requireFree(await leaseCensus(run, sealed, run.rules.sealCensus));
    census = await countReferences(context, found, versions);
    await beforeBatch();
  } catch (error) {
    await cancel(run, versions);
    throw error;
  }
  const { committed, undecided, refused, failure } = await writeCommits(run, sealed);
  onCommitted(committed.length);
  await cancel(run, refused);
  if (failure !== null) throw failure.error;
  if (undecided.length + refused.length > 0) {
    throw new VamplateError('unavailable', 'Some commits are not certain; call again to go on.', {
      versions: [...undecided, ...refused].map(({ version }) => `${version}`),
      outcome: 'unknown',
    });
  }
  await checkAfterCommit(context, run, committed, census);
  await removeSeals(run, committed);
}

async function fenceAndSeal(
  run: RetirementRun,
  versions: readonly RetiringVersion[],
  lastWritten: number,
): Promise<readonly MarkedVersion[]> {
  const fenced = await fence(run, versions);
  // Whoever finishes this deletion after an interruption tells old from new by time alone.
  if (fenced.some(({ markedAt }) => markedAt - lastWritten < run.clockMarginMs)) throw beingWritten();
  requireFree(await leaseCensus(run, fenced, run.rules.drainCensus));
  const sealed = await seal(run, fenced);
  const first = storageInstant(Math.min(...fenced.map(({ markedAt }) => markedAt)));
  if (sealed.some(({ markedAt }) => !run.rules.groupSealedInTime(first, markedAt))) {
    throw new VamplateError('unavailable', 'Sealing the branch took too long; nothing was retired.', {
      outcome: 'not_written',
    });
  }
  return sealed;
}

/** Everything is sealed: what points here now, or is here that was not, is seen by these looks or by its own check. */
async function countReferences(
  context: CleanupContext,
  found: Doomed,
  versions: readonly RetiringVersion[],
): Promise<ReferenceCensus> {
  const { namespace, name } = found;
  const references = referencesOf(context);
  const all = new Set(versions.map(({ version }) => version));
  const census = await referenceCensus(references, { namespace, sealed: all, mode: 'defer' });
  requireUnreferenced([...all].flatMap((version) => holdsOn(census, version)));
  const now = await lookAtBranch(context, name, namespace, 'before');
  refuseIf(now.obstacles);
  if (!sameObjects(found.manifests, now.found.manifests)) throw beingWritten();
  const late = await commitCensus(references, { ...census, namespace, versions: all });
  requireUnreferenced([...all].flatMap((version) => holdsOn(late, version)));
  return census;
}

/** D17: what is not as left, or is held after all, ends the call; the committed markers stay. */
async function checkAfterCommit(
  context: CleanupContext,
  run: RetirementRun,
  committed: readonly RetiringVersion[],
  { snapshot }: ReferenceCensus,
): Promise<void> {
  const { namespace } = run;
  const marked = await findMarked(run, committed, 'committed');
  const sealed = await findMarked(run, committed, 'sealed');
  if (Math.min(marked.length, sealed.length) < committed.length) {
    throw new VamplateError('conflict', 'Markers of this call are gone; somebody else is at work here.', {
      reason: 'markers_gone',
    });
  }
  requireFree(await leaseCensus(run, marked, run.rules.sealCensus));
  const versions = new Set(committed.map(({ version }) => version));
  const late = await commitCensus(referencesOf(context), { namespace, versions, snapshot, completed: [] });
  requireUnreferenced([...versions].flatMap((version) => holdsOn(late, version)));
}

/** Attached versions with every spelling their manifest has; detached ones take no lease and no reference. */
function versionsOf({ root }: CleanupContext, manifests: readonly ObjectMeta[]): readonly RetiringVersion[] {
  const paths = new Map<bigint, string[]>();
  for (const { key } of manifests) {
    const parsed = parseVersionName(key.slice(key.lastIndexOf('/') + 1));
    if (parsed.kind !== 'attached') continue;
    const path = pathOf(root, relativeTo(root.key, key) ?? key);
    paths.set(parsed.version, [...(paths.get(parsed.version) ?? []), path]);
  }
  return [...paths].map(([version, manifestPaths]) => ({ version, manifestPaths }));
}

function newest(manifests: readonly ObjectMeta[]): number {
  return manifests.reduce((most, { storedAt }) => Math.max(most, storedAt), 0);
}

export function beingWritten(): VamplateError {
  return new VamplateError('conflict', 'The branch is being written to; it stays.', { reason: 'written' });
}

export function sameObjects(before: readonly ObjectMeta[], now: readonly ObjectMeta[]): boolean {
  const known = new Map(before.map(({ key, etag }) => [key, etag]));
  return before.length === now.length && now.every(({ key, etag }) => known.get(key) === etag);
}

export function refuseIf(obstacles: readonly Obstacle[]): void {
  if (obstacles.length === 0) return;
  throw new VamplateError('refused', 'The branch cannot be deleted: something needs it.', {
    reasons: obstacles,
  });
}

function requireFree({ held }: Awaited<ReturnType<typeof leaseCensus>>): void {
  refuseIf(
    held.flatMap(({ version: { version }, by }) =>
      by.map(({ id }) => ({
        kind: 'lease' as const,
        subject: id,
        sentence: `It holds version ${version}; it must be released or expire.`,
      })),
    ),
  );
}

function requireUnreferenced(holds: readonly ReferenceHold[]): void {
  refuseIf(
    holds.map((hold) => {
      if (hold.kind === 'tag' || hold.kind === 'branch')
        return { kind: hold.kind, subject: hold.name, sentence: 'It points at a version of this branch.' };
      const subject = hold.kind === 'intent' ? hold.key : hold.canonicalPath;
      return {
        kind: 'intent',
        subject,
        sentence: 'A reference to a version of this branch is being published.',
      };
    }),
  );
}
