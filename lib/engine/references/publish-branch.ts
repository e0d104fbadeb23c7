/** Publishes a branch: the intent first, then the caller writes the clone, then the reference, and only if all still holds (D22, F.4). */
import { isVamplateError, unsupported, VamplateError } from '@/lib/base/errors';
import { uuidHex } from '@/lib/base/random';
import { type BranchIdentifier, namespaceOf } from '@/lib/engine/lance/branch-identifier';
import { below, branchesFolder, branchRoot, versionsFolder } from '@/lib/engine/lance/paths';
import { findVersion } from '@/lib/engine/lance/read-versions';
import { withReferenceLock } from '@/lib/engine/store/reference-lock';
import { type Announcement, announce } from './announce-reference';
import { encodeCanonicalBranch } from './canonical-records';
import { findReference, findTarget } from './find-reference';
import { requireHome } from './home-check';
import {
  afterCancelling,
  claimAnnounced,
  ensureOwned,
  type PublishedReference,
  publishClaimed,
} from './publish-reference';
import type { ReferenceContext } from './reference-context';
import { referenceConflict } from './reference-errors';

/** What the caller's clone has to be: a dataset at `rootKey` whose first version has the number it was forked at (A.3). */
export interface CloneRequest {
  readonly name: string;
  /** Key of the branch's own root below the store. */
  readonly rootKey: string;
  readonly parent: string | null;
  readonly version: bigint;
  /** Key of the manifest to clone. */
  readonly parentManifestKey: string;
  readonly identifier: BranchIdentifier;
}

export interface PublishBranchRequest {
  readonly name: string;
  /** Null is main. */
  readonly parent: string | null;
  readonly version: bigint;
  readonly metadata?: Readonly<Record<string, string>>;
  /** Writes the clone, within 15 minutes; the engine itself writes no manifest. */
  readonly writeClone: (clone: CloneRequest) => Promise<void>;
}

export interface PublishedBranch extends PublishedReference {
  readonly namespace: string;
  readonly identifier: BranchIdentifier;
}

/**
 * @throws as `createTag` does, and what `writeClone` throws. After any error no reader sees the branch, unless the
 * outcome is `unknown`; what the clone left lies at `details.leftBehind` and is no branch.
 */
export async function publishBranch(
  context: ReferenceContext,
  request: PublishBranchRequest,
): Promise<PublishedBranch> {
  const { name, parent, version, metadata = {} } = request;
  const { store, root, clock, random } = context;
  const found = await findReference(context, 'branch', name);
  await requireHome(context);
  if (!context.conditionalDelete) {
    throw unsupported('This store cannot delete on a condition, so a branch could not be taken back.', {
      reason: 'no_conditional_delete',
    });
  }
  const target = await findTarget(context, parent, version);
  if (found.content.kind !== 'absent') {
    throw referenceConflict(`There is already something at the place of branch ${name}.`, 'exists');
  }
  await requireNoVersions(context, name);

  const operationId = uuidHex(random);
  const identifier = [...target.identifier, { version, uuid: uuidHex(random) }];
  const payload = encodeCanonicalBranch({
    generation: operationId,
    parentBranch: parent,
    identifier,
    parentVersion: version,
    createdAtSeconds: Math.floor(clock.wall() / 1_000),
    manifestSize: target.manifestBytes,
    metadata,
  });
  const mutation = { kind: 'create', path: found.path, payload } as const;
  const announcement = await announce(context, target, { operationId, key: found.key, mutation });
  const locked = <T>(work: () => Promise<T>) => withReferenceLock(store, found.key, work);
  await locked(async () => {
    await claimAnnounced(context, announcement);
    await orCancel(context, announcement, () => ensureOwned(context, announcement));
  });
  const rootKey = branchRoot(root.key, name);
  const clone = { name, rootKey, parent, version, parentManifestKey: target.manifestKey, identifier };
  try {
    await writeChecked(context, request, clone);
  } catch (error) {
    throw leftBehind(await locked(() => afterCancelling(context, announcement, error)), rootKey);
  }
  const published = await locked(() => publishClaimed(context, announcement)).catch((error: unknown) => {
    throw leftBehind(error, rootKey);
  });
  return { ...published, identifier, namespace: namespaceOf(identifier) };
}

async function writeChecked(
  { store }: ReferenceContext,
  { writeClone }: PublishBranchRequest,
  clone: CloneRequest,
): Promise<void> {
  await writeClone(clone);
  if ((await findVersion(store, clone.rootKey, clone.version)) === null) {
    throw new VamplateError('invalid_input', 'The clone was not written: its first version is not there.', {
      rootKey: clone.rootKey,
      version: `${clone.version}`,
    });
  }
}

/** Versions without a reference are no branch, and a new branch must not wake them (A.3). */
async function requireNoVersions({ store, root }: ReferenceContext, name: string): Promise<void> {
  const prefix = below(root.key, `${branchesFolder}${name}/${versionsFolder}`);
  const page = await store.list({ prefix, limit: 1 });
  if (page.objects.length > 0) {
    throw referenceConflict(`Versions of an earlier branch ${name} are still there.`, 'leftover_versions', {
      prefix,
    });
  }
}

async function orCancel<T>(
  context: ReferenceContext,
  announcement: Announcement,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw await afterCancelling(context, announcement, error);
  }
}

function leftBehind(error: unknown, rootKey: string): unknown {
  if (!isVamplateError(error)) return error;
  const details = { ...error.details, leftBehind: rootKey };
  return new VamplateError(error.kind, error.message, details, { cause: error });
}
