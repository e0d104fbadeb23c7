/** Ends an incarnation: its termination stops every coming reference, those under way are revoked, then its own reference goes (F.10, D21). */

import { VamplateError } from '@/lib/base/errors';
import type { CleanupContext } from '@/lib/engine/cleanup/cleanup-context';
import { namespaceOf } from '@/lib/engine/lance/branch-identifier';
import { decodeBranch } from '@/lib/engine/lance/decode-reference';
import { below } from '@/lib/engine/lance/paths';
import { deleteReference } from '@/lib/engine/references/delete-tag';
import { findReference } from '@/lib/engine/references/find-reference';
import { settleIntent } from '@/lib/engine/references/settle-intent';
import { listIntents } from '@/lib/engine/references/stored-references';
import { formatTerminationName } from '@/lib/engine/references/termination-names';
import { createTermination } from '@/lib/engine/references/write-reference';
import { withReferenceLock } from '@/lib/engine/store/reference-lock';
import { referencesOf } from './branch-deletion';

/**
 * Every version was committed before. May be repeated.
 * @returns what the store leaves open
 * @throws `conflict` when the name is another incarnation's by now, or its file was changed while it was deleted;
 * `unavailable` when a step is not certain
 */
export async function removeBranchReference(
  context: CleanupContext,
  name: string,
  namespace: string,
): Promise<readonly string[]> {
  const { store, root } = context;
  const references = referencesOf(context);
  const termination = below(root.key, formatTerminationName(namespace));
  const written = await createTermination(store, root, namespace);
  if (written.kind === 'unknown' && (await store.head(termination)).kind !== 'found') {
    throw new VamplateError(
      'unavailable',
      'Whether the termination was written is not known.',
      { key: termination, outcome: 'unknown' },
      { cause: written.cause },
    );
  }
  for (const intent of await listIntents(references, namespace)) await settleIntent(references, intent);

  const { key } = await findReference(references, 'branch', name);
  return withReferenceLock(store, key, async () => {
    const found = await findReference(references, 'branch', name);
    // A released client was faster: what is left of it is what this call removes.
    if (found.body === null) return [];
    const reading = decodeBranch(name, found.body);
    const other = reading.kind !== 'found' || namespaceOf(reading.reference.identifier) !== namespace;
    if (other) {
      throw new VamplateError('conflict', 'Another branch has this name by now; it stays.', { name });
    }
    const { notExcluded } = await deleteReference(references, found, undefined);
    return notExcluded;
  });
}
