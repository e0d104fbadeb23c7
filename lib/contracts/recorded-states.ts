/** What the samples of one target say of its last day. */
import { instant } from './primitives';
import { statusState } from './status-document';
import { z } from './zod';

export const recordedSpan = z.object({
  /** Null: no sample was recorded. */
  state: statusState.nullable(),
  from: instant,
  /** Where the next span begins. */
  until: instant,
});
export type RecordedSpan = z.infer<typeof recordedSpan>;

export const recordedStates = z.object({
  /** `none`: no `control` is configured; `unread`: what was recorded has not been read yet. */
  known: z.enum(['none', 'unread', 'read']),
  /** A day of five-minute slots, oldest first, without a gap; empty unless `read`. */
  spans: z.array(recordedSpan).max(288),
});
export type RecordedStates = z.infer<typeof recordedStates>;
