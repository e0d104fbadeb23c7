/** One watch of a lock for everybody who looks at it: what was last seen at once, then every snapshot, however many listen. */
import type { LockContext } from './lock-context';
import type { LockPlace } from './lock-place';
import type { LockSnapshot } from './lock-snapshot-rules';
import { watchLock } from './watch-lock';

export interface SharedWatch {
  /** Null before the first look has ended. Its age is for whoever shows it to tell. */
  latest(): LockSnapshot | null;
  /** @returns ends the listening; the watch goes on without listeners */
  subscribe(listener: (snapshot: LockSnapshot) => void): () => void;
  /** Resolves once nothing more is asked of the store. */
  stop(): Promise<void>;
}

export interface ShareOptions {
  /** L by configuration, in milliseconds; null when it is not configured. */
  readonly configuredMs: number | null;
  /** What a listener or the watch itself throws; neither ends the watch. */
  readonly onError: (error: unknown) => void;
}

/** Before a watch that broke begins again, with nothing remembered. */
const restartMs = 5_000;

/** Begins at once, and asks nothing of the store before it returns. */
export function shareWatch(
  context: LockContext,
  place: LockPlace,
  { configuredMs, onError }: ShareOptions,
): SharedWatch {
  const ended = new AbortController();
  const { signal } = ended;
  const listeners = new Set<(snapshot: LockSnapshot) => void>();
  let latest: LockSnapshot | null = null;

  function tell(snapshot: LockSnapshot): void {
    latest = snapshot;
    for (const listener of [...listeners]) {
      try {
        listener(snapshot);
      } catch (error) {
        onError(error);
      }
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        for await (const snapshot of watchLock(context, place, { configuredMs, signal })) tell(snapshot);
      } catch (error) {
        onError(error);
        await context.clock.sleep(restartMs, signal).catch(() => undefined);
      }
    }
  }

  const running = Promise.resolve().then(run);
  return {
    latest: () => latest,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop() {
      ended.abort();
      return running;
    },
  };
}
