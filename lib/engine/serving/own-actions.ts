/** What an operator may ask that needs nothing but the reporter: cancel, dismiss, acknowledge, set retention (F). */
import { paramsOf } from './action-rules';
import type { IntentActions } from './answer-intents';
import type { Intent, IntentOutcome } from './intent-schema';
import type { ReplicaState, RetentionWish } from './replica-state-rules';
import type { StatusReport } from './report-schema';

type Ack = StatusReport['acks'][number];

/** The part of a reporter these actions move. */
export interface Actionable {
  readonly report: StatusReport;
  readonly state: Pick<ReplicaState, 'retentionWish'>;
  cancel(generation: number): Promise<ActionAnswer>;
  dismissFailure(generation: number): Promise<ActionAnswer>;
  acknowledge(ack: Ack): Promise<ActionAnswer>;
  setRetention(wish: RetentionWish): Promise<ActionAnswer>;
}
export type ActionAnswer =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly refusal: { kind: string } };

/** Versions that an answer names one by one. */
const mostNamed = 50;
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
      const { grace_until: graceUntil, keep_versions: asked } = paramsOf('set_retention', intent);
      // What is not said leaves what was asked for before.
      const keepVersions = asked ?? reporter().state.retentionWish?.keepVersions ?? [];
      const outcome = outcomeOf(await reporter().setRetention({ graceUntil, keepVersions }));
      if (outcome.outcome !== 'done') return outcome;
      const kept = keepVersions.length === 0 ? 'none' : keepVersions.slice(0, mostNamed).join(', ');
      const more = keepVersions.length > mostNamed ? ` and ${keepVersions.length - mostNamed} more` : '';
      return {
        outcome: 'done',
        reason: `grace until ${graceUntil}; versions asked to be kept: ${kept}${more}`,
      };
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
