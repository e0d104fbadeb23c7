/** What a lock's states, flags, changes and missing preconditions mean, one sentence each (cluster-lock.md, G). */

import type { z } from 'zod';
import type { lockUnlock } from '@/lib/contracts/locks';
import type { LockFlag, LockState, TransitionCause } from '@/lib/engine/lock/lock-states';
import type { UnlockRefusal } from '@/lib/engine/lock/unlock-rules';

export const stateSentences: Readonly<Record<LockState, string>> = {
  unreadable: 'The store gave no definite answer: nothing is known now, least of all that it is free.',
  free: 'No lock record is stored: nobody holds it.',
  oversize: 'The record is larger than 65,536 bytes: nobody may read it, and a live owner will lapse.',
  corrupt: 'The record cannot be read as one: it stays, and it keeps writers out.',
  released: 'Its last owner released it: the next one may replace the record.',
  claimed: 'A successor has claimed it: the owner fences itself within a third of the lease.',
  'held-unleased': 'It is held without beats: storage says nothing of whether its owner lives.',
  'held-observing': 'It is held, and no newer beat has been seen since this server began to watch.',
  'held-beating': 'It is held by an owner that beats.',
  late: 'Its owner is late: with a running clock it has fenced itself by now. Nobody may take over yet.',
  silent:
    'Its owner is silent for long enough that a successor may claim. It may still be stopped and not dead.',
};

export const flagWords: Readonly<
  Record<LockFlag, { readonly severity: 'attention' | 'stop'; readonly sentence: string }>
> = {
  'extended-record': {
    severity: 'attention',
    sentence: 'The record has members that stock binaries refuse.',
  },
  'unsupported-version': { severity: 'attention', sentence: 'The record states a version other than 1.' },
  'beating-despite-claim': {
    severity: 'stop',
    sentence: 'A newer beat came after the claim was seen: the owner has not fenced itself.',
  },
  'zombie-beats': {
    severity: 'attention',
    sentence: 'Newer beats come under an id that the record does not name: an owner on its way to its fence.',
  },
  'zombie-page': {
    severity: 'stop',
    sentence:
      'Beats under an id the record does not name go on for longer than any fence takes: two owners may write.',
  },
  'unlistable-id': {
    severity: 'attention',
    sentence: 'The id names no folder: its beats cannot be listed, and nothing will ever prove silence.',
  },
  'listing-unanswered': {
    severity: 'attention',
    sentence: 'The latest listing of beats had no answer: the state rests on earlier ones.',
  },
};

export const causeSentences: Readonly<Record<TransitionCause, string>> = {
  'first-seen': 'Held already when this server began to watch',
  acquired: 'Acquired while it was free',
  'taken-over': 'Taken over after a claim',
  'released-and-reacquired': 'Released, then acquired by another',
  'unlocked-or-taken-by-0.14': 'Unlocked by somebody, or taken by a 0.14 successor that deletes claims',
  undetermined: 'Changed hands; the old owner’s folder has not answered since, so not known how',
  released: 'Released by its owner',
  removed: 'The record was removed',
  returned: 'An id that had left the record is named again: no cooperative writer does this',
};

type Missing = z.input<typeof lockUnlock>['missing'][number];

export const refusalWords: Readonly<Record<UnlockRefusal, Pick<Missing, 'by' | 'sentence'>>> = {
  reason_missing: { by: 'operator', sentence: 'A reason, for the audit log.' },
  process_not_attested: { by: 'operator', sentence: 'Somebody’s word that the prior process is stopped.' },
  io_not_attested: { by: 'operator', sentence: 'Somebody’s word that what it had accepted is done.' },
  others_not_attested: {
    by: 'operator',
    sentence: 'Somebody’s word that no other unlock and no admission runs.',
  },
  stop_live_not_confirmed: {
    by: 'operator',
    sentence:
      'A separate confirmation that a live server is stopped: for a third of the lease there may be two owners.',
  },
  state_not_allowed: { by: 'lock', sentence: 'A state in which an unlock means something: this one is not.' },
  store_not_proven: {
    by: 'store',
    sentence: 'Proof by a probe that the store creates only if absent and replaces only if unchanged.',
  },
  no_conditional_delete: {
    by: 'store',
    sentence:
      'Proof by a probe that the store deletes only if unchanged; without it the stock command is the only way.',
  },
};
