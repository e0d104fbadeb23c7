/** One JSON object that many writers change under compare-and-swap: no change is lost, none is applied twice. */
import type { z } from 'zod';
import type { Clock } from '@/lib/base/clock';
import { corrupt, VamplateError } from '@/lib/base/errors';
import { type Random, uuidHex } from '@/lib/base/random';
import type { ETag, ObjectStore, ReadOptions, WriteAnswer } from './object-store';
import { decodeRecord, encodeRecord, nextRecord, type RegisterRecord, settleWrite } from './register-rules';

export type RegisterState<T> =
  | { readonly kind: 'absent' }
  | { readonly kind: 'found'; readonly value: T; readonly etag: ETag; readonly sequence: number };

export type RegisterUpdate<T> =
  | { readonly kind: 'written'; readonly value: T; readonly sequence: number }
  /** The change asked for nothing. */
  | { readonly kind: 'unchanged'; readonly value: T | null };

export interface Register<T> {
  /** @throws `corrupt` when what is there is no such register */
  read(options?: ReadOptions): Promise<RegisterState<T>>;
  /**
   * Applies `change` to the current value (null: none yet) until a write of its result is certain.
   * @param change pure and quick, called again on every conflict; null means leave it
   * @throws `conflict` after too many lost races, `unavailable` with outcome `unknown` when a write cannot be settled
   */
  update(change: (current: T | null) => T | null): Promise<RegisterUpdate<T>>;
}

export interface RegisterOptions<T> {
  readonly store: ObjectStore;
  readonly key: string;
  readonly schema: z.ZodType<T>;
  readonly clock: Clock;
  readonly random: Random;
  /** Largest object accepted (default 1 MiB). */
  readonly maxBytes?: number;
  /** Most rounds of read and write in one update (default 40). */
  readonly attempts?: number;
}

interface Current<T> {
  readonly record: RegisterRecord<T>;
  readonly etag: ETag;
}

const settleTries = 6;

export function openRegister<T>(options: RegisterOptions<T>): Register<T> {
  const { store, key, schema, clock, random, maxBytes = 1024 * 1024, attempts = 40 } = options;

  async function load(read: ReadOptions = {}): Promise<Current<T> | null> {
    const answer = await store.get(key, { maxBytes, ...read });
    if (answer.kind === 'absent') return null;
    if (answer.kind === 'too_large') throw corrupt('A register is larger than it may be.', { key, maxBytes });
    return { record: decodeRecord(key, answer.body, schema), etag: answer.meta.etag };
  }

  function send(body: Uint8Array, before: Current<T> | null): Promise<WriteAnswer> {
    return before === null ? store.create(key, body) : store.replace(key, body, before.etag);
  }

  /** Sends one record until it is known to be in, or known never to come in. */
  async function write(record: RegisterRecord<T>, before: Current<T> | null): Promise<'written' | 'lost'> {
    const body = encodeRecord(record);
    if (body.length > maxBytes) {
      throw new VamplateError('invalid_input', 'This value is too large for its register.', {
        key,
        maxBytes,
      });
    }
    const mark = record.writes[0] ?? '';
    let uncertain = false;
    for (let tries = 1; tries <= settleTries; tries += 1) {
      const answer = await send(body, before);
      if (answer.kind === 'written') return 'written';
      // A conflict after an uncertain try may be our own write that landed.
      if (answer.kind === 'conflict' && !uncertain) return 'lost';
      uncertain = true;
      const found = await load().catch((error: unknown) => {
        throw unsettled(key, error);
      });
      const settled = settleWrite(mark, before?.record ?? null, found?.record ?? null);
      if (settled === 'landed') return 'written';
      if (settled === 'lost') return 'lost';
      if (settled === 'uncertain') break;
      await pause(tries);
    }
    throw unsettled(key);
  }

  /** Between 0 and 2^tries × 2 ms, at most 250 ms, so that racing writers part. */
  async function pause(tries: number): Promise<void> {
    const most = Math.min(2 ** (tries + 1), 250);
    await clock.sleep(((random.bytes(1)[0] ?? 0) / 255) * most);
  }

  return {
    async read(read) {
      const current = await load(read);
      if (current === null) return { kind: 'absent' };
      const { value, sequence } = current.record;
      return { kind: 'found', value, sequence, etag: current.etag };
    },
    async update(change) {
      for (let attempt = 1; attempt <= attempts; attempt += 1) {
        const before = await load();
        const value = change(before?.record.value ?? null);
        if (value === null) return { kind: 'unchanged', value: before?.record.value ?? null };
        const record = nextRecord(before?.record ?? null, uuidHex(random), value);
        if ((await write(record, before)) === 'written')
          return { kind: 'written', value, sequence: record.sequence };
        await pause(attempt);
      }
      throw new VamplateError('conflict', 'Others kept changing this register; nothing was written.', {
        key,
      });
    },
  };
}

function unsettled(key: string, cause?: unknown): VamplateError {
  const message = 'Whether a register was written could not be settled.';
  return new VamplateError('unavailable', message, { key, outcome: 'unknown' }, { cause });
}
