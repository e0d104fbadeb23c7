/** One line of the journal: what somebody set out to do, or what came of it. Previews and opened dialogs are no actions. */
import { z } from 'zod';
import type { WallInstant } from '@/lib/base/clock';
import { asker, hashText, maxReasonLength, text, ulidText, wallMs } from './record-schema';

export const maxEntryBytes = 16 * 1024;
export const maxSentenceLength = 1_000;

const common = {
  format: z.literal(1),
  id: ulidText,
  at: wallMs,
  ...asker,
  /** The action's name, `run_cleanup` for example. */
  action: text(60),
  /** What it is done to, as the page names it: lake, dataset, version, tag. */
  target: text(400),
  reason: text(maxReasonLength).nullable(),
  /** Of the sealed plan, or of the request that a second person approved. */
  planHash: hashText.nullable(),
  /** Who had asked for it, where somebody else approved it and so had it done. */
  askedBy: text(200).optional(),
};

/** Written before the effect. */
const intentEntry = z.strictObject({ kind: z.literal('intent'), ...common });
export type IntentEntry = z.infer<typeof intentEntry>;

/** Written after it; repeats what the intent says, so that each line can be read alone. */
const outcomeEntry = z.strictObject({
  kind: z.literal('outcome'),
  ...common,
  /** Id of the intent. */
  intent: ulidText,
  /** `unknown`: whether it had an effect could not be settled. */
  result: z.enum(['done', 'refused', 'failed', 'unknown']),
  sentence: text(maxSentenceLength),
});
export type OutcomeEntry = z.infer<typeof outcomeEntry>;

export const journalEntry = z.discriminatedUnion('kind', [intentEntry, outcomeEntry]);
export type JournalEntry = z.infer<typeof journalEntry>;

export type JournalRow =
  | { readonly kind: 'entry'; readonly key: string; readonly entry: JournalEntry }
  /** Something lies in the journal that cannot be told; `at` as its name says, null where that says nothing. */
  | {
      readonly kind: 'unreadable';
      readonly key: string;
      readonly at: WallInstant | null;
      readonly reason: string;
    };
