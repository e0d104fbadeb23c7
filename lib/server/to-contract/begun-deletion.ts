/** Whether a deletion of a branch without a reference was begun and left; what could not be read says neither. */
import { unfinishedDeletions } from '@/lib/engine/cleanup/branch/find-unfinished';
import type { ControlState } from '@/lib/engine/control/control-entries';

export type BegunDeletion = 'there' | 'none' | 'unknown';

/** @param control of the whole dataset. @param branch without a reference there */
export function begunDeletion(control: ControlState, branch: string): BegunDeletion {
  if (!control.complete) return 'unknown';
  if (unfinishedDeletions(control, branch).length > 0) return 'there';
  // An unread commit may name files of the branch.
  const unread = control.markers.some(({ marker, body }) => marker === 'committed' && body?.kind !== 'read');
  return unread ? 'unknown' : 'none';
}
