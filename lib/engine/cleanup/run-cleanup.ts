/** Runs a sealed plan: it may only shrink, stops between batches, and whoever comes later can go on from what it left (D10 to D20). */
import { isVamplateError, VamplateError } from '@/lib/base/errors';
import { metered } from '@/lib/engine/store/metered-store';
import type { CleanupContext } from './cleanup-context';
import type { CleanupPlan, PlannedVersion } from './cleanup-plan';
import type { CleanupReport, RunProgress } from './cleanup-report';
import type { CleanupRun } from './cleanup-run';
import { ownedStore } from './owned-store';
import { Pace } from './pace';
import { isIntact } from './plan-hash';
import { staleReasons } from './plan-rules';
import { runGroup } from './run-group';
import { RunLedger } from './run-ledger';
import { deleteObjects, nameOf } from './steps/delete-objects';
import { type Look, look } from './steps/look';
import { ownNeeds } from './steps/own-needs';
import { recover } from './steps/recover';
import { tellBroken } from './steps/tell-broken';
import { NeedsIndex } from './survey/needs-index';
import { groundOf } from './survey/plan-ground';
import { readManifests } from './survey/read-manifests';

export interface RunOptions {
  readonly onProgress?: (progress: RunProgress) => void;
  /** Stops before the next batch; what is committed stays for the next run. */
  readonly signal?: AbortSignal;
  /** Most objects deleted in a second; null or absent: no limit. */
  readonly pace?: Pace;
  /** Awaited before a group is fenced, before its commits and before every batch; throwing stops the run (D19). */
  readonly beforeBatch?: () => Promise<void>;
  /**
   * Called right before every change is sent, in the same turn; throws once the owner's time is over, by a clock that
   * also counts while the process is stopped. Nothing is sent any more then, not even to take something back (D19).
   */
  readonly mayProceed?: () => void;
}

const versionsPerGroup = 200;

/**
 * @throws `invalid_input` for a plan that is not what its hash says or not of this dataset, `conflict` with
 * `details.reasons` for a stale one (D11), `unsupported` or `corrupt` for a planned manifest; all before anything is written. Later errors are the report's failure.
 */
export async function runCleanup(
  given: CleanupContext,
  plan: CleanupPlan,
  options: RunOptions = {},
): Promise<CleanupReport> {
  const { store, meter } = metered(given.store);
  const { mayProceed } = options;
  const owned = mayProceed === undefined ? store : ownedStore(store, mayProceed);
  const context: CleanupContext = { ...given, store: owned };
  checkPlan(context, plan);
  const { run, groups, seen } = await begin(context, plan, options);
  const ended = await work(run, groups, seen);
  return run.ledger.report(ended, meter.requests);
}

function checkPlan({ store, root }: CleanupContext, plan: CleanupPlan): void {
  if (!isIntact(plan)) throw new VamplateError('invalid_input', 'The plan is not what its hash was made of.');
  if (plan.storeUri !== store.uri || plan.dataset !== root.key) {
    throw new VamplateError('invalid_input', 'The plan is of another dataset.', { dataset: plan.dataset });
  }
}

