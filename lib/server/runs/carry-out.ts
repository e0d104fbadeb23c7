/** Carries out what an owner took: the approved plan, or what earlier owners left of it; then counts, looks through, ends. */
import { isVamplateError } from '@/lib/base/errors';
import type { CleanupPlan } from '@/lib/engine/cleanup/cleanup-plan';
import type { CleanupReport, LeftVersion } from '@/lib/engine/cleanup/cleanup-report';
import type { Pace } from '@/lib/engine/cleanup/pace';
import type { DatasetEngine, Engine } from '@/lib/engine/engine';
import type { Receipt } from '@/lib/engine/operations/receipt';
import type { RunRecord } from '@/lib/engine/operations/run-record';
import type { Runtime } from '../runtime';
import type { startBeats } from './beat-loop';
import { type Ended, endRun, endUnreported } from './end-run';
import type { RunGuard } from './run-guard';
import type { ProgressNotes } from './run-progress';

export interface Ownership {
  readonly engine: Engine;
  readonly record: RunRecord;
  readonly ownerId: string;
  readonly pace: Pace;
  readonly guard: RunGuard;
  readonly notes: ProgressNotes;
  readonly beats: ReturnType<typeof startBeats>;
  /** Aborts when this server stops. */
  readonly signal: AbortSignal;
}

/** `left`: somebody else goes on with it, at once or after this owner's silence; `lost`: somebody else has it. */
export type CarriedOut = 'ended' | 'left' | 'lost';

/** A run that changes owners more often than this has something wrong with it that no further owner repairs. */
const maxTakeovers = 20;
/** Drains that come again and again are another cleaner's: what they hold is left. */
const maxDrainWaits = 2;

export async function carryOut(runtime: Runtime, owned: Ownership): Promise<CarriedOut> {
  const { engine, record, guard, notes, beats } = owned;
  const dataset = engine.dataset(record.dataset);
  const work = await begin(runtime, owned, dataset);
  if (work.kind === 'no_plan') return endWithout(runtime, owned, work.sentence);
  if (work.kind === 'over') return finish(runtime, owned, dataset, work.plan, work);
  let report: CleanupReport;
  try {
    report = await dataset.runCleanup(work.plan, {
      ...{ pace: owned.pace, mayProceed: guard.mayProceed },
      async beforeBatch() {
        // Before the first change the dataset is counted as it was.
        await work.counted;
        await guard.beforeBatch();
      },
      onProgress: notes.note,
    });
  } catch (error) {
    report = failedReport(work.plan, error);
  }
  const { retired, objectsDeleted: objects, bytesDeleted: bytes, requests } = report;
  notes.total({ versions: retired.length, objects, bytes, requests });
  // Beside the last look: its answer is waited for before the end is told.
  void beats.beat();
  return finish(runtime, owned, dataset, work.approved, { ...work, report });
}

interface Work {
  readonly earlierRetired: readonly bigint[];
  readonly earlierLeft: readonly LeftVersion[];
  /** Counted beside the first looks, which change nothing; where nothing is counted, at once. */
  readonly counted: Promise<void>;
}

type Begun =
  | ({
      readonly kind: 'work';
      readonly approved: CleanupPlan;
      readonly plan: CleanupPlan;
    } & Work)
  | ({ readonly kind: 'over'; readonly plan: CleanupPlan; readonly report: CleanupReport } & Work)
  /** It is gone, or is not what was approved: no owner can ever go on. */
  | { readonly kind: 'no_plan'; readonly sentence: string };

/** @throws `unavailable` where the plan could not be read now: then the next owner reads it */
async function begin(runtime: Runtime, owned: Ownership, dataset: DatasetEngine): Promise<Begun> {
  const { engine, record, notes, beats } = owned;
  const { operations } = engine;
  const nothing = { earlierRetired: [], earlierLeft: [], counted: Promise.resolve() };
  const found = await operations.findPlan(record.planHash).catch((error: unknown) => {
    if (isVamplateError(error) && error.kind === 'corrupt') return { kind: 'corrupt', error } as const;
    throw error;
  });
  if (found.kind === 'absent') return { kind: 'no_plan', sentence: 'Its plan is not there any more.' };
  if (found.kind === 'corrupt') return { kind: 'no_plan', sentence: found.error.message };
  const { plan, life } = found;
  try {
    if (record.takeovers > 0) {
      const { retired, left, plan: rest } = await planRest(runtime, owned, dataset, plan);
      const earlier = { earlierRetired: retired, earlierLeft: left };
      return { kind: 'work', approved: plan, plan: rest, ...nothing, ...earlier };
    }
    if (life.state !== 'alive') {
      const sentence = 'The plan lapsed while its run waited for another one on this dataset.';
      return { kind: 'over', plan, report: reportOf(plan, { kind: 'refused', sentence }), ...nothing };
    }
    notes.begin('verify', 'Counting the dataset.');
    return { kind: 'work', approved: plan, plan, ...nothing, counted: countBefore(beats, dataset) };
  } catch (error) {
    return { kind: 'over', plan, report: failedReport(plan, error), ...nothing };
  }
}

