/** The first steps of every publication: the version is free to be referenced, and an intent says what is about to be written (F.4). */
import type { StorageInstant } from '@/lib/base/clock';
import { VamplateError } from '@/lib/base/errors';
import { uuidHex } from '@/lib/base/random';
import { mainNamespace } from '@/lib/engine/lance/branch-identifier';
import { below } from '@/lib/engine/lance/paths';
import { askAvailability, type VersionPlace } from '@/lib/engine/retirement/ask-availability';
import { tryDelete } from '@/lib/engine/retirement/try-delete';
import type { TargetVersion } from './find-reference';
import { formatIntentName } from './intent-names';
import type { Mutation } from './mutation-records';
import type { ReferenceContext } from './reference-context';
import { referenceConflict, unreferenceable } from './reference-errors';
import { listedAt } from './stored-references';
import { formatTerminationName } from './termination-names';
import { createIntent } from './write-reference';

/** An intent of ours that is known to be stored. */
export interface Announcement {
  readonly operationId: string;
  /** What the reference will point at. */
  readonly place: VersionPlace;
  readonly manifestKey: string;
  readonly mutation: Mutation;
  /** Key of the canonical object. */
  readonly key: string;
  readonly intentKey: string;
  /** From a listing, like the clock it is judged by (D18). */
  readonly intentStoredAt: StorageInstant;
}

/**
 * Steps 2 to 5 of F.4. Five calls; one more for a target on a branch.
 * @throws `not_found` when the version is gone; `conflict` while it is retiring or its branch is being deleted;
 * `unavailable` when the intent is not certain: an expired one is settled by whoever meets it
 */
export async function announce(
  context: ReferenceContext,
  target: TargetVersion,
  announced: { readonly operationId: string; readonly key: string; readonly mutation: Mutation },
): Promise<Announcement> {
  const { store, root, abandoned, rules } = context;
  const { place, manifestKey } = target;
  const asked = await askAvailability(store, place, abandoned.in(store), rules.beforeIntent, manifestKey);
  if (asked.answer.kind !== 'available') throw unreferenceable(place.version, asked.answer);
  await requireBranch(context, place.namespace);

  const name = { namespace: place.namespace, version: place.version, id: uuidHex(context.random) };
  const { operationId, mutation } = announced;
  const record = { manifestPath: target.manifestPath, mutation, operationId, state: 'pending' } as const;
  const answer = await createIntent(store, root, name, record);
  const intentKey = below(root.key, formatIntentName(name));
  // A name nobody else can know: what lies there is ours, and a conflict is as good as an open answer.
  const intentStoredAt = await listedAt(context, intentKey);
  if (intentStoredAt === null || answer.kind === 'conflict') {
    throw new VamplateError('unavailable', 'Whether the intent was written is not known.', {
      key: intentKey,
      outcome: 'unknown',
    });
  }
  return { ...announced, place, manifestKey, intentKey, intentStoredAt };
}

/** One call for a branch, none for main. @throws `conflict` while that incarnation is being deleted (F.10) */
export async function requireBranch({ store, root }: ReferenceContext, namespace: string): Promise<void> {
  if (namespace === mainNamespace) return;
  const head = await store.head(below(root.key, formatTerminationName(namespace)));
  if (head.kind === 'found')
    throw referenceConflict('The branch is being deleted and accepts no reference.', 'terminating', {
      namespace,
    });
}

/** Best effort: an intent that stays is settled when it expires. */
export async function removeIntent(context: ReferenceContext, { intentKey }: Announcement): Promise<void> {
  await tryDelete(context.store, intentKey);
}
