/** One import of one frozen identity: token, reconcile, commit, validate, seal, mirror and activation, each after the last. */
import { corrupt, isVamplateError, VamplateError } from '@/lib/base/errors';
import { type ImportIdentity, sameIdentity } from '@/lib/engine/serving/identity-rules';
import { type ImportId, importIdOf } from '@/lib/engine/serving/import-id-rules';
import type { FailureKind, ImportFailure } from '@/lib/engine/serving/lifecycle-rules';
import type { ImportStep } from '@/lib/engine/serving/replica-state-rules';
import { encodeSeal } from '@/lib/engine/serving/seal-records';
import {
  acceptsImport,
  type ImportSeal,
  type PublicationOutcome,
  sealImport,
} from '@/lib/engine/serving/seal-rules';
import { activate, mirrorBeforeServing } from './activate-import';
import { type Copy, carryOrigin, pointerOf, readOrigin, readSeal, type SealReading } from './copy';
import { findImport } from './find-import';
import { hydrate } from './hydrate';
import { type MirrorBefore, mirrorBefore, publishChanges } from './publish-changes';
import { readRows } from './read-source';
import { inFlight, publicationIn, type Replica } from './replica';
import type { ImportEnd, ServingStep } from './serving-lines';
import { closureOf, isWhole } from './version-closure';

/** How an import fails: as the report tells it. */
class ImportFailed extends Error {
  constructor(readonly failure: ImportFailure) {
    super(failure.message ?? failure.kind);
  }
}

/** Another import took the token; nothing this one does counts any more. */
class Superseded extends Error {}

/** Never throws: an import that fails leaves what is served as it is, and says why. */
export async function runImport(replica: Replica, identity: ImportIdentity): Promise<ImportEnd> {
  const { reporter } = replica;
  const started = await reporter.startImport(identity);
  if (started.kind !== 'started') return 'not_started';
  const { generation } = started;
  try {
    return await carryOut(replica, identity, generation);
  } catch (error) {
    if (error instanceof Superseded || replica.ending.aborted) return 'stale';
    const failure = error instanceof ImportFailed ? error.failure : failureOf('write', error);
    const told = await reporter.fail(identity, generation, failure);
    return told.kind === 'done' ? 'failed' : 'stale';
  }
}

async function carryOut(replica: Replica, identity: ImportIdentity, generation: number): Promise<ImportEnd> {
  await step(replica, generation, 'reconcile', 'reconcile');
  const before = await mirrorAtStart(replica, identity, generation);
  const { version, seal } = await durableImport(replica, identity, generation);
  replica.publications.set(importIdOf(identity), version);
  await step(replica, generation, 'validate', 'validate');
  await during(replica, 'validate', () => as('validation', () => validate(replica.own, version, identity)));
  await step(replica, generation, 'seal', 'validate');
  await as('write', () => sealHere(replica.own, seal));
  const valid = { identity, seal, version, generation, before };
  if (!needsMirror(replica)) {
    const end = await activate(replica, valid);
    if (end === 'activated') {
      await during(replica, 'mirror', () => publishChanges(replica, true)).catch(() => undefined);
    }
    return end;
  }
  replica.reporter.showStep(generation, 'mirror', null);
  const failure = await during(replica, 'mirror', () => mirrorBeforeServing(replica, valid));
  if (failure === 'stale') return 'stale';
  if (failure !== null) throw new ImportFailed(failure);
  return activate(replica, { ...valid, before: null });
}

/** Whether nothing may be served here before the mirror has it (C.6). */
function needsMirror({ root, policy }: Replica): boolean {
  return root.kind === 'volume' ? policy.volumeRequiresMirror : policy.ephemeralRequiresMirror;
}

/**
 * Where nothing lasts without the mirror, the mirror decides under which number an import is made and whether it is made
 * at all: without its answer nothing is written here.
 */