function countBefore(beats: Ownership['beats'], dataset: DatasetEngine): Promise<void> {
  const counted = dataset.count().then((sums) => {
    beats.before = sums;
  });
  // What it throws is told to whoever waits for it.
  counted.catch(() => undefined);
  return counted;
}

/** An owner that died between its drains and its seals left drains that nobody else may end: they are waited for. */
async function planRest(
  { clock }: Runtime,
  { engine: { operations }, guard, notes, signal }: Ownership,
  dataset: DatasetEngine,
  approved: CleanupPlan,
) {
  const { beatMs } = operations.runTimes;
  for (let waits = 0; ; waits += 1) {
    notes.begin('verify', 'Planning what earlier owners left.');
    // Tags that came since keep their versions; they do not refuse what was approved.
    const now = await dataset.planCleanup({ ...approved.policy, taggedVersions: 'keep' });
    const rest = operations.continuePlan(approved, now);
    const leftMs = operations.drainsLeftMs(rest, now.observations.storeTime);
    if (leftMs === 0 || waits === maxDrainWaits) return rest;
    notes.say(
      'Waiting for the drains of an earlier owner to lapse, a quarter of an hour after they were written.',
    );
    for (const until = clock.monotonic() + leftMs + beatMs; clock.monotonic() < until; ) {
      await guard.beforeBatch();
      await clock.sleep(beatMs, signal).catch(() => undefined);
    }
  }
}

async function finish(
  runtime: Runtime,
  owned: Ownership,
  dataset: DatasetEngine,
  approved: CleanupPlan,
  { report: told, earlierRetired, earlierLeft, counted }: Work & { readonly report: CleanupReport },
): Promise<CarriedOut> {
  const { engine, record, guard, notes, beats, ownerId } = owned;
  if (guard.halt === 'lost') return 'lost';
  if (guard.halt === 'leaving' || guard.halt === 'unlocked') return 'left';
  const stopped = guard.halt === 'stopped' && told.outcome === 'failed';
  const report: CleanupReport = stopped ? { ...told, outcome: 'stopped', failure: null } : told;
  if (isWorthAnotherOwner(report) && record.takeovers < maxTakeovers) {
    notes.say(`${report.failure?.sentence ?? 'It failed.'} Another owner goes on with it.`);
    return 'left';
  }
  // Also where the run ended before its first batch asked for it: what it was is no matter of who is faster.
  await counted.catch(() => undefined);
  notes.begin('verify', 'Looking through what remains.');
  const stock = await dataset.takeStock().catch((error: unknown) => {
    if (!isVamplateError(error)) throw error;
    return null;
  });
  const ended: Ended = {
    ...{ plan: approved, report, earlierRetired, earlierLeft },
    before: beats.before,
    after: stock?.sums ?? null,
    verification: stock?.verification ?? notVerified,
  };
  await beats.stop();
  // Told by the last beat, or by one meanwhile.
  if (isLost(guard)) return 'lost';
  await endRun(runtime, engine.operations, beats.record, { ownerId, notes, ended });
  return 'ended';
}

/** What earlier owners began is left to the next cleanup: its markers say so. */
async function endWithout(
  runtime: Runtime,
  { engine, guard, notes, beats, ownerId }: Ownership,
  sentence: string,
): Promise<CarriedOut> {
  if (guard.halt === 'lost') return 'lost';
  if (guard.halt === 'leaving' || guard.halt === 'unlocked') return 'left';
  await beats.stop();
  await endUnreported(runtime, engine.operations, beats.record, { ownerId, notes, sentence });
  return 'ended';
}

function isLost({ halt }: RunGuard): boolean {
  return halt === 'lost';
}

/** The store did not answer: what was begun is for whoever comes next. */
function isWorthAnotherOwner({ outcome, failure }: CleanupReport): boolean {
  return outcome === 'failed' && failure?.kind === 'unavailable';
}

const notVerified: Receipt['verification'] = {
  kind: 'not_done',
  versionsVerified: 0,
  sentence: 'The dataset could not be listed after the run.',
};

/** Before anything was written, or so the engine promises. */
function failedReport(plan: CleanupPlan, error: unknown): CleanupReport {
  if (!isVamplateError(error)) throw error;
  const reasons = Array.isArray(error.details.reasons) ? error.details.reasons : [];
  const said = reasons.flatMap((one: { sentence?: unknown }) =>
    typeof one?.sentence === 'string' ? [one.sentence] : [],
  );
  const sentence = [error.message, ...said.slice(0, 3)].join(' ');
  return reportOf(plan, { kind: error.kind, sentence });
}

function reportOf(plan: CleanupPlan, failure: CleanupReport['failure']): CleanupReport {
  const sentence = 'The run ended before it.';
  return {
    ...{ planHash: plan.hash, markerOperationIds: [], outcome: 'failed', failure, retired: [] },
    left: plan.versions.map(({ version }) => ({ version, reason: 'not_reached', protections: [], sentence })),
    ...{ objectsDeleted: 0, bytesDeleted: 0, objectsLeft: plan.most.objects },
    ...{ markersLeft: [], incidents: [], requests: 0 },
  };
}
