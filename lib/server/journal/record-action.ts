/**
 * The one way to change a lake: admitted, its intent in the journal before the effect, its outcome after it. What the
 * journal cannot take is not done. API and pages both come through here.
 */
import { isVamplateError, VamplateError } from '@/lib/base/errors';
import type { ActionRule, Recorded } from '@/lib/contracts/actions';
import type { Engine } from '@/lib/engine/engine';
import type { Outcome } from '@/lib/engine/operations/append-journal';
import type { IntentEntry } from '@/lib/engine/operations/journal-entry';
import type { LakeReader } from '@/lib/lake/lake-reader';
import type { OperationContext } from '../http/operation';
import { type Admitted, admitAction } from './admit-action';
import { withReasons } from './refusal-rules';

/** Who acts and in which request. */
export type Acting = Pick<OperationContext, 'runtime' | 'caller' | 'requestId' | 'headers' | 'log'>;

export interface Target {
  readonly lake: LakeReader;
  /** What it is done to, as the page names it; see target-names.ts. */
  readonly target: string;
  readonly reason?: string;
  readonly planHash?: string;
  /** Who had asked for it, where the caller approved it. */
  readonly askedBy?: string;
}

export interface BegunAction extends Admitted {
  readonly intent: IntentEntry;
  /** Writes the outcome. Never throws: what was done is done, and the reply says whether the journal has it. */
  end(outcome: Outcome): Promise<Recorded>;
}

/** What an effect did, in one sentence for the journal; `unknown` where that could not be settled. */
export interface Done<T> {
  readonly value: T;
  readonly sentence: string;
  readonly result?: 'done' | 'unknown';
}

/**
 * Writes the intent of an action that may be done now. For what outlasts its request: whoever begins it ends it.
 * @throws as `admitAction`; `unavailable` when the journal cannot be written: then nothing else was
 */
export async function beginAction(acting: Acting, rule: ActionRule, target: Target): Promise<BegunAction> {
  const admitted = await admitAction(acting, rule, target.lake);
  const { operations } = admitted.engine;
  const { actor, role } = acting.caller;
  const { reason = null, planHash = null, askedBy } = target;
  const intent = await operations
    .appendIntent({
      ...{ actor, role, requestId: acting.requestId },
      ...{ action: rule.name, target: target.target, reason, planHash },
      ...(askedBy === undefined ? {} : { askedBy }),
    })
    .catch(refuseUnrecorded);
  if (intent.kind === 'unknown') return refuseUnrecorded(null);
  return {
    ...admitted,
    intent: intent.entry,
    end: (outcome) => endAction(acting, admitted.engine, intent.entry, outcome),
  };
}

/** @throws as `beginAction`, and what the effect threw, after that was written down; a refusal has `details.reasons` */
export async function recordAction<T>(
  acting: Acting,
  rule: ActionRule,
  target: Target,
  effect: (begun: BegunAction) => Promise<Done<T>>,
): Promise<{ readonly value: T; readonly notes: readonly string[]; readonly recorded: Recorded }> {
  const begun = await beginAction(acting, rule, target);
  try {
    const { value, sentence, result = 'done' } = await effect(begun);
    const recorded = await begun.end({ result, sentence });
    return { value, notes: notesOf(begun, recorded), recorded };
  } catch (error) {
    await begun.end(outcomeOf(error));
    throw isVamplateError(error) ? withReasons(error) : error;
  }
}

function notesOf(begun: BegunAction, recorded: Recorded): readonly string[] {
  const unwritten =
    recorded.outcome === null
      ? ['It was done, and the journal may lack the line that says so: its intent is there.']
      : [];
  return [...begun.limits, ...unwritten];
}

function refuseUnrecorded(cause: unknown): never {
  // What cannot be recorded in this form is the request's own fault, and said as such.
  if (isVamplateError(cause) && cause.kind === 'invalid_input') throw cause;
  throw new VamplateError(
    'unavailable',
    'The journal of this lake could not be written, so nothing was done.',
    { outcome: 'not_written' },
    { cause },
  );
}

async function endAction(
  acting: Acting,
  { operations }: Engine,
  intent: IntentEntry,
  outcome: Outcome,
): Promise<Recorded> {
  try {
    const { kind, entry } = await operations.appendOutcome(intent, outcome);
    return { intent: intent.id, outcome: kind === 'written' ? entry.id : null };
  } catch (error) {
    acting.log.error({ error, intent: intent.id }, 'the outcome of an action could not be written');
    return { intent: intent.id, outcome: null };
  }
}

/** An error of another kind than ours may have come at any moment of the effect. */
function outcomeOf(error: unknown): Outcome {
  if (!isVamplateError(error)) return { result: 'unknown', sentence: 'It failed inside the console.' };
  const { kind, message, details } = error;
  if (details.outcome === 'unknown' || details.effect === 'unknown') {
    return { result: 'unknown', sentence: message };
  }
  const failed = kind === 'unavailable' || kind === 'corrupt' || kind === 'internal';
  return { result: failed ? 'failed' : 'refused', sentence: message };
}
