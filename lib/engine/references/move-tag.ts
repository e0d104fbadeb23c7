/** Points a tag at another version: until it does, it keeps the old one, and at no moment neither (F.4, F.5). */
import { uuidHex } from '@/lib/base/random';
import { withReferenceLock } from '@/lib/engine/store/reference-lock';
import { announce } from './announce-reference';
import { type FoundReference, findReference, findTarget, lookAt } from './find-reference';
import { requireHome } from './home-check';
import { claimAnnounced, publishClaimed } from './publish-reference';
import type { ReferenceContext } from './reference-context';
import { noSuchReference, referenceConflict } from './reference-errors';
import { moveReleasedTag } from './released-way';
import { type TagMetadata, tagBody, type WrittenTag } from './tag-body';

export interface MoveTagRequest {
  readonly name: string;
  /** Null is main. */
  readonly branch: string | null;
  readonly version: bigint;
  /** Replaces what the tag has; left as it is when undefined. */
  readonly metadata?: TagMetadata;
  /** The tag as the caller has seen it; anything else there is a conflict. */
  readonly expectedETag?: string;
}

/**
 * @throws as `createTag`; `not_found` when the tag is not there or no reader sees it; `conflict` when it changed since
 * `expectedETag` or another change of it is under way
 */
export async function moveTag(context: ReferenceContext, request: MoveTagRequest): Promise<WrittenTag> {
  const { name, branch, version, metadata, expectedETag } = request;
  const { store, clock, random, conditionalDelete } = context;
  const home = await requireHome(context);
  const target = await findTarget(context, branch, version);
  const { key } = await findReference(context, 'tag', name);
  // Under the lock from the reading on: what is replaced is what was read.
  return withReferenceLock(store, key, async () => {
    const found = await findReference(context, 'tag', name);
    const { body, etag, path } = await requireSeen(context, found, expectedETag);
    const writing = { target, writtenAt: clock.wall(), metadata, before: body };
    if (!conditionalDelete && !home.lifecycle) {
      const payload = tagBody({ ...writing, generation: null });
      return moveReleasedTag(context, target, { key, body, etag, payload });
    }
    const operationId = uuidHex(random);
    const payload = tagBody({ ...writing, generation: operationId });
    const mutation = {
      kind: 'update',
      path,
      expectedPayload: body,
      expectedEtag: etag,
      expectedVersion: null,
      payload,
    } as const;
    const announcement = await announce(context, target, { operationId, key, mutation });
    await claimAnnounced(context, announcement);
    const published = await publishClaimed(context, announcement);
    return { ...published, way: 'protocol', notExcluded: [] };
  });
}

/** @throws `not_found`, `conflict` */
export async function requireSeen(
  context: ReferenceContext,
  found: FoundReference,
  expectedETag: string | undefined,
): Promise<FoundReference & { readonly body: Uint8Array; readonly etag: string }> {
  const { body, etag, kind, name } = found;
  const seen = await lookAt(context, found);
  if (body === null || etag === null || seen !== 'visible') throw noSuchReference(kind, name);
  if (expectedETag !== undefined && expectedETag !== etag) {
    throw referenceConflict(`The ${kind} ${name} has changed since it was looked at.`, 'changed', { etag });
  }
  return { ...found, body, etag };
}
