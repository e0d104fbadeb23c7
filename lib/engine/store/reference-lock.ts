/** Holds the lock that mutations of a reference need: the file lock of spec F.9 on local folders, nothing on stores that compare and swap. */
import type { ObjectStore } from './object-store';

/**
 * Runs `work` under the lock of the canonical reference key; calls of `store` inside `work` may lock the same key again.
 * @throws `unsupported` on a local folder where no flock can be had, `unavailable` when another process keeps the lock
 */
export function withReferenceLock<T>(store: ObjectStore, key: string, work: () => Promise<T>): Promise<T> {
  return store.withReferenceLock === undefined ? work() : store.withReferenceLock(key, work);
}