async function mirrorAtStart(
  replica: Replica,
  identity: ImportIdentity,
  generation: number,
): Promise<MirrorBefore> {
  const { mirror, reporter, clock, pollMs, ending } = replica;
  while (mirror !== null && needsMirror(replica) && !(await answers(mirror, identity))) {
    reporter.showStep(generation, 'held_for_mirror', null);
    await reporter.publish();
    await clock.sleep(pollMs, ending);
    if (!inFlight(replica, generation)) throw new Superseded();
  }
  return mirrorBefore(replica, identity);
}

async function answers(mirror: Copy, identity: ImportIdentity): Promise<boolean> {
  try {
    await readSeal(mirror, importIdOf(identity));
    await pointerOf(mirror);
    return true;
  } catch (error) {
    if (isVamplateError(error) && error.kind === 'unavailable') return false;
    throw new ImportFailed(failureOf('s3_publication', error));
  }
}

function during<T>({ clock, during }: Replica, phase: string, work: () => Promise<T>): Promise<T> {
  return during(phase, clock.wall(), work);
}

/** The version that is this import, made only when nobody has made it: one frozen identity never gets two (C.1, C.2). */
async function durableImport(
  replica: Replica,
  identity: ImportIdentity,
  generation: number,
): Promise<{ readonly version: bigint; readonly seal: ImportSeal }> {
  const { own, mirror } = replica;
  const origin = await as('validation', () => readOrigin(own));
  if (origin === 'unsound') throw failed('validation', 'the origin seal is not sound');
  if (origin !== 'absent' && !acceptsImport(origin, identity)) {
    throw failed('validation', 'the lineage began with another layout or writer');
  }
  const here = await reconciled(replica, own, identity);
  if (here !== null)
    return sealed(own, identity, here.version, { kind: 'reconciled', currentHead: here.head });
  const published = mirror === null ? null : await publishedThere(replica, mirror, identity);
  if (published !== null) return published;
  if (mirror !== null) await continueFrom(replica, mirror);
  await step(replica, generation, 'build', 'build');
  const rows = await during(replica, 'build', () => as('source', () => readRows(replica.source, identity)));
  await step(replica, generation, 'commit', 'commit');
  const { head } = await as('write', () => searched(replica, own, identity));
  const lost = await during(replica, 'commit', () =>
    replica.table.commit(rows, identity, head !== null).then(
      () => null,
      (error: unknown) => error,
    ),
  );
  if (lost === null) await step(replica, generation, 'acknowledge', 'commit');
  // The history answers, not the call: a lost acknowledgement may have committed, and the head may be somebody else's.
  const made = await reconciled(replica, own, identity);
  if (made === null) throw new ImportFailed(failureOf('write', lost ?? new Error('the commit is not there')));
  const outcome: PublicationOutcome =
    lost === null
      ? { kind: 'committed', version: made.version }
      : { kind: 'reconciled', currentHead: made.head };
  return sealed(own, identity, made.version, outcome);
}

async function reconciled(replica: Replica, copy: Copy, identity: ImportIdentity) {
  const found = await as('validation', () => searched(replica, copy, identity));
  return found.kind === 'found' ? found : null;
}

async function searched(replica: Replica, copy: Copy, identity: ImportIdentity) {
  const found = await findImport(copy, identity, replica.reconcile);
  if (found.kind === 'hash_conflict') throw new ImportFailed({ kind: 'identity_conflict', message: null });
  return found;
}

/** A seal that is there already says what happened; a retry knows less. */
async function sealed(copy: Copy, identity: ImportIdentity, version: bigint, outcome: PublicationOutcome) {
  const there = await as('validation', () => readSeal(copy, importIdOf(identity)));
  const seal = typeof there === 'object' ? there : sealImport(identity, outcome);
  if (there === 'unsound' || seal === null) throw failed('validation', 'its seal is not sound');
  if (!sameIdentity(seal.identity, identity)) {
    throw new ImportFailed({ kind: 'identity_conflict', message: null });
  }
  return { version, seal };
}

