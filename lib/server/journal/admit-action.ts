/** Asks, before anything is written, whether a change may be made in a lake: grant, freeze, and what the store can do. */
import { VamplateError } from '@/lib/base/errors';
import type { ActionRule, NeededGrant } from '@/lib/contracts/actions';
import type { Engine } from '@/lib/engine/engine';
import type { FreezeReading } from '@/lib/engine/operations/freeze-record';
import { type ActionDecision, decideActions, type Findings } from '@/lib/engine/store/capability-rules';
import type { LakeReader } from '@/lib/lake/lake-reader';
import type { LakeSettings } from '@/lib/lake/lake-settings';
import { engineOf } from '../lake-engine';
import { type Probing, probedConditions } from '../operations/probe-lake';
import { iso } from '../to-contract/scalars';
import { reasonWith, refused } from './refusal-rules';

export interface Admitted {
  readonly engine: Engine;
  readonly findings: Findings;
  /** What the store leaves open about this action, one sentence each. */
  readonly limits: readonly string[];
}

/** @throws `refused` for a missing grant or a frozen lake, `unsupported` for a store that cannot; all with `reasons` */
export async function admitAction(asking: Probing, rule: ActionRule, lake: LakeReader): Promise<Admitted> {
  requireGrant(lake.settings, rule.grant);
  const { findings } = await probedConditions(asking, lake);
  const engine = engineOf(asking.runtime, lake, findings.deleteIfMatch.answer === 'yes');
  if (rule.inFrozenLake === undefined) requireOpen(lake.settings, await engine.operations.readFreeze());
  return { engine, findings, limits: requireStore(rule, findings) };
}

export function requireGrant({ id, gc }: LakeSettings, needed: NeededGrant): void {
  if (gc === 'retire' || gc === needed) return;
  const sentence = `The lake ${id} grants the console "${gc}"; this needs "${needed}".`;
  const remedy = `Set gc of the lake ${id} to "${needed}" in the server's configuration (lakes[].gc, or VAMPLATE_LAKES) and start it again.`;
  throw refused(sentence, [reasonWith('grant', sentence, { remedy })]);
}

/** D19: what cannot be read counts as frozen. */
function requireOpen({ id }: LakeSettings, freeze: FreezeReading): void {
  if (freeze.kind === 'absent' || freeze.kind === 'open') return;
  const remedy = 'An admin opens the lake again in Settings.';
  if (freeze.kind === 'unreadable') {
    const sentence = `Whether the lake ${id} is frozen cannot be read, which counts as frozen: ${freeze.reason}`;
    throw refused(sentence, [reasonWith('freeze_unreadable', sentence, { remedy })]);
  }
  const { actor, at, reason } = freeze.record;
  const sentence = `The lake ${id} is frozen: ${reason}`;
  throw refused(sentence, [reasonWith('frozen', sentence, { holder: actor, since: iso(at), remedy })]);
}

function requireStore(rule: ActionRule, findings: Findings): readonly string[] {
  if (rule.store === null) return [];
  const decision: ActionDecision = decideActions(findings)[rule.store];
  if (decision.kind === 'allowed') return [];
  if (decision.kind === 'limited') return [...decision.reasons, decision.fallback];
  const unproven = Object.values(findings).some(({ answer }) => answer === 'unknown');
  const remedy = unproven ? 'Probe the store in Settings.' : 'Use a store that can do this.';
  const message = unproven
    ? 'It is not proven that this store can carry the action.'
    : 'This store cannot carry the action.';
  throw new VamplateError('unsupported', message, {
    reasons: decision.reasons.map((sentence) => reasonWith('store', sentence, { remedy })),
  });
}
