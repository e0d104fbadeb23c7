/** The lock's rules as the processes of a schedule follow them: the real ones, or with exactly one changed. */
import { lockKey } from '@/lib/engine/lock/lock-names';
import { type LockRules, lockRules } from '@/lib/engine/lock/lock-rules';
import { stepOwner } from '@/lib/engine/lock/owner-rules';
import type { ObjectStore } from '@/lib/engine/store/object-store';

export interface LockProtocol {
  readonly rules: LockRules;
  /** What a process sees of the store. */
  readonly store: (store: ObjectStore) => ObjectStore;
  /** Whether a successor deletes the old lease folder once it has the lock. */
  readonly clearsFolder: boolean;
  /** Whether effects ask the deadline when they are sent. */
  readonly guarded: boolean;
}

const realProtocol: LockProtocol = {
  rules: lockRules,
  store: (store) => store,
  clearsFolder: false,
  guarded: true,
};

export const lockMutants: Readonly<Record<string, Partial<LockProtocol>>> = {
  'silence to answer time': {
    rules: {
      ...lockRules,
      silenceMs: ({ seenAt, quietUntil, answeredAt }) =>
        seenAt === null || quietUntil === null ? 0 : Math.max(0, (answeredAt ?? 0) - seenAt),
    },
  },
  'claim deleted at take-over': { clearsFolder: true },
  'unreadable claim as absent': {
    rules: {
      ...lockRules,
      stepOwner: (state, event, now, timing) =>
        stepOwner(
          state,
          event.kind === 'checked' && event.claim === 'unanswered' ? { ...event, claim: 'absent' } : event,
          now,
          timing,
        ),
    },
  },
  'unanswered look as a loss': {
    rules: {
      ...lockRules,
      stepOwner: (state, event, now, timing) =>
        stepOwner(
          state,
          event.kind === 'checked' && event.claim === 'unanswered' ? { ...event, claim: 'present' } : event,
          now,
          timing,
        ),
    },
  },
  'fenced at half the lease': {
    rules: {
      ...lockRules,
      stepOwner: (state, event, now, timing) =>
        stepOwner(state, event, now, { ...timing, deadlineMs: timing.leaseMs / 2 }),
    },
  },
  'deadline from acknowledgement': {
    rules: {
      ...lockRules,
      stepOwner: (state, event, now, timing) => {
        const next = stepOwner(state, event, now, timing);
        const acknowledged = state.kind === 'beating' && next.kind === 'idle';
        return acknowledged ? { ...next, provenAt: now } : next;
      },
    },
  },
  'unconditional unlock': {
    store: (store) => ({ ...store, deleteIfMatch: (key) => store.delete(key) }),
  },
  'create sent again unchanged': { store: resending },
  'effects do not ask the deadline': { guarded: false },
};

/** @param mutant name of a changed rule, null for the protocol as it is */
export function protocolOf(mutant: string | null): LockProtocol {
  if (mutant === null) return realProtocol;
  const changed = lockMutants[mutant];
  if (changed === undefined) {
    throw new RangeError(`no mutant is called ${mutant}: ${Object.keys(lockMutants).join(', ')}`);
  }
  return { ...realProtocol, ...changed };
}

/** C.11 to the letter: an unanswered create goes out again as it was. */
function resending(store: ObjectStore): ObjectStore {
  return {
    ...store,
    create: async (key, body) => {
      const answer = await store.create(key, body);
      return answer.kind === 'unknown' && key === lockKey('') ? store.create(key, body) : answer;
    },
  };
}

/** An owner of the 0.14 line: what the record says is nothing to it. */
export function claimOnly(rules: LockRules): LockRules {
  return {
    ...rules,
    stepOwner: (state, event, now, timing) =>
      rules.stepOwner(state, event.kind === 'checked' ? { ...event, record: 'mine' } : event, now, timing),
  };
}
