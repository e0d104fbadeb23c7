/** Creates, moves and deletes tags. */
import { endpoints } from '@/lib/contracts/endpoints';
import type { WrittenTag } from '@/lib/engine/references/tag-body';
import type { Operation } from '../http/operation';
import { changeDataset } from '../journal/change-dataset';
import { versionName } from '../journal/target-names';

interface TagAt {
  readonly name: string;
  readonly branch: string | null;
  readonly version: string;
}

export const createTag: Operation<typeof endpoints.createTag> = async (context, { params, body }) => {
  const { name, branch, version } = body;
  const { value, notes, recorded } = await changeDataset(
    context,
    endpoints.createTag.action,
    { params, object: `tag ${name} at ${versionName(version, branch)}` },
    async ({ engine }) => ({
      value: await engine.createTag({ name, branch, version: BigInt(version) }),
      sentence: `The tag ${name} protects ${versionName(version, branch)}.`,
    }),
  );
  return { tag: writtenOf(body, value), notes: [...notes, ...value.notExcluded], recorded };
};

export const moveTag: Operation<typeof endpoints.moveTag> = async (context, { params, body }) => {
  const { branch, version, etag: expectedETag } = body;
  const name = params.tag;
  const { value, notes, recorded } = await changeDataset(
    context,
    endpoints.moveTag.action,
    { params, object: `tag ${name} to ${versionName(version, branch)}` },
    async ({ engine }) => ({
      value: await engine.moveTag({ name, branch, version: BigInt(version), expectedETag }),
      sentence: `The tag ${name} protects ${versionName(version, branch)} now.`,
    }),
  );
  return {
    tag: writtenOf({ name, branch, version }, value),
    notes: [...notes, ...value.notExcluded],
    recorded,
  };
};

export const deleteTag: Operation<typeof endpoints.deleteTag> = async (context, { params, body }) => {
  const name = params.tag;
  const { value, notes, recorded } = await changeDataset(
    context,
    endpoints.deleteTag.action,
    { params, object: `tag ${name}`, reason: body.reason },
    async ({ engine }) => ({
      value: await engine.deleteTag({ name, expectedETag: body.etag }),
      sentence: `The tag ${name} is gone.`,
    }),
  );
  return { stateLeft: value.stateLeft, notes: [...notes, ...value.notExcluded], recorded };
};

function writtenOf({ name, branch, version }: TagAt, { etag, way }: WrittenTag) {
  return { name, branch, version, etag, way };
}
