/** Growth of all datasets day by day, for Overview: what samples recorded, and of how many datasets. */
import { replyOf } from './meta';
import { byteCount, count } from './primitives';
import { day } from './status-document';
import { z } from './zod';

export const growthDay = z.object({
  day,
  /** Datasets that were recorded on this day. */
  datasets: count,
  /** Sum of the last known on this day, over `versionsOf` datasets; null where none is known. */
  versions: count.nullable(),
  versionsOf: count,
  /** As far as somebody counted storage within a day before. */
  bytes: byteCount.nullable(),
  bytesOf: count,
});
export type GrowthDay = z.infer<typeof growthDay>;

export const growthReply = replyOf({
  /** `none`: no `control` is configured; `unread`: what was recorded has not been read yet. */
  recorded: z.enum(['none', 'unread', 'read']),
  /** 30 days, today last. */
  days: z.array(growthDay),
});
export type GrowthReply = z.infer<typeof growthReply>;
