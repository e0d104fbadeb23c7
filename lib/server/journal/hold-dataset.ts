/** Holds the one lock of a dataset that whatever deletes in it must hold, and asks before each batch whether it still may (D19). */
import { VamplateError } from '@/lib/base/errors';
import type { HeldLock } from '@/lib/engine/lock/hold-lock';
import type { DatasetChange } from './change-dataset';
import { reasonWith, refused } from './refusal-rules';

export interface Holding {
  /** Right before every change, in the same turn. @throws once the owner's time is over */
  readonly mayProceed: () => void;
  /** Reads lock and freeze. @throws `refused`, which ends the work between two batches */
  readonly beforeBatch: () => Promise<void>;
}

/** @throws `refused` while somebody else holds it, naming the holder */
export async function holdDataset<T>(
  { begun: { engine }, path }: DatasetChange,
  operation: string,
  work: (holding: Holding) => Promise<T>,
): Promise<T> {
  const lock = engine.ownLock(engine.operations.runLockRoot(path));
  const outcome = await lock.acquire({ operation, pid: process.pid });
  if (outcome.kind === 'refused') {
    const { holder, message } = outcome;
    const holds = holder === null ? {} : { holder: holder.lockId, since: instantOf(holder.createdAt) };
    const remedy = 'Wait until that has ended; a dead owner is taken over after proven silence.';
    throw refused('Something else is being deleted in this dataset.', [
      reasonWith('dataset_held', message, { ...holds, remedy }),
    ]);
  }
  const { lock: held } = outcome;
  try {
    return await work({
      mayProceed: () => held.assertHeld(),
      beforeBatch: async () => {
        const [freeze] = await Promise.all([engine.operations.readFreeze(), held.confirm()]);
        if (engine.operations.isFrozen(freeze)) throw new VamplateError('refused', 'The lake is frozen.');
      },
    });
  } finally {
    await release(held);
  }
}

/** What it fails to remove lapses by itself. */
async function release(lock: HeldLock): Promise<void> {
  await lock.release().catch(() => undefined);
}

function instantOf(text: string): string | null {
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
