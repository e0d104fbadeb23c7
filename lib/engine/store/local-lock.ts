/** Exclusive flock(2) locks on files that are never truncated or removed (decision D3): the kernel frees them with the process. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import type { Clock } from '@/lib/base/clock';
import { unsupported, VamplateError } from '@/lib/base/errors';
import { errorCode } from './local-root';

export interface Flock {
  /** Takes the exclusive lock without waiting; false when another open file holds it. */
  tryLock(fd: number): boolean;
}

export interface LocalLocks {
  /**
   * Runs `work` while the lock on the file at `path` is held; inside `work` the same path may be held again.
   * @throws `unsupported` where flock cannot be had, `unavailable` (outcome `not_written`) when it stays taken
   */
  hold<T>(path: string, work: () => Promise<T>): Promise<T>;
}

/** One level of holding a path; what runs inside queues here, so that two calls within one `work` exclude each other too. */
interface Level {
  live: boolean;
  tail: Promise<unknown>;
}

type Held = ReadonlyMap<string, Level>;

const heldHere = new AsyncLocalStorage<Held>();

/** The flock of the prebuilt package, or null on a platform it does not serve. */
export async function loadFlock(): Promise<Flock | null> {
  try {
    const { flockSync } = await import('fs-ext-extra-prebuilt');
    return { tryLock: (fd) => tryNative(() => flockSync(fd, 'exnb')) };
  } catch {
    return null;
  }
}

/** @param flock null where it cannot be had; every `hold` then throws `unsupported` */
export function openLocalLocks(options: {
  readonly flock: () => Promise<Flock | null>;
  readonly clock: Clock;
  /** How long one `hold` waits for the lock (default 30,000). */
  readonly waitMs?: number;
}): LocalLocks {
  const { clock, waitMs = 30_000 } = options;
  const turns = new Map<string, Promise<void>>();

  /** One waiter of this process at a time polls the kernel; the others queue, in order. */
  async function inTurn<T>(path: string, work: () => Promise<T>): Promise<T> {
    const before = turns.get(path) ?? Promise.resolve();
    const mine = before.then(work);
    const settled = mine.then(
      () => undefined,
      () => undefined,
    );
    turns.set(path, settled);
    try {
      return await mine;
    } finally {
      if (turns.get(path) === settled) turns.delete(path);
    }
  }

  async function withKernelLock<T>(path: string, flock: Flock, work: () => Promise<T>): Promise<T> {
    const deadline = clock.monotonic() + waitMs;
    const handle = await lockFile(path, flock, async (tries) => {
      if (clock.monotonic() > deadline) {
        throw new VamplateError('unavailable', 'The lock on a local file stays taken by another process.', {
          path,
          waitMs,
          outcome: 'not_written',
        });
      }
      await clock.sleep(Math.min(1 + tries, 10));
    });
    try {
      return await insideLevel(path, work);
    } finally {
      // Closing the only descriptor of the open file gives the lock back.
      await handle.close();
    }
  }

  return {
    async hold(path, work) {
      const level = heldHere.getStore()?.get(path);
      if (level?.live === true) {
        const mine = level.tail.then(() => insideLevel(path, work));
        level.tail = mine.catch(() => undefined);
        return mine;
      }
      const flock = await options.flock();
      if (flock === null) {
        throw unsupported('This platform offers no flock; local references and locks are read-only.', {
          path,
        });
      }
      return inTurn(path, () => withKernelLock(path, flock, work));
    },
  };
}

async function insideLevel<T>(path: string, work: () => Promise<T>): Promise<T> {
  const level: Level = { live: true, tail: Promise.resolve() };
  try {
    return await heldHere.run(new Map(heldHere.getStore() ?? []).set(path, level), work);
  } finally {
    // Work that was started inside and not awaited must not believe that it still holds the lock.
    level.live = false;
  }
}

/** Opens and locks the file, and makes sure that the locked file is still the one the path names. */
async function lockFile(
  path: string,
  flock: Flock,
  wait: (tries: number) => Promise<void>,
): Promise<FileHandle> {
  for (let tries = 0; ; tries += 1) {
    const handle = await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o644);
    try {
      for (; !flock.tryLock(handle.fd); tries += 1) await wait(tries);
      if (sameFile(await handle.stat(), await stat(path).catch(() => null))) return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
    await handle.close();
    await wait(tries);
  }
}

function sameFile(a: Stats, b: Stats | null): boolean {
  return b !== null && a.ino === b.ino && a.dev === b.dev;
}

function tryNative(lock: () => unknown): boolean {
  try {
    lock();
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (code === null) throw error;
    if (code === 'EAGAIN' || code === 'EWOULDBLOCK' || code === 'EINTR') return false;
    throw unsupported('The file system offers no flock.', { code });
  }
}
