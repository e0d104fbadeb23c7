/** Retires one group of at most 200 versions: fence, censuses, commit, check, delete, finalize; every way out is accounted for (D15). */
import { type StorageInstant, storageInstant } from '@/lib/base/clock';
import { uuidHex } from '@/lib/base/random';
import { below } from '@/lib/engine/lance/paths';
import { indexHolders } from '@/lib/engine/protection/holder-rules';
import type { Protection } from '@/lib/engine/protection/protection-facts';
import { commitCensus, referenceCensus } from '@/lib/engine/references/reference-census';
import type { ReferenceContext } from '@/lib/engine/references/reference-context';
import { listNamespaceMarkers } from '@/lib/engine/retirement/list-markers';
import type { PlannedVersion } from './cleanup-plan';
import type { LeftVersion } from './cleanup-report';
import type { CleanupRun } from './cleanup-run';
import { holdsAgainst, missedBy } from './guard-rules';
import { type MarkedVersion, markerKey, type RetirementRun, type RetiringVersion } from './retirement-run';
import { cancel } from './steps/cancel';
import { type Commits, removeSeals, writeCommits } from './steps/commit';
import { deleteManifests } from './steps/delete-manifests';
import { deleteObjects } from './steps/delete-objects';
import { fence } from './steps/fence';
import { finalize } from './steps/finalize';
import { leaseCensus } from './steps/lease-census';
import { look } from './steps/look';
import { manifestId } from './steps/own-needs';
import { seal } from './steps/seal';

/** @returns false when asked to stop; errors after the commit leave the committed markers for the next run */
export async function runGroup(run: CleanupRun, planned: readonly PlannedVersion[]): Promise<boolean> {
  const { context, plan, ledger } = run;
  const retirement: RetirementRun = {
    ...context,
    namespace: plan.namespace,
    markerOperationId: uuidHex(context.random),
  };
  ledger.markerOperationIds.push(retirement.markerOperationId);
  await run.beforeBatch();
  const group = await withoutTaken(run, planned);
  const present = group.filter(({ manifests }) => manifests.length > 0).map((one) => retiring(run, one));
  const committed = await commitGroup(run, retirement, present);
  const going = new Set(committed.map(({ version }) => version));
  if (going.size > 0 && !(await deleteGroup(run, group, going))) return false;
  const gone = group.filter(({ manifests, version }) => manifests.length === 0 || going.has(version));
  await finalizeGroup(run, retirement, gone, going);
  return run.signal?.aborted !== true;
}

/** One listing: what others seal or commit since the plan is theirs, also when it came while an earlier group was at work (D9). */
async function withoutTaken(
  { context, plan, ledger }: CleanupRun,
  group: readonly PlannedVersion[],
): Promise<readonly PlannedVersion[]> {
  const markers = await listNamespaceMarkers(context.store, context.root, plan.namespace);
  const taken = versionsOf(markers.filter(({ marker }) => marker !== 'draining'));
  const isTaken = (one: PlannedVersion) => one.group !== 'resume' && taken.has(one.version);
  for (const one of group) if (isTaken(one)) ledger.leave(one.version, 'new_retirement');
  return group.filter((one) => !isTaken(one));
}

/** Fence to post-commit check. Every error takes back whatever has surely no commit yet. */
async function commitGroup(
  run: CleanupRun,
  retirement: RetirementRun,
  versions: readonly RetiringVersion[],
): Promise<readonly RetiringVersion[]> {
  const { ledger, context } = run;
  if (versions.length === 0) return [];
  let open = versions;
  const takeBack = async (held: readonly RetiringVersion[], reason: LeftVersion['reason']) => {
    const gone = versionsOf(held);
    open = open.filter(({ version }) => !gone.has(version));
    await giveBack(run, retirement, held, reason);
  };
  let sealed: readonly MarkedVersion[];
  let census: Awaited<ReturnType<typeof referenceCensus>>;
  const references: ReferenceContext = { ...context, rules: context.referenceRules, memory: context.bodies };
  try {
    ledger.step('fence', `${versions.length} versions accept no new lease or reference from here on.`);
    const fenced = await fence(retirement, versions);
    ledger.step('lease_census', 'Counting leases.');
    const drained = await leaseCensus(retirement, fenced, context.rules.drainCensus);
    await takeBack(
      drained.held.map(({ version }) => version),
      'held',
    );
    if (drained.free.length === 0) return [];
    ledger.step('seal', 'Renewals stop.');
    sealed = await seal(retirement, drained.free);
    const startedAt = earliest(fenced);
    if (sealed.some(({ markedAt }) => !context.rules.groupSealedInTime(startedAt, markedAt))) {
      await takeBack(open, 'not_sealed_in_time');
      return [];
    }
    const second = await leaseCensus(retirement, sealed, context.rules.sealCensus);
    await takeBack(
      second.held.map(({ version }) => version),
      'held',
    );
    ledger.step('reference_census', 'Counting references.');
    const namespace = retirement.namespace;
    census = await referenceCensus(references, { namespace, sealed: versionsOf(open), mode: 'defer' });
    await takeBack(heldBy(census, open), 'held');
    const last = await commitCensus(references, { namespace, versions: versionsOf(open), ...census });
    await takeBack(heldBy(last, open), 'held');
    if (open.length === 0) return [];
    await run.beforeBatch();
    ledger.step('commit', `${open.length} retirements are decided.`);
  } catch (error) {
    await giveBack(run, retirement, open, 'not_reached', { error });
    throw error;
  }
  const { committed, undecided, refused, failure } = await writeCommits(retirement, open);
  const keys = ({ version }: RetiringVersion) =>
    (['sealed', 'committed'] as const).map((marker) => markerKey(retirement, version, marker));
  for (const one of [...committed, ...undecided]) ledger.anchor(one.version, keys(one));
  for (const { version } of undecided) ledger.leave(version, 'undecided_commit');
  await giveBack(run, retirement, refused, failure === null ? 'refused_commit' : 'not_reached', failure);
  if (context.rules.onUndecided() === 'cancel') await cancel(retirement, undecided);
  if (failure !== null) throw failure.error;
  return afterCommit(run, retirement, committed);
}

