/** What every reply says of itself: how old it is, what it cost, and whether it is all there is. */
import { byteCount, count, instant } from './primitives';
import { z } from './zod';

export const replyMeta = z.object({
  /** When the facts were read, by this server's clock. */
  readAt: instant,
  /** The store's own time in the answer the facts rest on; null where the store states none. */
  storeTime: instant.nullable(),
  /** What reading these facts cost the store; shared readers pay once. */
  requests: count,
  bytes: byteCount,
  /** False when a budget stopped a list or a part could not be read; `notes` says which. */
  complete: z.boolean(),
  notes: z.array(z.string()),
});
export type ReplyMeta = z.infer<typeof replyMeta>;

/** An error's body. `code` is one of the kinds in lib/base/errors.ts. */
export const errorBody = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    requestId: z.string(),
    details: z.record(z.string(), z.unknown()),
  }),
});
export type ErrorBody = z.infer<typeof errorBody>;

export function replyOf<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object({ ...shape, meta: replyMeta });
}

/** A page of a list: newest or worst first, `nextCursor` null at the end. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable(), meta: replyMeta });
}

export const pageQuery = z.object({
  cursor: z.string().max(2048).optional(),
  limit: z.coerce.number().int().min(1).max(1000).optional(),
});