async function begin(context: CleanupContext, plan: CleanupPlan, options: RunOptions) {
  const needs = new NeedsIndex();
  const everyone = new Set(plan.versions.map(({ version }) => version));
  const seen = await look({ context, plan, needs }, everyone);
  const { target } = seen.facts;
  const latest = target.versions.filter(({ version }) => version === target.latest);
  const ground = groundOf(target, latest, await readManifests(context, target.root, latest));
  const reasons = staleReasons(plan, target, ground);
  if (reasons.length > 0) {
    throw new VamplateError('conflict', 'The plan is stale.', {
      reasons: reasons.map((sentence) => ({ kind: 'stale', sentence })),
    });
  }
  const planned = plan.versions.filter((one) => !isTakenByOthers(seen.facts.retiring, one));
  const groups = chunks(planned);
  const ledger = new RunLedger(plan, groups.length, options.onProgress);
  for (const one of plan.versions) if (!planned.includes(one)) ledger.leave(one.version, 'new_retirement');

  const keys = new Set(planned.flatMap(({ manifests }) => manifests.map(({ key }) => key)));
  const listed = target.versions.filter(({ key }) => keys.has(key));
  // Read once, before anything is fenced: every later look asks the index.
  await ownNeeds(context, target, listed, needs);
  const there = new Set(listed.map(({ version }) => version));
  const run: CleanupRun = {
    ...{ context, plan, ledger, needs },
    targetRoot: target.root,
    pace: options.pace ?? new Pace(context.clock, null),
    signal: options.signal,
    beforeBatch: options.beforeBatch ?? (async () => undefined),
    waiting: new Map(
      plan.objects.flatMap((object) => {
        const name = nameOf(target.root, object.key);
        return name === null ? [] : [[object.key, { object, name }] as const];
      }),
    ),
  };
  const reachable = groups.map((group) =>
    group.filter((one) => {
      if (there.has(one.version) || one.group === 'resume') return true;
      ledger.leave(one.version, 'changed');
      return false;
    }),
  );
  return { run, seen, groups: reachable.map((group) => group.map((one) => withoutGone(one, there))) };
}

async function work(
  run: CleanupRun,
  groups: readonly (readonly PlannedVersion[])[],
  seen: Look,
): Promise<{
  readonly outcome: 'completed' | 'stopped' | 'failed';
  readonly failure: CleanupReport['failure'];
}> {
  const stopped = { outcome: 'stopped', failure: null } as const;
  try {
    await run.beforeBatch();
    await recover(run.context, seen, retiringInPlan(run.plan));
    await tellBroken(run, seen);
    for (const [index, group] of groups.entries()) {
      if (run.signal?.aborted === true) return stopped;
      run.ledger.group = index + 1;
      if (!(await runGroup(run, group))) return stopped;
    }
    // What no planned version mentions, and what the groups left undone.
    if (run.waiting.size > 0 && !(await deleteObjects(run, run.targetRoot, new Set()))) return stopped;
    return { outcome: 'completed', failure: null };
  } catch (error) {
    if (isVamplateError(error)) {
      return { outcome: 'failed', failure: { kind: error.kind, sentence: error.message } };
    }
    // What was done so far must be told whatever went wrong; the text of a foreign error may hold anything.
    const name = error instanceof Error ? error.name : 'unknown error';
    return {
      outcome: 'failed',
      failure: { kind: 'internal', sentence: `An unexpected ${name} ended the run.` },
    };
  }
}

/** Versions that were sealed or committed when the plan was made. */
function retiringInPlan({ versions, kept }: CleanupPlan): ReadonlySet<bigint> {
  const resumed = versions.filter(({ group }) => group === 'resume');
  const held = kept.filter(({ protections }) => protections.some(({ kind }) => kind === 'retirement'));
  return new Set([...resumed, ...held].map(({ version }) => version));
}

/** A retirement that appeared after the plan is another's to finish (D9). */
function isTakenByOthers(retiring: ReadonlySet<bigint>, { group, version }: PlannedVersion): boolean {
  return group !== 'resume' && retiring.has(version);
}

/** A resumed version may have lost its manifests by now; then only its markers are left. */
function withoutGone(version: PlannedVersion, there: ReadonlySet<bigint>): PlannedVersion {
  return there.has(version.version) ? version : { ...version, manifests: [] };
}

function chunks(versions: readonly PlannedVersion[]): readonly (readonly PlannedVersion[])[] {
  const groups: PlannedVersion[][] = [];
  for (let at = 0; at < versions.length; at += versionsPerGroup) {
    groups.push(versions.slice(at, at + versionsPerGroup));
  }
  return groups;
}
