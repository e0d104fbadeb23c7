/** Writes an owner's numbered beats and removes its old ones, so that at most two lie in its folder (cluster-lock.md, A.2). */

import { encodeBeat } from './lease-records';
import type { LeaseTiming } from './lease-timing-rules';
import type { LockContext } from './lock-context';
import { beatName, leaseBodyMaxBytes, leaseFolder } from './lock-names';
import type { LockPlace } from './lock-place';
import { withinTime } from './request-limit';
import { equal } from './settle-write';

export interface BeatWriter {
  /** Whether the beat is known to lie in the store; false tells nothing of what may still land. */
  write(sequence: number): Promise<boolean>;
  /** Before beat `sequence` is written: what is older than the one before it goes. Never fails, tries again next time. */
  removeBefore(sequence: number): Promise<void>;
}

/** @param lockId of this process: nobody else writes in its folder */
export function openBeatWriter(
  { store, clock }: LockContext,
  place: LockPlace,
  lockId: string,
  timing: LeaseTiming,
): BeatWriter {
  const folder = leaseFolder(place.root, lockId) ?? '';
  const keyOf = (sequence: number) => folder + beatName(sequence);
  const left = new Set<number>();

  async function isThere(sequence: number, body: Uint8Array): Promise<boolean> {
    const options = { maxBytes: leaseBodyMaxBytes };
    const found = await withinTime(clock, timing.requestMs, (signal) =>
      store.get(keyOf(sequence), { ...options, signal }),
    );
    return found.kind === 'found' && equal(found.body, body);
  }

  return {
    async write(sequence) {
      const body = encodeBeat({ lockId, sequence, leaseMs: timing.leaseMs });
      left.add(sequence);
      try {
        const answer = await withinTime(clock, timing.requestMs, () => store.create(keyOf(sequence), body));
        if (answer.kind === 'written') return true;
        // It exists: by an earlier attempt of ours, which is read back before it is believed (D1).
        return answer.kind === 'conflict' && (await isThere(sequence, body));
      } catch {
        return false;
      }
    },
    async removeBefore(sequence) {
      const old = [...left].filter((one) => one < sequence - 1).sort((a, b) => a - b);
      if (old.length === 0) return;
      try {
        const keys = old.slice(0, 100).map(keyOf);
        // Bounded tightly: a slow delete must not use up the time of the beat itself.
        const answers = await withinTime(clock, timing.retryMs, () =>
          keys.length === 1 ? one(store.delete(keys[0] ?? '')) : store.deleteBatch(keys),
        );
        for (const [at, answer] of answers.entries())
          if (answer.kind === 'deleted') left.delete(old[at] ?? -1);
      } catch {
        // What is left is tried again before the next beat.
      }
    },
  };
}

async function one<T>(answer: Promise<T>): Promise<readonly T[]> {
  return [await answer];
}
