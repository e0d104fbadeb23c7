/** What is asked before a lock is broken or its record moved aside: every statement unticked, the exact object typed. */
import type { DialogQuestion, Statement } from '@/components/actions/action-dialog';
import type { LockDetail } from '@/lib/contracts/locks';
import { unlockWords } from './unlock-rules';

const attested: readonly Statement[] = [
  { id: 'processStopped', words: 'The process that held it is stopped.' },
  { id: 'ioQuiescent', words: 'What it had accepted is done: nothing of it is still being written.' },
  { id: 'nothingElseRuns', words: 'No other unlock runs, and no process is being admitted.' },
];

export type UnlockAct = 'forceUnlock' | 'quarantineLock';

/** Null where there is nothing to act on. */
export function unlockActOf({ state, owner, record }: LockDetail): UnlockAct | null {
  if (state === 'corrupt' || state === 'oversize') return record === null ? null : 'quarantineLock';
  return owner === null ? null : 'forceUnlock';
}

/** What no person in front of the page can give: null when only they are asked. */
export function unlockBlocked(lock: LockDetail): string | null {
  const { state, backend, unlock } = lock;
  const blocked =
    backend === 'external' || state === 'free' || unlock.missing.some(({ by }) => by !== 'operator');
  return blocked || unlockActOf(lock) === null ? unlockWords(lock).refusal : null;
}

export function unlockQuestion(lock: LockDetail): DialogQuestion {
  const { root, owner, record, unlock, lease, evidence } = lock;
  const { button, consequence } = unlockWords(lock);
  const live = unlock.missing.some(({ code }) => code === 'stop_live_not_confirmed');
  const quarantine = unlockActOf(lock) === 'quarantineLock';
  return {
    title: quarantine ? `Move the unreadable lock record of ${root} aside?` : `Break the lock of ${root}?`,
    consequences: [
      lock.sentence,
      ...(owner === null
        ? []
        : [
            `Held for ${owner.operation} by process ${owner.pid}, since ${owner.createdAt} by its own clock.`,
          ]),
      ...(evidence === null || lease === null ? [] : [`${evidence.beats.length} beats are listed.`]),
      consequence,
    ],
    statements: [
      ...attested,
      ...(live
        ? [{ id: 'stopLive', words: 'The live server is stopped: I saw that it beats, or may.' }]
        : []),
    ],
    asksReason: true,
    typedName: quarantine
      ? { name: record?.etag ?? '', label: 'ETag of the record' }
      : { name: owner?.lockId ?? '', label: 'Full id of the lock' },
    submit: button,
    halt: true,
  };
}
