/** Serving state beside import operation, a product and never one enum: no failed import touches what is served (C.7, H). */
import type { ImportId } from './import-id-rules';

export interface ServingPair {
  readonly active: ImportId;
  /** Exactly one, never a chain, and never the active one. */
  readonly previous: ImportId | null;
}

export const failureKinds = [
  'source',
  'write',
  'validation',
  's3_publication',
  'identity_conflict',
  /** Found importing by the next process: nobody knows how far it got. */
  'interrupted',
] as const;
export type FailureKind = (typeof failureKinds)[number];

export interface ImportFailure {
  readonly kind: FailureKind;
  /** Null where the kind says all: `identity_conflict` carries none. */
  readonly message: string | null;
}

/** Fence token of one import attempt: first 1, one more for each start, never reused. */
export type Operation =
  | { readonly state: 'idle' }
  | { readonly state: 'importing'; readonly candidate: ImportId; readonly generation: number }
  | {
      readonly state: 'failed';
      readonly candidate: ImportId;
      readonly generation: number;
      readonly error: ImportFailure;
    };

export interface Lifecycle {
  readonly serving: ServingPair | null;
  readonly operation: Operation;
  readonly nextGeneration: number;
}

export type LifecycleRefusal =
  | {
      readonly kind: 'stale_completion';
      readonly candidate: ImportId;
      readonly generation: number;
      /** Token of the import in flight. */
      readonly current: number;
    }
  | { readonly kind: 'no_import_in_flight'; readonly candidate: ImportId }
  | { readonly kind: 'generations_exhausted' }
  /** The operation is not in a state this step starts from. */
  | { readonly kind: 'wrong_state'; readonly because: string };

/** A refused step leaves the value as it was: it is simply not replaced. */
export type Transition =
  | { readonly kind: 'moved'; readonly to: Lifecycle }
  | { readonly kind: 'refused'; readonly refusal: LifecycleRefusal };

export const absentLifecycle: Lifecycle = { serving: null, operation: { state: 'idle' }, nextGeneration: 1 };

export function servingLifecycle(active: ImportId, previous: ImportId | null = null): Lifecycle {
  return { ...absentLifecycle, serving: pair(active, previous) };
}

export const maxGeneration = Number.MAX_SAFE_INTEGER;

/** From any operation: supersedes an import in flight, clears a failure; the token is the old `nextGeneration`. */
export function startImport(lifecycle: Lifecycle, candidate: ImportId): Transition {
  const { nextGeneration } = lifecycle;
  if (nextGeneration >= maxGeneration) return refused({ kind: 'generations_exhausted' });
  return moved({
    serving: lifecycle.serving,
    operation: { state: 'importing', candidate, generation: nextGeneration },
    nextGeneration: nextGeneration + 1,
  });
}

/** The only step that rotates active to previous; the older previous is dropped. */
export function activateImport(lifecycle: Lifecycle, candidate: ImportId, generation: number): Transition {
  const refusal = fence(lifecycle, candidate, generation);
  if (refusal !== null) return refused(refusal);
  const active = lifecycle.serving?.active ?? null;
  if (active === candidate) {
    return wrongState('it is already active; rotating would lose the previous one');
  }
  return idle(lifecycle, pair(candidate, active));
}

export function failImport(
  lifecycle: Lifecycle,
  candidate: ImportId,
  generation: number,
  error: ImportFailure,
): Transition {
  const refusal = fence(lifecycle, candidate, generation);
  if (refusal !== null) return refused(refusal);
  return moved({ ...lifecycle, operation: { state: 'failed', candidate, generation, error } });
}

/** An import that turned out to be the active one: done, and previous stays the way back. */
export function completeReconciled(
  lifecycle: Lifecycle,
  candidate: ImportId,
  generation: number,
): Transition {
  const refusal = fence(lifecycle, candidate, generation);
  if (refusal !== null) return refused(refusal);
  if (lifecycle.serving?.active !== candidate) return wrongState('it is not the active import');
  return idle(lifecycle, lifecycle.serving);
}

