/** How tags are written where only released writers have been and nothing can be deleted on a condition (D4): without a generation. */
import { VamplateError } from '@/lib/base/errors';
import { askAvailability } from '@/lib/engine/retirement/ask-availability';
import type { ETag, WriteAnswer } from '@/lib/engine/store/object-store';
import type { TargetVersion } from './find-reference';
import type { ReferenceContext } from './reference-context';
import { referenceConflict, undecidedReference, unreferenceable } from './reference-errors';
import { sameBytes } from './settle-rules';
import { readCanonical } from './stored-references';
import type { WrittenTag } from './tag-body';

const notExcluded = [
  'A cleaner that retires the version at this very moment may not have seen the tag; the markers were asked before and after.',
];

/**
 * Put if absent, the version's markers asked before and after.
 * @throws `conflict` when the name is taken or a retirement was met; when it was met afterwards the tag is taken back,
 * unless somebody has changed it
 */
export async function createReleasedTag(
  context: ReferenceContext,
  target: TargetVersion,
  key: string,
  payload: Uint8Array,
): Promise<WrittenTag> {
  await requireAvailable(context, target);
  const etag = await settle(context, key, payload, await context.store.create(key, payload));
  try {
    await requireAvailable(context, target);
  } catch (error) {
    const now = await readCanonical(context, key);
    // Not on a condition: what is read and what is deleted may differ by a moment, which the answer says.
    if (now.body !== null && sameBytes(now.body, payload)) {
      const gone = await context.store.delete(key);
      if (gone.kind !== 'deleted') throw undecidedReference(key, error);
    }
    throw error;
  }
  return { key, etag, way: 'released', notExcluded };
}

export interface ReleasedMove {
  readonly key: string;
  readonly body: Uint8Array;
  readonly etag: ETag;
  readonly payload: Uint8Array;
}

/** The same by compare-and-swap; a retirement met afterwards moves it back. */
export async function moveReleasedTag(
  context: ReferenceContext,
  target: TargetVersion,
  { key, body, etag, payload }: ReleasedMove,
): Promise<WrittenTag> {
  await requireAvailable(context, target);
  const moved = await settle(context, key, payload, await context.store.replace(key, payload, etag));
  try {
    await requireAvailable(context, target);
  } catch (error) {
    const back = await context.store.replace(key, body, moved);
    if (back.kind !== 'written') throw undecidedReference(key, error);
    throw error;
  }
  return { key, etag: moved, way: 'released', notExcluded };
}

async function requireAvailable(context: ReferenceContext, target: TargetVersion): Promise<void> {
  const { store, abandoned, rules } = context;
  const { place, manifestKey } = target;
  const asked = await askAvailability(store, place, abandoned.in(store), rules.beforeReference, manifestKey);
  if (asked.answer.kind !== 'available') throw unreferenceable(place.version, asked.answer);
}

/** The ETag of our bytes once they are seen. */
async function settle(
  context: ReferenceContext,
  key: string,
  payload: Uint8Array,
  answer: WriteAnswer,
): Promise<ETag> {
  if (answer.kind === 'written') return answer.etag;
  const now = await readCanonical(context, key);
  if (now.body !== null && now.etag !== null && sameBytes(now.body, payload)) return now.etag;
  if (answer.kind === 'conflict')
    throw referenceConflict('The tag was written by somebody else.', 'changed', { key });
  throw new VamplateError(
    'unavailable',
    'Whether the tag was written is not known; look again before writing it again.',
    { key, outcome: 'unknown' },
    { cause: answer.cause },
  );
}
