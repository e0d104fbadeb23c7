/** What an operator may ask that needs nothing but the reporter: cancel, dismiss, acknowledge, set retention (F). */
import { paramsOf } from './action-rules';
import type { IntentActions } from './answer-intents';
import type { Intent, IntentOutcome } from './intent-schema';
import type { RetentionWish } from './replica-state-rules';
import type { StatusReport } from './report-schema';

type Ack = StatusReport['acks'][number];

/** The part of a reporter these actions move. */
export interface Actionable {
  readonly report: StatusReport;
  cancel(generation: number): Promise<ActionAnswer>;
  dismissFailure(generation: number): Promise<ActionAnswer>;
  acknowledge(ack: Ack): Promise<ActionAnswer>;
  setRetention(wish: RetentionWish): Promise<ActionAnswer>;
}
export type ActionAnswer =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly refusal: { kind: string } };

const done: IntentOutcome = { outcome: 'done', reason: null };

export function ownActions(reporter: () => Actionable): IntentActions {
  return {
    cancel: async ({ expected }) =>
      expected.generation === null
        ? rejected('no import is in flight')
        : outcomeOf(await reporter().cancel(expected.generation)),
    dismiss_failure: async ({ expected }) =>
      expected.generation === null
        ? rejected('nothing has failed')
        : outcomeOf(await reporter().dismissFailure(expected.generation)),
    ack_drift: (intent) => acknowledgeDrift(reporter(), intent),
    set_retention: async (intent) => {
      const { grace_until, keep_versions } = paramsOf('set_retention', intent);
      return outcomeOf(
        await reporter().setRetention({ graceUntil: grace_until, keepVersions: keep_versions }),
      );
    },
  };
}

/** Silences exactly the drift the operator saw, until a stated end. */
async function acknowledgeDrift(reporter: Actionable, intent: Intent): Promise<IntentOutcome> {
  const { decision } = reporter.report.clocks.history;
  if (decision?.kind !== 'checkout_clean') return rejected('there is no drift');
  const { clean, head } = decision;
  const { id, reason, actor_label, at } = intent;
  const { expires_at } = paramsOf('ack_drift', intent);
  return outcomeOf(await reporter.acknowledge({ id, clean, head, reason, actor_label, at, expires_at }));
}

export function outcomeOf(answer: ActionAnswer): IntentOutcome {
  return answer.kind === 'done' ? done : rejected(answer.refusal.kind);
}

export function rejected(reason: string): IntentOutcome {
  return { outcome: 'rejected', reason };
}
