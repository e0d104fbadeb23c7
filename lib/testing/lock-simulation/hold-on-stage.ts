/** What contract tests of owners and successors begin with: a held lock, beats, and the ways in which one can be lost. */
import { type AcquireOutcome, type AcquireRequest, acquireLock } from '@/lib/engine/lock/acquire-lock';
import type { HeldLock } from '@/lib/engine/lock/hold-lock';
import { claimName, leaseFolder, lockKey } from '@/lib/engine/lock/lock-names';
import type { LockPlace } from '@/lib/engine/lock/lock-place';
import type { LockStage, StageProcess } from './lock-stage';
import type { Passage, SentCall } from './virtual-network';

export const L = 30_000;

/** The lock of a server that starts now; fails when it is refused. */
export async function hold(
  stage: LockStage,
  who: StageProcess,
  request: Partial<AcquireRequest> = {},
  place: LockPlace = stage.place,
): Promise<HeldLock> {
  const outcome = await stage.until(begin(who, request, place));
  if (outcome.kind !== 'held') throw new Error(`refused: ${outcome.message}`);
  return outcome.lock;
}

/** The same without waiting for it. */
export function begin(
  { context, process }: StageProcess,
  request: Partial<AcquireRequest>,
  place: LockPlace,
): Promise<AcquireOutcome> {
  const pid = process.name.length;
  return acquireLock(context, place, { operation: 'serve', pid, leaseMs: L, ...request });
}

export function successor(stage: LockStage, who: StageProcess, request: Partial<AcquireRequest> = {}) {
  return begin(who, { takeOver: 'after_silence', ...request }, stage.place);
}

/** Writes a claim under an id, as a successor would. */
export async function claim(stage: LockStage, lockId: string): Promise<void> {
  await stage.store.create(claimKey(stage, lockId), new TextEncoder().encode('{}'));
}

export function claimKey(stage: LockStage, lockId: string): string {
  return `${leaseFolder(stage.place.root, lockId)}${claimName}`;
}

export function isBeat({ call }: SentCall): boolean {
  return call.verb === 'create' && /\/\d{20}\.json$/.test(call.key);
}

export function isClaim({ call }: SentCall): boolean {
  return call.key.endsWith(`/${claimName}`);
}

export function isRecord(stage: LockStage, { call }: SentCall): boolean {
  return call.key === lockKey(stage.place.root);
}

export function beatsSent(stage: LockStage, who: StageProcess): readonly SentCall[] {
  return stage.calls.filter((sent) => sent.process === who.process && isBeat(sent));
}

/** A route that gives some requests a fate for as long as `while_` holds. */
export function routed(chosen: (sent: SentCall) => boolean, passage: Passage) {
  return (sent: SentCall) => (chosen(sent) ? passage : undefined);
}
