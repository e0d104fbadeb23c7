/** The disk form of a register, and what a read after an uncertain write proves about that write. */
import { z } from 'zod';
import { corrupt } from '@/lib/base/errors';

/** So many writers' marks a register remembers; after more writes than that an uncertain one stays uncertain. */
export const rememberedWrites = 32;

/**
 * `writes` names the last writes, newest first. Each is random, so no content ever comes back (a content ETag cannot
 * repeat), and a writer finds its own mark also below later writes of others.
 */
export interface RegisterRecord<T> {
  readonly sequence: number;
  readonly writes: readonly string[];
  readonly value: T;
}

const envelope = z.object({
  sequence: z.int().positive(),
  writes: z.array(z.string().min(1)).min(1).max(rememberedWrites),
  value: z.unknown(),
});

/** @param sequence and `writes` of the record replaced, or null for the first */
export function nextRecord<T>(before: RegisterRecord<T> | null, write: string, value: T): RegisterRecord<T> {
  const writes = [write, ...(before?.writes ?? [])].slice(0, rememberedWrites);
  return { sequence: (before?.sequence ?? 0) + 1, writes, value };
}

export function encodeRecord<T>(record: RegisterRecord<T>): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(record, null, 2)}\n`);
}

/** @throws `corrupt` for bytes that are no such record, or whose value the schema refuses */
export function decodeRecord<T>(key: string, body: Uint8Array, schema: z.ZodType<T>): RegisterRecord<T> {
  const outer = envelope.safeParse(parseJson(key, body));
  if (!outer.success)
    throw corrupt('A register is not in its form.', { key, expected: z.prettifyError(outer.error) });
  const value = schema.safeParse(outer.data.value);
  if (!value.success) {
    throw corrupt('The value of a register is not in its form.', {
      key,
      expected: z.prettifyError(value.error),
    });
  }
  return { sequence: outer.data.sequence, writes: outer.data.writes, value: value.data };
}

/** `landed`: done. `resend`: nothing changed yet, the same bytes may go out again. `lost`: can never land. `uncertain`: too much happened. */
export type Settlement = 'landed' | 'resend' | 'lost' | 'uncertain';

/**
 * @param write the mark of the uncertain write
 * @param before the record it was to replace, null for none
 * @param found what is there now, null for nothing
 */
export function settleWrite(
  write: string,
  before: RegisterRecord<unknown> | null,
  found: RegisterRecord<unknown> | null,
): Settlement {
  if (found === null) return before === null ? 'resend' : 'uncertain';
  if (found.writes.includes(write)) return 'landed';
  if (before !== null && found.writes[0] === before.writes[0]) return 'resend';
  // When every write since `before` is still named, ours was never among them; and its ETag is gone for good.
  const complete =
    before === null ? found.sequence <= rememberedWrites : found.writes.includes(before.writes[0] ?? '');
  return complete ? 'lost' : 'uncertain';
}

function parseJson(key: string, body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    // What the parser says quotes what it stumbled over, which may be anything.
    throw corrupt('A register is not JSON.', { key });
  }
}
