/** Whether an operator may break a lock (cluster-lock.md, D and G.4): every precondition is asked, every missing one is named. */
import type { Findings } from '@/lib/engine/store/capability-rules';
import type { LockPlace } from './lock-place';
import type { LockState } from './lock-states';

export interface Attestation {
  /** The prior process is stopped. */
  readonly processStopped: boolean;
  /** What it had accepted is done. */
  readonly ioQuiescent: boolean;
  /** No other unlock, and no process being admitted. */
  readonly nothingElseRuns: boolean;
}

export interface UnlockRequest {
  /** The whole id as the operator typed it: compared byte for byte. */
  readonly lockId: string;
  /** For the audit log. */
  readonly reason: string;
  readonly attestation: Attestation;
  /** What a watch of this root last said. */
  readonly observed: LockState;
  /** The separate confirmation that a live server is stopped: for L/3 there may be two owners. */
  readonly stopLive: boolean;
}

/** Findings of `probeStore`; one that is `unknown` allows nothing. */
export type ProbedConditions = Pick<Findings, 'createIfAbsent' | 'replaceIfMatch' | 'deleteIfMatch'>;

export type UnlockRefusal =
  | 'reason_missing'
  | 'process_not_attested'
  | 'io_not_attested'
  | 'others_not_attested'
  | 'state_not_allowed'
  | 'stop_live_not_confirmed'
  | 'store_not_proven'
  | 'no_conditional_delete';

export type UnlockDecision =
  /** `delete`: if-match; `release`: the released form is put in its place, only where nobody else writes (D26). */
  | { readonly kind: 'allow'; readonly how: 'delete' | 'release' }
  | { readonly kind: 'refuse'; readonly reasons: readonly UnlockRefusal[] };

const freely: ReadonlySet<LockState> = new Set(['held-unleased', 'silent', 'claimed', 'released']);
const onlyLive: ReadonlySet<LockState> = new Set(['held-observing', 'held-beating', 'late']);

/** What still keeps a record that nobody can read from being moved aside; the ETag is compared by the verb. */
export function missingForQuarantine(
  request: Pick<UnlockRequest, 'reason' | 'attestation'>,
  probed: ProbedConditions,
): UnlockRefusal[] {
  const missing = missingWords(request);
  if (probed.createIfAbsent.answer !== 'yes') missing.push('store_not_proven');
  if (probed.deleteIfMatch.answer !== 'yes') missing.push('no_conditional_delete');
  return missing;
}

/** Pure but for what it is told: the record itself is compared by the verb, on a fresh read. */
export function decideUnlock(
  request: UnlockRequest,
  place: LockPlace,
  probed: ProbedConditions,
): UnlockDecision {
  const reasons: UnlockRefusal[] = [...missingWords(request), ...missingState(request)];
  const proven = probed.createIfAbsent.answer === 'yes' && probed.replaceIfMatch.answer === 'yes';
  if (!proven) reasons.push('store_not_proven');
  const deletes = probed.deleteIfMatch.answer === 'yes';
  if (!deletes && place.writers === 'stock') reasons.push('no_conditional_delete');
  return reasons.length > 0
    ? { kind: 'refuse', reasons }
    : { kind: 'allow', how: deletes ? 'delete' : 'release' };
}

/** @returns what a person has not said */
function missingWords({
  reason,
  attestation,
}: Pick<UnlockRequest, 'reason' | 'attestation'>): UnlockRefusal[] {
  const missing: UnlockRefusal[] = [];
  if (reason.trim() === '') missing.push('reason_missing');
  if (!attestation.processStopped) missing.push('process_not_attested');
  if (!attestation.ioQuiescent) missing.push('io_not_attested');
  if (!attestation.nothingElseRuns) missing.push('others_not_attested');
  return missing;
}

function missingState({ observed, stopLive }: UnlockRequest): UnlockRefusal[] {
  if (freely.has(observed)) return [];
  if (!onlyLive.has(observed)) return ['state_not_allowed'];
  return stopLive ? [] : ['stop_live_not_confirmed'];
}

/** The command that stock tools take, for roots where this console may not do it (G.4). */
export function stockUnlockCommand(rootUri: string, lockId: string): string {
  return `cluster force-unlock ${shellWord(lockId)} --cluster ${shellWord(rootUri)}`;
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
