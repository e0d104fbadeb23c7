/** The demo's locks: an owner that beats while the actors run, one that died holding its lock, and a record that is none. */
import { systemClock } from '@/lib/base/clock';
import { systemRandom } from '@/lib/base/random';
import { openEngine } from '@/lib/engine/engine';
import { lockKey } from '@/lib/engine/lock/lock-names';
import type { ObjectStore } from '@/lib/engine/store/object-store';

/** Beats on local folders belong to locks of this console alone (D25). */
export const demoRoots = {
  brain: '_vamplate/clusters/brain',
  atlas: '_vamplate/clusters/atlas',
  archive: 'clusters/archive',
} as const;

const leaseMs = 30_000;

/** The owner of atlas ends without a release, as a killed process does. */
export async function writeLocks(store: ObjectStore): Promise<void> {
  const died = await ownLock(store, demoRoots.atlas).acquire({
    operation: 'serve',
    pid: process.pid,
    leaseMs,
  });
  if (died.kind !== 'held') throw new Error(`nobody could hold atlas: ${died.message}`);
  await died.lock.drop();
  const torn = '{\n  "version": 1,\n  "lock_id": "01M7MBR2QRT5N2C9';
  await store.put(lockKey(demoRoots.archive), new TextEncoder().encode(torn));
}

/** Holds brain until the signal, waiting for an owner before us that was killed; a lock that is lost is told and let be. */
export async function holdBrain(store: ObjectStore, signal: AbortSignal): Promise<void> {
  try {
    const request = { operation: 'serve', pid: process.pid, leaseMs, signal } as const;
    const held = await ownLock(store, demoRoots.brain).acquire({ ...request, takeOver: 'after_silence' });
    if (held.kind !== 'held') throw new Error(held.message);
    const over = AbortSignal.any([signal, held.lock.signal]);
    if (!over.aborted)
      await new Promise((resolve) => over.addEventListener('abort', resolve, { once: true }));
    await held.lock.release();
  } catch (error) {
    if (signal.aborted) return;
    process.stderr.write(`lock: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}

function ownLock(store: ObjectStore, root: string) {
  return openEngine({ store, clock: systemClock, random: systemRandom, conditionalDelete: true }).ownLock(
    root,
  );
}
