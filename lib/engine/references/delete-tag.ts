/** Deletes a tag: first a state says that it is going, then exactly the object that was read goes (F.5, F.6, D4). */
import type { VamplateError } from '@/lib/base/errors';
import { uuidHex } from '@/lib/base/random';
import { unreachable } from '@/lib/base/unreachable';
import { withReferenceLock } from '@/lib/engine/store/reference-lock';
import { type FoundReference, findReference } from './find-reference';
import { requireHome } from './home-check';
import { reconcile } from './reconcile-state';
import type { ReferenceContext } from './reference-context';
import { noSuchReference, referenceConflict, undecidedReference } from './reference-errors';
import { sameBytes } from './settle-rules';
import type { StateRecord } from './state-records';
import { readCanonical, readState, type StoredState } from './stored-references';
import { vacate, writeState } from './write-state';

export interface DeleteTagRequest {
  readonly name: string;
  /** The tag as the caller has seen it; anything else there is a conflict. */
  readonly expectedETag?: string;
}

export interface DeletedReference {
  readonly key: string;
  /** Whether a state file remains, which the next cleanup removes. */
  readonly stateLeft: boolean;
  /** What the store leaves open, one sentence each. */
  readonly notExcluded: readonly string[];
}

/**
 * @throws `not_found` when nothing is there; `conflict` when it changed, or another change of it is under way;
 * `unsupported` where the dataset was copied (D6); `unavailable` with outcome `unknown` when it may still go: it stays
 * visible until then, and a later call goes on
 */
export async function deleteTag(
  context: ReferenceContext,
  { name, expectedETag }: DeleteTagRequest,
): Promise<DeletedReference> {
  const home = await requireHome(context);
  const { key } = await findReference(context, 'tag', name);
  return withReferenceLock(context.store, key, async () => {
    const found = await findReference(context, 'tag', name);
    if (!context.conditionalDelete && !home.lifecycle) return deletePlainly(context, found, expectedETag);
    return deleteReference(context, found, expectedETag);
  });
}

/** The same for any reference; the caller holds its lock. */
export async function deleteReference(
  context: ReferenceContext,
  found: FoundReference,
  expectedETag: string | undefined,
): Promise<DeletedReference> {
  const { key, path } = found;
  const { state: before, finished } = await restingState(context, path);
  const canonical = await readCanonical(context, key);
  if (finished && canonical.content.kind === 'absent') {
    return { key, stateLeft: before !== null, notExcluded: [] };
  }
  const { body, etag } = requireUnchanged(found, canonical, expectedETag);
  const prior = priorOf(before?.record ?? null, found, canonical.content);
  const written = await writeState(context, before, {
    state: 'deleting',
    canonicalPath: path,
    operationId: uuidHex(context.random),
    ...prior,
    expectedPayload: body,
    expectedEtag: etag,
    expectedVersion: null,
  });
  if (written.kind === 'lost')
    throw referenceConflict('The reference is being changed.', 'in_flight', { key });
  return context.conditionalDelete
    ? finish(context, key, path)
    : finishPlainly(context, key, written.state, { body, etag });
}

async function finish(context: ReferenceContext, key: string, path: string): Promise<DeletedReference> {
  let outcome: Awaited<ReturnType<typeof reconcile>> = 'settled';
  try {
    outcome = await reconcile(context, path);
  } catch (error) {
    // The object may be gone and only its state not: then the deletion is done.
    const now = await readCanonical(context, key).catch(() => null);
    if (now?.content.kind !== 'absent') throw undecidedReference(key, error);
  }
  const now = await readCanonical(context, key);
  if (outcome !== 'settled' || now.content.kind !== 'absent') {
    throw referenceConflict('The reference was changed while it was deleted; it stays.', 'changed', { key });
  }
  const state = await readState(context, path).catch(() => 'unreadable' as const);
  return { key, stateLeft: state !== null, notExcluded: [] };
}

const plainly =
  'This store deletes without a condition: a change of the reference in the same moment would have been lost unseen.';

