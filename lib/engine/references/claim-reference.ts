/** Claims a reference for one publication: from here on every cleaner keeps its target, and nobody else may change the name (F.5). */
import { unreachable } from '@/lib/base/unreachable';
import type { Announcement } from './announce-reference';
import { reconcile } from './reconcile-state';
import type { ReferenceContext } from './reference-context';
import { referenceConflict } from './reference-errors';
import type { StateRecord } from './state-records';
import { readState, type StoredState } from './stored-references';
import { writeState } from './write-state';

const rounds = 6;

/**
 * The caller holds the reference's lock.
 * @throws `conflict` while another change is under way or being taken back; `unavailable` when the claim is not certain
 */
export async function claim(context: ReferenceContext, announcement: Announcement): Promise<StoredState> {
  const { mutation, operationId } = announcement;
  for (let round = 0; round < rounds; round += 1) {
    const state = await readState(context, mutation.path);
    const prior = await priorOf(context, mutation.path, state);
    if (prior === 'again') continue;
    const written = await writeState(context, state, {
      state: 'pending',
      canonicalPath: mutation.path,
      operationId,
      target: { namespace: announcement.place.namespace, version: announcement.place.version },
      ...prior,
    });
    if (written.kind === 'applied') return written.state;
  }
  throw referenceConflict('Others kept changing this reference.', 'in_flight', { path: mutation.path });
}

type Prior = Pick<Extract<StateRecord, { state: 'pending' }>, 'previous' | 'previousWasLegacy'>;

async function priorOf(
  context: ReferenceContext,
  path: string,
  state: StoredState | null,
): Promise<Prior | 'again'> {
  if (state === null) return { previous: null, previousWasLegacy: false };
  const { record } = state;
  switch (record.state) {
    case 'vacant':
      return { previous: null, previousWasLegacy: false };
    case 'legacy':
      return { previous: null, previousWasLegacy: true };
    case 'live':
      return { previous: record.live, previousWasLegacy: false };
    case 'pending':
      throw referenceConflict('This reference is being changed by another publication.', 'in_flight', {
        path,
        operationId: record.operationId,
      });
    case 'revoking':
    case 'deleting': {
      const settled = await reconcile(context, path);
      if (settled === 'settled') return 'again';
      throw referenceConflict('An earlier change of this reference is still being taken back.', 'settling', {
        path,
        operationId: record.operationId,
      });
    }
    default:
      return unreachable(record);
  }
}
