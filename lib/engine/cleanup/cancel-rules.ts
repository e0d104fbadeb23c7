/** Whether a person may take back one marker that its run left: the same conditions as of a recovery, and one statement more (E, G.2). */
import type { StorageInstant } from '@/lib/base/clock';
import { judgeOwnership, ownedUntil } from '@/lib/engine/retirement/ownership-rules';
import { advancedRuns, hasAdvanced, type MarkerFact } from '@/lib/engine/retirement/retirement-rules';

export interface CancelRequest {
  readonly namespace: string;
  readonly version: bigint;
  readonly marker: 'draining' | 'sealed';
  readonly markerOperationId: string;
  /** Stored time of the marker as the person was shown it. */
  readonly seenAt: StorageInstant;
  /** The person states that the process behind the operation is stopped; asked for a seal. */
  readonly processStopped: boolean;
}

export interface CancelFacts {
  /** Of the version. */
  readonly markers: readonly MarkerFact[];
  /** By the store's clock, less the margin; null: not read. */
  readonly now: StorageInstant;
  /** Keys of drains whose run was dropped in this process. */
  readonly abandonedHere: ReadonlySet<string>;
  /** What holds the version, one sentence each; asked only for a seal. */
  readonly holds: readonly string[];
}

export interface CancelReason {
  readonly code: 'gone' | 'changed' | 'in_use' | 'committed' | 'not_needed' | 'process_not_attested';
  readonly sentence: string;
  readonly storedAt: StorageInstant | null;
  readonly remedy: string;
}

export type CancelDecision =
  | { readonly kind: 'remove'; readonly markers: readonly MarkerFact[] }
  | { readonly kind: 'refuse'; readonly reasons: readonly CancelReason[] };

export function decideCancel(request: CancelRequest, facts: CancelFacts): CancelDecision {
  const { marker: kind, markerOperationId, seenAt, version } = request;
  const own = facts.markers.filter((one) => one.markerOperationId === markerOperationId);
  const marker = own.find((one) => one.marker === kind);
  if (marker === undefined) {
    return refuse('gone', null, `There is no such marker on version ${version} any more.`, 'Look again.');
  }
  if (marker.storedAt !== seenAt) {
    return refuse('changed', marker, 'The marker is not the one that was shown.', 'Look again.');
  }
  return kind === 'draining' ? decideDrain(marker, facts) : decideSeal(request, marker, own, facts);
}

/** What any cleaner and any new reader removes. */
function decideDrain(marker: MarkerFact, { markers, now, abandonedHere }: CancelFacts): CancelDecision {
  const stale =
    hasAdvanced(marker, advancedRuns(markers)) ||
    abandonedHere.has(marker.key) ||
    judgeOwnership(marker.storedAt, now) === 'expired';
  return stale ? { kind: 'remove', markers: [marker] } : stillOwned(marker);
}

function decideSeal(
  { processStopped, version }: CancelRequest,
  marker: MarkerFact,
  own: readonly MarkerFact[],
  { markers, now, holds }: CancelFacts,
): CancelDecision {
  const commit = markers.find((one) => one.marker === 'committed');
  if (commit !== undefined) {
    const sentence = `The retirement of version ${version} is decided and cannot be undone.`;
    return refuse('committed', commit, sentence, 'Finish the retirement.');
  }
  if (judgeOwnership(marker.storedAt, now) !== 'expired') return stillOwned(marker);
  const reasons: CancelReason[] = [];
  if (holds.length === 0) {
    const sentence = `Nothing leases or references version ${version}: a cleanup would retire it and not cancel.`;
    reasons.push(reason('not_needed', marker, sentence, 'Finish the retirement.'));
  }
  if (!processStopped) {
    const sentence = 'Nobody stated that the process behind this operation is stopped.';
    reasons.push(reason('process_not_attested', marker, sentence, 'Stop it, make sure, and say so.'));
  }
  if (reasons.length > 0) return { kind: 'refuse', reasons };
  // Its drain goes along: beside a removed seal it would be taken for a run that is still at work.
  return { kind: 'remove', markers: own.filter((one) => one.marker !== 'committed') };
}

function stillOwned(marker: MarkerFact): CancelDecision {
  const until = new Date(ownedUntil(marker.storedAt)).toISOString();
  const sentence = 'The run that wrote it may still be at work.';
  return refuse('in_use', marker, sentence, `Wait until ${until} by the store's clock and its margin.`);
}

function refuse(
  code: CancelReason['code'],
  marker: MarkerFact | null,
  sentence: string,
  remedy: string,
): CancelDecision {
  return { kind: 'refuse', reasons: [reason(code, marker, sentence, remedy)] };
}

function reason(
  code: CancelReason['code'],
  marker: MarkerFact | null,
  sentence: string,
  remedy: string,
): CancelReason {
  return { code, sentence, storedAt: marker?.storedAt ?? null, remedy };
}
