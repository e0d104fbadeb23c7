/**
 * Sends one replacement of `lock.json` until it is known to be in or known to have lost (cluster-lock.md, C.11): an
 * unanswered one is sent again unchanged, then read back; only bytes equal to ours mean that it is in. The version it
 * names never returns, so that one which lands late does nothing. Creates are `create-record.ts`.
 */
import type { ETag, WriteAnswer } from '@/lib/engine/store/object-store';
import type { LockContext } from './lock-context';
import { lockKey, lockRecordMaxBytes } from './lock-names';
import type { LockPlace } from './lock-place';
import { withinTime } from './request-limit';

/** `unsettled`: no answer in the time there was; the write may still land, or have landed. */
export type Settled =
  | { readonly kind: 'written'; readonly etag: ETag }
  | { readonly kind: 'lost' }
  | { readonly kind: 'unsettled' };

export interface SettleOptions {
  /** Longest time for one request, and pause before the next try. */
  readonly requestMs: number;
  readonly retryMs: number;
  /** Asked just before each sending: false ends the tries. */
  readonly maySend: () => boolean;
}

const maxTries = 40;

/** @param before the version to replace */
export async function settleLockWrite(
  context: LockContext,
  place: LockPlace,
  body: Uint8Array,
  before: ETag,
  options: SettleOptions,
): Promise<Settled> {
  const key = lockKey(place.root);
  const { store, clock } = context;
  const send = () => store.replace(key, body, before);
  let uncertain = false;
  for (let tries = 1; tries <= maxTries && options.maySend(); tries += 1) {
    if (tries > 1) await clock.sleep(options.retryMs);
    if (!options.maySend()) break;
    const answer = await answerTo(clock, options.requestMs, send);
    if (answer.kind === 'written') return answer;
    // A conflict on the first try is another's; after an unanswered one it may be our own write that landed.
    if (answer.kind === 'conflict' && !uncertain) return { kind: 'lost' };
    uncertain = true;
    const found = await readBack(context, key, options.requestMs);
    if (found === null) continue;
    if (found.kind === 'found' && equal(found.body, body)) return { kind: 'written', etag: found.etag };
    if (answer.kind === 'conflict') return { kind: 'lost' };
  }
  return { kind: 'unsettled' };
}

/** An answer that is late or an error is the same here: nothing is known. */
export async function answerTo(
  clock: LockContext['clock'],
  requestMs: number,
  send: () => Promise<WriteAnswer>,
): Promise<WriteAnswer> {
  try {
    return await withinTime(clock, requestMs, send);
  } catch (cause) {
    return { kind: 'unknown', cause };
  }
}

type Found = { readonly kind: 'absent' } | { readonly kind: 'found'; body: Uint8Array; etag: ETag };

/** The record as it is now; null without a definite answer. */
export async function readBack(context: LockContext, key: string, requestMs: number): Promise<Found | null> {
  const { store, clock } = context;
  try {
    const answer = await withinTime(clock, requestMs, (signal) =>
      store.get(key, { maxBytes: lockRecordMaxBytes, signal }),
    );
    if (answer.kind === 'absent') return answer;
    const body = answer.kind === 'found' ? answer.body : new Uint8Array();
    return { kind: 'found', body, etag: answer.meta.etag };
  } catch {
    return null;
  }
}

export function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
