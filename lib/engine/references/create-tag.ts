/** Creates a tag: when this returns, no lease-aware cleaner removes the version while the tag stands (F.4, D20). */
import { unsupported } from '@/lib/base/errors';
import { uuidHex } from '@/lib/base/random';
import { withReferenceLock } from '@/lib/engine/store/reference-lock';
import { announce } from './announce-reference';
import { tagCreationRefusal } from './creation-rules';
import { findReference, findTarget, lookAt } from './find-reference';
import { requireHome } from './home-check';
import { claimAnnounced, publishClaimed } from './publish-reference';
import type { ReferenceContext } from './reference-context';
import { referenceConflict } from './reference-errors';
import { createReleasedTag } from './released-way';
import { type TagMetadata, tagBody, type WrittenTag } from './tag-body';

export interface CreateTagRequest {
  readonly name: string;
  /** Null is main. */
  readonly branch: string | null;
  readonly version: bigint;
  readonly metadata?: TagMetadata;
}

/**
 * @throws `invalid_input` for the name; `not_found` for branch or version; `conflict` when the name is taken or the
 * version is retiring; `unsupported` where the store cannot (D4) or the dataset was copied (D6); `unavailable` with
 * outcome `unknown` when it may still be written
 */
export async function createTag(context: ReferenceContext, request: CreateTagRequest): Promise<WrittenTag> {
  const { name, branch, version, metadata } = request;
  const { store, clock, random, conditionalDelete } = context;
  const found = await findReference(context, 'tag', name);
  const home = await requireHome(context);
  const refusal = tagCreationRefusal({ conditionalDelete, lifecycle: home.lifecycle });
  if (refusal !== null) throw unsupported(refusal, { reason: 'no_conditional_delete' });
  const target = await findTarget(context, branch, version);
  if (found.content.kind !== 'absent') {
    const visibility = await lookAt(context, found);
    throw referenceConflict(`There is already something at the place of tag ${name}.`, 'exists', {
      visibility,
    });
  }
  const writing = { target, writtenAt: clock.wall(), metadata, before: null };
  if (!conditionalDelete) {
    return createReleasedTag(context, target, found.key, tagBody({ ...writing, generation: null }));
  }
  const operationId = uuidHex(random);
  const payload = tagBody({ ...writing, generation: operationId });
  const mutation = { kind: 'create', path: found.path, payload } as const;
  const announcement = await announce(context, target, { operationId, key: found.key, mutation });
  const published = await withReferenceLock(store, found.key, async () => {
    await claimAnnounced(context, announcement);
    return publishClaimed(context, announcement);
  });
  return { ...published, way: 'protocol', notExcluded: [] };
}
