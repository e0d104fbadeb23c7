/** The store of a process that dies at one of its calls: its answer never comes, and no later call reaches the store. */
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { type Dispatch, faultyStore, type StoreCall } from '@/lib/testing/faulty-store';

/** Whether the call on which a process dies still has its effect. */
export type Moment = 'before' | 'after';

export interface SeenCall {
  /** Counted from 0. */
  readonly index: number;
  readonly verb: string;
  readonly key: string;
  readonly mutates: boolean;
  /** Whether the process holds the operating system's lock on a reference (F.9). */
  readonly locked: boolean;
}

export interface MortalStore {
  readonly store: ObjectStore;
  readonly calls: readonly SeenCall[];
  /** Resolves at the death with the call that was the last. */
  readonly died: Promise<SeenCall>;
}

const forever = <T>(): Promise<T> => new Promise<T>(() => undefined);

/** `faultyStore` keeps no lock of its own; a process on local folders needs the real one. */
export function dispatchedStore(inner: ObjectStore, dispatch: Dispatch): ObjectStore {
  const { withReferenceLock } = inner;
  const store = faultyStore(inner, dispatch);
  if (withReferenceLock === undefined) return store;
  return { ...store, withReferenceLock: (key, work) => withReferenceLock.call(inner, key, work) as never };
}

/** @param fate asked at every call of the living; null: it goes on */
export function mortalStore(inner: ObjectStore, fate: (call: SeenCall) => Moment | null): MortalStore {
  const calls: SeenCall[] = [];
  let dead = false;
  let locks = 0;
  let tell: (last: SeenCall) => void = () => undefined;
  const died = new Promise<SeenCall>((resolve) => {
    tell = resolve;
  });
  const die = <T>(last: SeenCall): Promise<T> => {
    dead = true;
    tell(last);
    return forever();
  };
  async function dispatch<T>(call: StoreCall<T>): Promise<T> {
    if (dead) return forever();
    const { verb, key, mutates } = call;
    const seen = { index: calls.length, verb, key, mutates, locked: locks > 0 };
    calls.push(seen);
    const moment = fate(seen);
    if (moment === 'before') return die(seen);
    const answer = await call.effect();
    if (moment === 'after') return die(seen);
    return dead ? forever() : answer;
  }
  const { withReferenceLock } = inner;
  const store = faultyStore(inner, dispatch);
  if (withReferenceLock === undefined) return { store, calls, died };
  return {
    calls,
    died,
    store: {
      ...store,
      async withReferenceLock<T>(key: string, work: () => Promise<T>): Promise<T> {
        if (dead) return forever();
        // The operating system takes a lock from whoever dies: only then does this work end before its own end.
        const result = await withReferenceLock.call(inner, key, async () => {
          locks += 1;
          const done = await Promise.race([work(), died]);
          locks -= 1;
          return done;
        });
        return dead ? forever() : (result as T);
      },
    },
  };
}
