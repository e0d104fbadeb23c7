/** The freeze of a lake as one object: who closed it to operations or opened it again, when and why. */
import { z } from 'zod';
import type { ETag } from '@/lib/engine/store/object-store';
import { asker, maxReasonLength, text, ulidText, wallMs } from './record-schema';

export const freezeKey = '_vamplate/freeze';
export const maxFreezeBytes = 16 * 1024;

/** Opening writes `open` instead of deleting: not every store can delete on a condition (A3). */
export const freezeRecord = z.strictObject({
  format: z.literal(1),
  /** New with each change, so that no content ever comes back. */
  id: ulidText,
  state: z.enum(['frozen', 'open']),
  ...asker,
  reason: text(maxReasonLength),
  at: wallMs,
});
export type FreezeRecord = z.infer<typeof freezeRecord>;

export type FreezeReading =
  | { readonly kind: 'absent' }
  | { readonly kind: 'frozen' | 'open'; readonly record: FreezeRecord; readonly etag: ETag }
  /** Counts as frozen (D19). `etag` names bytes that are no freeze record; null: the store gave no answer. */
  | { readonly kind: 'unreadable'; readonly reason: string; readonly etag: ETag | null };

/** The object as a person was shown it: null for none. */
export type SeenFreeze = ETag | null;
