/** Registers runs and changes them under compare-and-swap: every change is decided on the record it replaces. */
import { createHash } from 'node:crypto';
import { VamplateError } from '@/lib/base/errors';
import { openRegister, type Register } from '@/lib/engine/store/register';
import { newId, type OperationContext } from './operation-context';
import { type Asker, checked } from './record-schema';
import { formatRunName, runsFolder } from './run-names';
import { maxRunBytes, noCounts, type RunIntent, type RunRecord, runRecord } from './run-record';
import { decideRun, type RunDecision, type RunEvent, type RunRefusal } from './run-rules';

export interface RunRequest extends Asker {
  readonly dataset: string;
  readonly planHash: string;
  readonly reason: string;
  readonly approvedBy: string | null;
  readonly rate: number | null;
  readonly intent: RunIntent | null;
}

export type RunChange =
  | { readonly kind: 'changed' | 'unchanged'; readonly run: RunRecord }
  | { readonly kind: 'refused'; readonly because: RunRefusal; readonly run: RunRecord };

/**
 * Root of the lock that whoever runs anything on this dataset must hold (D19, D25).
 * @param dataset the key of its root below the lake
 */
export function runLockRoot(dataset: string): string {
  return `_vamplate/cleaners/${createHash('sha256').update(dataset).digest('hex').slice(0, 32)}`;
}

/** @throws `invalid_input` for what cannot be recorded, `unavailable` (outcome `unknown` when it may be registered) */
export async function registerRun(context: OperationContext, request: RunRequest): Promise<RunRecord> {
  const { actor, role, requestId, dataset, planHash, reason, approvedBy, rate, intent } = request;
  const createdAt = context.clock.wall();
  const asked = { actor, role, requestId, dataset, planHash, reason, approvedBy, rate, intent, createdAt };
  const nothingYet = {
    ending: null,
    endedAt: null,
    owner: null,
    cursor: null,
    stop: null,
    before: null,
    log: [],
  };
  const counted = { takeovers: 0, beat: { count: 0, at: createdAt }, counts: noCounts, earlier: noCounts };
  const record = { format: 1, run: newId(context), state: 'waiting', ...asked, ...nothingYet, ...counted };
  const run = checked(runRecord, record, 'This run');
  const written = await registerOf(context, run.run).update((there) => (there === null ? run : null));
  if (written.kind === 'written') return run;
  throw new VamplateError('conflict', 'This run is registered already.', { run: run.run });
}

/**
 * @throws `invalid_input` for an event that cannot be recorded, `not_found` for no such run, `corrupt` for an unreadable
 * one, `conflict` after too many lost races, `unavailable` (outcome `unknown` when it may have been written)
 */
export async function changeRun(context: OperationContext, run: string, event: RunEvent): Promise<RunChange> {
  let before: RunRecord | null = null;
  let decision: RunDecision | null = null;
  const update = await registerOf(context, run).update((there) => {
    before = there;
    decision = there === null ? null : decideRun(there, event);
    return decision?.kind === 'change' ? checked(runRecord, decision.run, 'This change of a run') : null;
  });
  return answerOf(run, before, decision, update.value);
}

function answerOf(
  run: string,
  before: RunRecord | null,
  decision: RunDecision | null,
  now: RunRecord | null,
): RunChange {
  if (before === null || decision === null || now === null) {
    throw new VamplateError('not_found', 'There is no such run.', { run });
  }
  if (decision.kind === 'refuse') return { kind: 'refused', because: decision.because, run: before };
  return { kind: decision.kind === 'change' ? 'changed' : 'unchanged', run: now };
}

function registerOf({ store, clock, random }: OperationContext, run: string): Register<RunRecord> {
  const key = runsFolder + formatRunName(run);
  return openRegister({ store, key, schema: runRecord, clock, random, maxBytes: maxRunBytes });
}
