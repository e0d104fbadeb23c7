/** Finds a reference under every spelling its key may have, and the place in the dataset that a name stands for. */
import { VamplateError } from '@/lib/base/errors';
import { type BranchIdentifier, mainNamespace, namespaceOf } from '@/lib/engine/lance/branch-identifier';
import { decodeBranch } from '@/lib/engine/lance/decode-reference';
import { below, branchRoot, versionsFolder } from '@/lib/engine/lance/paths';
import { findVersion } from '@/lib/engine/lance/read-versions';
import type { VersionPlace } from '@/lib/engine/retirement/ask-availability';
import { nameProblem, pathOf, type ReferenceKind, referenceEntries } from './canonical-names';
import { noSuchReference } from './reference-errors';
import { type ReadingContext, readCanonical, readState, type StoredCanonical } from './stored-references';
import { type StateFinding, type Visibility, visibilityOf } from './visibility';

export interface FoundReference extends StoredCanonical {
  readonly kind: ReferenceKind;
  readonly name: string;
  readonly key: string;
  readonly path: string;
}

/**
 * One call, more for names that stores spell differently. What is absent has the place where it would be written.
 * @throws `invalid_input` for a name no reference can have
 */
export async function findReference(
  context: ReadingContext,
  kind: ReferenceKind,
  name: string,
): Promise<FoundReference> {
  const problem = nameProblem(kind, name);
  if (problem !== null)
    throw new VamplateError('invalid_input', `No ${kind} can be called this: ${problem}.`);
  const { root } = context;
  const entries = referenceEntries(kind, name);
  for (const entry of entries) {
    const key = below(root.key, entry);
    const canonical = await readCanonical(context, key);
    if (canonical.content.kind !== 'absent')
      return { ...canonical, kind, name, key, path: pathOf(root, entry) };
  }
  const nothing = { content: { kind: 'absent' }, body: null, etag: null } as const;
  return { ...nothing, kind, name, key: below(root.key, entries[0]), path: pathOf(root, entries[0]) };
}

/** Whether a lease-aware reader sees it (F.8); one call more where the content was published through the protocol. */
export async function lookAt(context: ReadingContext, found: FoundReference): Promise<Visibility> {
  const { content } = found;
  const managed = content.kind === 'content' && content.generation !== null;
  const state = managed ? await readState(context, found.path) : null;
  const finding: StateFinding = state === null ? { kind: 'none' } : { kind: 'record', record: state.record };
  return visibilityOf(content, finding);
}

export interface BranchPlace {
  readonly branch: string | null;
  readonly identifier: BranchIdentifier;
  readonly namespace: string;
}

/** @throws `not_found` when no such branch is visible, `corrupt` when its file is damaged */
export async function placeOfBranch(context: ReadingContext, branch: string | null): Promise<BranchPlace> {
  if (branch === null) return { branch, identifier: [], namespace: mainNamespace };
  const found = await findReference(context, 'branch', branch);
  if (found.body === null || (await lookAt(context, found)) !== 'visible')
    throw noSuchReference('branch', branch);
  const reading = decodeBranch(branch, found.body);
  if (reading.kind === 'tombstone') throw noSuchReference('branch', branch);
  const { identifier } = reading.reference;
  return { branch, identifier, namespace: namespaceOf(identifier) };
}

export interface TargetVersion {
  readonly place: VersionPlace;
  readonly identifier: BranchIdentifier;
  readonly manifestKey: string;
  /** As control files spell it. */
  readonly manifestPath: string;
  readonly manifestBytes: number;
}

/** The version a coming reference points at. @throws `not_found` */
export async function findTarget(
  context: ReadingContext,
  branch: string | null,
  version: bigint,
): Promise<TargetVersion> {
  const { store, root } = context;
  const { identifier, namespace } = await placeOfBranch(context, branch);
  const folder = branchRoot(root.key, branch);
  const found = await findVersion(store, folder, version);
  if (found === null) {
    throw new VamplateError('not_found', `Version ${version} no longer exists and cannot be referenced.`, {
      version: `${version}`,
    });
  }
  return {
    place: { root, namespace, branch, version },
    identifier,
    manifestKey: found.meta.key,
    manifestPath: `${pathOf(root, branch === null ? '' : `tree/${branch}/`)}${versionsFolder}${found.name}`,
    manifestBytes: found.meta.size,
  };
}
