/** The end of a run: its receipt is signed and kept first, then the register says so, then the journal. */
import { isVamplateError } from '@/lib/base/errors';
import type { CleanupPlan } from '@/lib/engine/cleanup/cleanup-plan';
import type { CleanupReport, LeftVersion } from '@/lib/engine/cleanup/cleanup-report';
import type { IntentEntry } from '@/lib/engine/operations/journal-entry';
import type { Operations } from '@/lib/engine/operations/operations';
import type { DatasetSums, Receipt } from '@/lib/engine/operations/receipt';
import type { RunEnding, RunRecord } from '@/lib/engine/operations/run-record';
import type { Runtime } from '../runtime';
import { receiptKeyOf } from './receipt-key';
import type { ProgressNotes } from './run-progress';

export interface Ended {
  readonly plan: CleanupPlan;
  readonly report: CleanupReport;
  readonly before: DatasetSums | null;
  readonly after: DatasetSums | null;
  readonly verification: Receipt['verification'];
  readonly earlierRetired: readonly bigint[];
  readonly earlierLeft: readonly LeftVersion[];
}

/** @throws what the store throws when the end is not certain: then the run goes on being open, and the next owner ends it */
export async function endRun(
  runtime: Runtime,
  operations: Operations,
  record: RunRecord,
  {
    ownerId,
    notes,
    ended,
  }: { readonly ownerId: string; readonly notes: ProgressNotes; readonly ended: Ended },
): Promise<RunRecord> {
  const { report } = ended;
  await keepReceipt(runtime, operations, record, ended);
  const failure = report.failure?.sentence.slice(0, 400) ?? null;
  const ending: RunEnding = { outcome: report.outcome, failure };
  notes.say(endSentence(report));
  const change = await operations.changeRun(record.run, {
    ...{ kind: 'end', ownerId, at: runtime.clock.wall(), ending },
    ...{ counts: notes.counts, lines: notes.takeLines() },
  });
  const result = report.outcome === 'completed' || report.outcome === 'stopped' ? 'done' : 'failed';
  await tellJournal(runtime, operations, record, { result, said: endSentence(report) });
  return change.run;
}

/** Without its plan there is nothing a receipt could state: only the register and the journal tell it. @throws as `endRun` */
export async function endUnreported(
  runtime: Runtime,
  operations: Operations,
  record: RunRecord,
  {
    ownerId,
    notes,
    sentence,
  }: { readonly ownerId: string; readonly notes: ProgressNotes; readonly sentence: string },
): Promise<void> {
  const failure = `The run cannot go on without its plan: ${sentence}`.slice(0, 400);
  notes.say(failure);
  await operations.changeRun(record.run, {
    ...{ kind: 'end', ownerId, at: runtime.clock.wall(), ending: { outcome: 'failed', failure } },
    ...{ counts: notes.counts, lines: notes.takeLines() },
  });
  await tellJournal(runtime, operations, record, { result: 'failed', said: failure });
}

/**
 * Of a run that nobody can go on with because its register is spoiled or gone: the journal gets the line that this
 * process alone can still write. Never throws.
 */
export async function tellSpoiled(
  runtime: Runtime,
  operations: Operations,
  record: RunRecord,
): Promise<void> {
  const problem = await spoiledOf(operations, record.run);
  if (problem === null) return;
  const said = `${problem} It was given up before its next batch; how far it came is not known.`;
  await tellJournal(runtime, operations, record, { result: 'unknown', said });
}

/** Null where it can be read, or where nobody knows. */
async function spoiledOf(operations: Operations, run: string): Promise<string | null> {
  try {
    return (await operations.findRun(run)) === null ? 'its register is gone.' : null;
  } catch (error) {
    const spoiled = isVamplateError(error) && error.kind === 'corrupt';
    return spoiled ? `its register cannot be read any more: ${error.message}` : null;
  }
}

async function keepReceipt(
  runtime: Runtime,
  operations: Operations,
  record: RunRecord,
  ended: Ended,
): Promise<void> {
  const { plan, report, ...rest } = ended;
  const { run, actor, role, requestId, reason, approvedBy, takeovers, earlier, createdAt } = record;
  const { versions, objects, bytes } = earlier;
  const said = operations.receiptOf(plan, report, {
    ...{ run, actor, role, requestId, reason, approvedBy, takeovers },
    ...{ startedAt: createdAt, endedAt: runtime.clock.wall() },
    ...{ earlier: { versions, objects, bytes }, ...rest },
  });
  // What is there already stays: another owner told the end first, or somebody else put it there.
  await operations.storeReceipt(await (await receiptKeyOf(runtime)).sign(said));
}

async function tellJournal(
  { log }: Runtime,
  operations: Operations,
  record: RunRecord,
  { result, said }: { readonly result: 'done' | 'failed' | 'unknown'; readonly said: string },
): Promise<void> {
  const intent = intentOf(record);
  if (intent === null) return;
  try {
    await operations.appendOutcome(intent, { result, sentence: `Run ${record.run}: ${said}` });
  } catch (error) {
    if (!isVamplateError(error)) throw error;
    log.error({ error, run: record.run }, 'the outcome of a run could not be written');
  }
}

/** The line of the journal that was written before the run began. */
export function intentOf(record: RunRecord): IntentEntry | null {
  if (record.intent === null) return null;
  const { actor, role, requestId, reason, planHash } = record;
  const { id, at, target } = record.intent;
  const said = { actor, role, requestId, reason, planHash, target };
  return { format: 1, kind: 'intent', id, at, action: 'run_cleanup', ...said };
}

function endSentence({ outcome, retired, objectsDeleted, left, incidents, failure }: CleanupReport): string {
  const did = `${retired.length} versions and ${objectsDeleted} objects went, ${left.length} planned versions stay`;
  switch (outcome) {
    case 'completed':
      return `Completed: ${did}.`;
    case 'stopped':
      return `Stopped before its next batch: ${did}.`;
    case 'incident':
      return `Ended with ${incidents.length} incidents: ${did}.`;
    default:
      return `Failed: ${failure?.sentence ?? 'for a reason that is not known'} ${did}.`;
  }
}
