/** The disk form of our own records: one strict JSON object, checked alike when it is written and when it is read. */

import { z } from 'zod';
import type { WallInstant } from '@/lib/base/clock';
import { corrupt, VamplateError } from '@/lib/base/errors';
import { withoutSecrets } from '@/lib/base/secret-rules';
import { isPlain, shortened } from './text-rules';

/** Text from people and other programs: 1 to `maxLength` characters on one line; secrets are withheld. */
export const text = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .refine(isPlain, 'must be one line without control characters')
    // Also where it is read, so that a record written by other means shows no secret either.
    .transform((value) => shortened(withoutSecrets(value), maxLength));

export const maxReasonLength = 1_000;
export const hashText = z.string().regex(/^[0-9a-f]{64}$/);
export const ulidText = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/);
/** Milliseconds since the epoch by the writer's clock: for display, and never for a decision. */
export const wallMs = z
  .int()
  .min(0)
  .max(8_640_000_000_000)
  .transform((ms) => ms as WallInstant);

/** Who asked, as the request's authentication established it. */
export const asker = { actor: text(200), role: text(40), requestId: text(100) };

export interface Asker {
  readonly actor: string;
  readonly role: string;
  readonly requestId: string;
}

/** @throws `invalid_input` naming the field, before anything is written */
export function checked<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') ?? '';
  const message = `${what} cannot be recorded: ${field === '' ? '' : `${field}: `}${issue?.message ?? 'wrong'}.`;
  throw new VamplateError('invalid_input', message, { field });
}

/** One line of JSON. */
export function encodeJson(value: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value)}\n`);
}

/** @throws `corrupt` for bytes that are no such record */
export function decodeJson<T>(schema: z.ZodType<T>, body: Uint8Array, key: string): T {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw corrupt('The record is not JSON.', { key });
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw corrupt(`The record is not in its form: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}.`, {
    key,
  });
}