/** What the mirror says; without an answer a copy that lasts goes on alone, and one that does not makes nothing. */
async function toldBy<T>(replica: Replica, ask: () => Promise<T>, alone: T): Promise<T> {
  return needsMirror(replica) ? as('s3_publication', ask) : ask().catch(() => alone);
}

/** What another replica has published already is brought here instead of made again. */
async function publishedThere(replica: Replica, mirror: Copy, identity: ImportIdentity) {
  const ask = () => readSeal(mirror, importIdOf(identity));
  const there: SealReading = await toldBy(replica, ask, 'absent');
  if (there === 'absent') return null;
  if (there === 'unsound') throw failed('validation', 'its seal in the mirror is not sound');
  if (replica.reconcile(identity, there.identity).kind !== 'same_import') {
    throw new ImportFailed({ kind: 'identity_conflict', message: null });
  }
  const version = await as('s3_publication', () => publicationIn(replica, mirror, identity));
  // Sealed and never pointed at, its version may not have got there: then it is made here.
  if (version === null || (await as('s3_publication', () => closureOf(mirror, version))) === null)
    return null;
  await bring(replica, mirror, version, identity);
  return { version, seal: there };
}

/** Version numbers go on from what is published, so that two copies do not give one number to two imports. */
async function continueFrom(replica: Replica, mirror: Copy): Promise<void> {
  const pointer = await toldBy(replica, () => pointerOf(mirror), null);
  if (pointer === null) return;
  const sealOf = () => readSeal(mirror, pointer.active.import_id as ImportId);
  const seal = await toldBy<SealReading>(replica, sealOf, 'absent');
  if (typeof seal !== 'object') return;
  const version = await as('s3_publication', () => publicationIn(replica, mirror, seal.identity));
  const own = await as('write', () => findImport(replica.own, seal.identity, replica.reconcile));
  if (version === null || own.kind !== 'absent' || (own.head ?? 0n) >= version) return;
  await bring(replica, mirror, version, seal.identity);
}

async function bring(
  replica: Replica,
  mirror: Copy,
  version: bigint,
  identity: ImportIdentity,
): Promise<void> {
  await replica.before('hydrate');
  await during(replica, 'hydrate', () => as('write', () => hydrate(mirror, replica.own, version, identity)));
  await as('write', () => carryOrigin(mirror, replica.own));
  replica.tell({ kind: 'hydrated', version: String(version) });
}

async function validate(own: Copy, version: bigint, identity: ImportIdentity): Promise<void> {
  const closure = await closureOf(own, version);
  if (closure === null || !(await isWhole(own, closure))) throw corrupt(`Version ${version} is not whole.`);
  const { marked } = closure;
  if (marked.kind !== 'marked' || !sameIdentity(marked.identity, identity)) {
    throw corrupt(`Version ${version} is not this import.`);
  }
}

async function sealHere(own: Copy, seal: ImportSeal): Promise<void> {
  const key = own.places.importSeal(importIdOf(seal.identity));
  const answer = await own.store.create(key, encodeSeal(seal));
  if (answer.kind === 'unknown') {
    throw new VamplateError('unavailable', 'The seal could not be written.');
  }
}

/** @throws Superseded when the token is no longer the one in flight */
async function step(
  replica: Replica,
  generation: number,
  next: ServingStep,
  shown: ImportStep,
): Promise<void> {
  if (!inFlight(replica, generation)) throw new Superseded();
  replica.reporter.showStep(generation, shown, null);
  await replica.before(next);
}

async function as<T>(kind: FailureKind, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ImportFailed ? error : new ImportFailed(failureOf(kind, error));
  }
}

function failureOf(kind: FailureKind, error: unknown): ImportFailure {
  const message = error instanceof Error ? error.message : 'it failed';
  return { kind, message: message.slice(0, 500) };
}

function failed(kind: FailureKind, message: string): ImportFailed {
  return new ImportFailed({ kind, message });
}