/** D4: read again, then delete without a condition. */
async function finishPlainly(
  context: ReferenceContext,
  key: string,
  state: StoredState,
  expected: { readonly body: Uint8Array; readonly etag: string },
): Promise<DeletedReference> {
  const path = state.record.canonicalPath;
  const now = await readCanonical(context, key);
  if (now.body === null || now.etag !== expected.etag || !sameBytes(now.body, expected.body)) {
    await reconcile(context, path);
    throw referenceConflict('The reference was changed while it was deleted; it stays.', 'changed', { key });
  }
  const answer = await context.store.delete(key);
  if (answer.kind !== 'deleted') {
    const after = await readCanonical(context, key);
    if (after.content.kind !== 'absent')
      throw undecidedReference(key, answer.kind === 'unknown' ? answer.cause : null);
  }
  const written = await vacate(context, state, path).catch(() => null);
  return { key, stateLeft: written !== null, notExcluded: [plainly] };
}

async function deletePlainly(
  context: ReferenceContext,
  found: FoundReference,
  expectedETag: string | undefined,
): Promise<DeletedReference> {
  requireUnchanged(found, found, expectedETag);
  const answer = await context.store.delete(found.key);
  if (answer.kind === 'unknown') {
    const after = await readCanonical(context, found.key);
    if (after.content.kind !== 'absent') throw undecidedReference(found.key, answer.cause);
  }
  return { key: found.key, stateLeft: false, notExcluded: [plainly] };
}

/** A state nobody is at work on; an earlier deletion is finished first. @throws `conflict` */
async function restingState(
  context: ReferenceContext,
  path: string,
): Promise<{ readonly state: StoredState | null; readonly finished: boolean }> {
  const state = await readState(context, path);
  if (state?.record.state !== 'deleting') return { state, finished: false };
  const settled = await reconcile(context, path);
  if (settled !== 'settled' && context.conditionalDelete) {
    throw referenceConflict('An earlier deletion of this reference cannot be finished.', 'settling', {
      path,
    });
  }
  return { state: await readState(context, path), finished: settled === 'settled' };
}

function requireUnchanged(
  { kind, name }: FoundReference,
  { body, etag }: { readonly body: Uint8Array | null; readonly etag: string | null },
  expectedETag: string | undefined,
): { readonly body: Uint8Array; readonly etag: string } {
  if (body === null || etag === null) throw noSuchReference(kind, name);
  if (expectedETag !== undefined && expectedETag !== etag) {
    throw referenceConflict(`The ${kind} ${name} has changed since it was looked at.`, 'changed', { etag });
  }
  return { body, etag };
}

type Prior = Pick<Extract<StateRecord, { state: 'deleting' }>, 'previous' | 'previousWasLegacy'>;

/**
 * What a state must agree with before its reference may go (F.5): a live one tolerates content without a generation,
 * which a released writer left; legacy and vacant ones require that. @throws `conflict`
 */
function priorOf(
  record: StateRecord | null,
  { key }: FoundReference,
  content: FoundReference['content'],
): Prior {
  const generation = content.kind === 'content' ? content.generation : null;
  if (record === null) return { previous: null, previousWasLegacy: false };
  switch (record.state) {
    case 'live':
      if (generation !== null && generation !== record.live.generation) throw disagreeing(key);
      return { previous: record.live, previousWasLegacy: false };
    case 'legacy':
    case 'vacant':
      if (generation !== null) throw disagreeing(key);
      return { previous: null, previousWasLegacy: record.state === 'legacy' };
    case 'deleting':
      // Only without conditional delete: an earlier deletion of ours that was not finished is begun again.
      return { previous: record.previous, previousWasLegacy: record.previousWasLegacy };
    case 'pending':
    case 'revoking':
      throw referenceConflict('Another change of this reference is under way.', 'in_flight', { key });
    default:
      return unreachable(record);
  }
}

function disagreeing(key: string): VamplateError {
  return referenceConflict('What is there was not published by the state that speaks for it.', 'changed', {
    key,
  });
}