/**
 * Takes a generation of its own, under which the pointer can be published again (H, E.4).
 * @param expected what the operator saw; any difference refuses
 */
export function rollBack(lifecycle: Lifecycle, expected: ServingPair): Transition {
  const { serving, operation } = lifecycle;
  if (operation.state === 'importing') return wrongState('an import is in flight');
  if (serving === null || serving.previous === null) return wrongState('there is no previous import');
  if (serving.active !== expected.active || serving.previous !== expected.previous) {
    return wrongState('active or previous is not as expected');
  }
  const { nextGeneration } = lifecycle;
  if (nextGeneration >= maxGeneration) return refused({ kind: 'generations_exhausted' });
  return idle({ ...lifecycle, nextGeneration: nextGeneration + 1 }, pair(serving.previous, serving.active));
}

/** Burns one generation, so that whatever the cancelled import still does is refused by its token. */
export function cancelImport(lifecycle: Lifecycle, generation: number): Transition {
  const { operation, nextGeneration } = lifecycle;
  if (operation.state !== 'importing') return wrongState('no import is in flight');
  if (operation.generation !== generation) return wrongState('another import is in flight');
  if (nextGeneration >= maxGeneration) return refused({ kind: 'generations_exhausted' });
  return moved({ ...lifecycle, operation: { state: 'idle' }, nextGeneration: nextGeneration + 1 });
}

export function dismissFailure(lifecycle: Lifecycle, generation: number): Transition {
  const { operation } = lifecycle;
  if (operation.state !== 'failed') return wrongState('nothing has failed');
  if (operation.generation !== generation) return wrongState('another import has failed');
  return idle(lifecycle, lifecycle.serving);
}

/** Nothing is served any more; whoever calls drops the content in the same step. */
export function retract(lifecycle: Lifecycle): Transition {
  if (lifecycle.operation.state === 'importing') return wrongState('an import is in flight');
  if (lifecycle.serving === null) return wrongState('nothing is served');
  return idle(lifecycle, null);
}

export interface Restarted {
  readonly lifecycle: Lifecycle;
  /** The import that was in flight: kept as the last failure, then resubmitted frozen. */
  readonly interrupted: { readonly candidate: ImportId; readonly generation: number } | null;
}

/**
 * What a new process begins with. Null when the stored document is of a later epoch than its own claim: then it is
 * somebody else's to continue.
 */
export function restartLifecycle(stored: Lifecycle, storedEpoch: number, ownEpoch: number): Restarted | null {
  if (storedEpoch > ownEpoch) return null;
  const { operation, serving, nextGeneration } = stored;
  const interrupted =
    operation.state === 'importing'
      ? { candidate: operation.candidate, generation: operation.generation }
      : null;
  return { lifecycle: { serving, operation: { state: 'idle' }, nextGeneration }, interrupted };
}

/** Same candidate and same token of an import in flight, or the refusal. */
export function fence(
  lifecycle: Lifecycle,
  candidate: ImportId,
  generation: number,
): LifecycleRefusal | null {
  const { operation } = lifecycle;
  if (operation.state !== 'importing') return { kind: 'no_import_in_flight', candidate };
  if (operation.candidate === candidate && operation.generation === generation) return null;
  return { kind: 'stale_completion', candidate, generation, current: operation.generation };
}

function pair(active: ImportId, previous: ImportId | null): ServingPair {
  return { active, previous };
}

function idle(lifecycle: Lifecycle, serving: ServingPair | null): Transition {
  return moved({ ...lifecycle, serving, operation: { state: 'idle' } });
}

function moved(to: Lifecycle): Transition {
  return { kind: 'moved', to };
}

function refused(refusal: LifecycleRefusal): Transition {
  return { kind: 'refused', refusal };
}

function wrongState(because: string): Transition {
  return refused({ kind: 'wrong_state', because });
}