/**
 * Opens versions again that surely have no commit of this run.
 * @param failure that the caller throws afterwards: an error of giving back must not hide it
 */
async function giveBack(
  { ledger }: CleanupRun,
  retirement: RetirementRun,
  versions: readonly RetiringVersion[],
  reason: LeftVersion['reason'],
  failure: Commits['failure'] = null,
): Promise<void> {
  if (versions.length === 0) return;
  for (const { version } of versions) ledger.leave(version, reason);
  try {
    ledger.markersLeft.push(...(await cancel(retirement, versions)));
  } catch (error) {
    const kinds = ['draining', 'sealed'] as const;
    ledger.markersLeft.push(
      ...versions.flatMap(({ version }) => kinds.map((kind) => markerKey(retirement, version, kind))),
    );
    if (failure === null) throw error;
  }
}

/** Nothing is deleted of a version whose seal or commit is not as left, or that anything protects (D17). */
async function afterCommit(
  run: CleanupRun,
  retirement: RetirementRun,
  committed: readonly RetiringVersion[],
): Promise<readonly RetiringVersion[]> {
  const { context, ledger } = run;
  if (committed.length === 0) return [];
  const seen = await look(run, versionsOf(committed));
  const keys = new Set(seen.survey.control.markers.map(({ entry }) => below(context.root.key, entry)));
  const there = (version: bigint, marker: 'sealed' | 'committed') =>
    keys.has(markerKey(retirement, version, marker)) ? 'there' : 'gone';
  const free = committed.filter(({ version }) => {
    const protections = seen.holds.get(version) ?? [];
    const facts = {
      seal: there(version, 'sealed'),
      commit: there(version, 'committed'),
      protections,
    } as const;
    if (!context.rules.afterCommit(facts)) return true;
    ledger.leave(version, 'held', protections);
    return false;
  });
  await removeSeals(retirement, committed);
  for (const { version } of committed) ledger.anchor(version, [markerKey(retirement, version, 'committed')]);
  return free;
}

async function deleteGroup(
  run: CleanupRun,
  group: readonly PlannedVersion[],
  going: Set<bigint>,
): Promise<boolean> {
  const root = run.targetRoot;
  if (run.context.rules.deletionOrder() === 'manifests_first') {
    return (await deleteManifests(run, group, going)) && deleteObjects(run, root, going);
  }
  return (await deleteObjects(run, root, going)) && deleteManifests(run, group, going);
}

async function finalizeGroup(
  run: CleanupRun,
  retirement: RetirementRun,
  group: readonly PlannedVersion[],
  deleted: ReadonlySet<bigint>,
): Promise<void> {
  const { ledger } = run;
  if (group.length === 0) return;
  ledger.step('finalize', 'Removing what is left of the retirements.');
  const seen = await look(run, versionsOf(group));
  const present = new Set(seen.facts.target.versions.map(({ version }) => version));
  const anchored = new Set(
    seen.facts.holders.markers.filter(({ marker }) => marker !== 'draining').map(({ version }) => version),
  );
  const gone = group.map(({ version }) => version).filter((version) => !present.has(version));
  const committed = new Set(
    seen.facts.holders.markers.filter(({ marker }) => marker === 'committed').map(({ version }) => version),
  );
  // A version that is gone is explained no more; what names it still is.
  const holders = indexHolders(seen.facts.holders);
  for (const version of gone) {
    ledger.retire(version);
    const came = holdsAgainst((holders.byVersion.get(version) ?? []).map(({ protection }) => protection));
    // Of what an earlier run deleted, or its delete that landed late, references alone are left to tell it (D20).
    const tells = deleted.has(version) || (committed.has(version) && came.some(isReference));
    if (came.length === 0 || !tells) continue;
    const manifests = group.find((one) => one.version === version)?.manifests ?? [];
    const missingKeys = missedBy(run.needs.neededBy(manifests.map(manifestId)), ledger.deletedNames);
    ledger.incident({
      version,
      sentence: `Version ${version} was deleted just before it was needed again.`,
      missingKeys,
    });
  }
  await run.beforeBatch();
  // Another run may have finished some of them meanwhile.
  const ours = gone.filter((version) => anchored.has(version));
  const { left } = await finalize(retirement, ours, seen.survey.control, present);
  if (left.length === 0) for (const version of gone) ledger.finalized(version);
  ledger.markersLeft.push(...left);
}

function isReference({ kind }: Protection): boolean {
  return kind === 'tag' || kind === 'branch';
}

function retiring({ context }: CleanupRun, { version, manifests }: PlannedVersion): RetiringVersion {
  const { key, path } = context.root;
  return { version, manifestPaths: manifests.map((one) => path + one.key.slice(key.length)) };
}

function earliest(versions: readonly MarkedVersion[]): StorageInstant {
  return storageInstant(Math.min(...versions.map(({ markedAt }) => markedAt)));
}

function versionsOf(versions: readonly { readonly version: bigint }[]): ReadonlySet<bigint> {
  return new Set(versions.map(({ version }) => version));
}

function heldBy(
  census: Pick<Awaited<ReturnType<typeof referenceCensus>>, 'held' | 'everything'>,
  versions: readonly RetiringVersion[],
): readonly RetiringVersion[] {
  return versions.filter(({ version }) => census.everything.length > 0 || census.held.has(version));
}
