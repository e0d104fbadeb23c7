/** Nobody says that no deletion of a branch was begun while something that might tell of one is unread. */
import { expect, it } from 'vitest';
import type { ControlState } from '@/lib/engine/control/control-entries';
import { begunDeletion } from './begun-deletion';

const nothing = { complete: true, branches: [], markers: [], terminations: [] } as unknown as ControlState;
const commit = (body: object) =>
  ({
    ...nothing,
    markers: [{ namespace: 'n', marker: 'committed', storedAt: 1, body }],
  }) as unknown as ControlState;
const naming = (entry: string) => commit({ kind: 'read', value: { manifestEntries: [entry] } });

it.each([
  ['a whole listing without a trace of it', nothing, 'none'],
  ['a listing that is not whole', { ...nothing, complete: false }, 'unknown'],
  ['a commit that names its files', naming('tree/exp/_versions/1.manifest'), 'there'],
  ['a commit that names those of another', naming('tree/else/_versions/1.manifest'), 'none'],
  ['a commit that nobody could read', commit({ kind: 'unreadable', reason: 'gone' }), 'unknown'],
] as const)('%s', (_, control, says) => {
  expect(begunDeletion(control, 'exp')).toBe(says);
});
