/** Whether a second person may carry a request out now: another actor, within its life by the store's clock, once, on the object that was seen. */
import type { Approval, ApprovalRequest, SeenFact } from './approval-record';
import type { PlanLife } from './plan-life-rules';

export interface ApprovalFacts {
  readonly request: Pick<ApprovalRequest, 'actor'>;
  readonly life: Pick<PlanLife, 'state' | 'lapsesAt'>;
  /** Null: nobody has approved it. */
  readonly approval: Pick<Approval, 'actor'> | null;
}

/** As refusals name their reasons. */
export interface ApprovalReason {
  readonly code: 'own_request' | 'request_lapsed' | 'used' | 'changed';
  readonly sentence: string;
  readonly holder: string | null;
  readonly remedy: string;
}

const askAgain = 'Ask for it again.';

/** @returns why not, worst first; null when this actor may */
export function approvalRefusal(facts: ApprovalFacts, actor: string): ApprovalReason | null {
  const { request, life, approval } = facts;
  if (approval !== null) {
    const sentence = `${approval.actor} approved it already: a request is carried out once.`;
    return { code: 'used', sentence, holder: approval.actor, remedy: askAgain };
  }
  if (request.actor === actor) {
    const sentence = 'Another person than who asked for it has to approve it.';
    return { code: 'own_request', sentence, holder: actor, remedy: 'Another admin approves it.' };
  }
  if (life.state === 'alive') return null;
  const sentence =
    life.state === 'lapsed'
      ? 'The request lapsed: it may be approved for 30 minutes after it was made.'
      : 'The store states no time, so nobody knows whether the request has lapsed.';
  return { code: 'request_lapsed', sentence, holder: null, remedy: askAgain };
}

/** One reason for each thing that is not as it was seen; what nobody saw then counts too. */
export function changesSince(seen: readonly SeenFact[], now: readonly SeenFact[]): readonly ApprovalReason[] {
  const nowOf = new Map(now.map(({ what, is }) => [what, is]));
  const before = new Set(seen.map(({ what }) => what));
  const changed = seen.filter(({ what, is }) => nowOf.get(what) !== is);
  const came = now.filter(({ what }) => !before.has(what));
  return [
    ...changed.map(({ what, is }) =>
      changedReason(`${what} was ${is} and is ${nowOf.get(what) ?? 'not known'} now.`),
    ),
    ...came.map(({ what, is }) => changedReason(`${what} is ${is}, which nobody saw when it was asked for.`)),
  ];
}

function changedReason(sentence: string): ApprovalReason {
  return {
    code: 'changed',
    sentence,
    holder: null,
    remedy: 'Look at what is there now, then ask for it again.',
  };
}
