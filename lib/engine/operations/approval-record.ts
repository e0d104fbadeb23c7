/** What waits for a second person: who asks, the request as it came, and what it was about when they looked. Its hash is that of its bytes. */
import { z } from 'zod';
import { asker, hashText, maxReasonLength, text, ulidText, wallMs } from './record-schema';

export const maxApprovalBytes = 32 * 1024;

const value = z.union([z.string().max(2_048), z.boolean(), z.number(), z.null()]);

export const approvalRequest = z.strictObject({
  format: z.literal(1),
  /** Tells two requests apart that ask the same. */
  id: ulidText,
  ...asker,
  /** By the asker's host, for display. */
  at: wallMs,
  /** The action's name, `delete_branch` for example. */
  action: text(60),
  /** What it would be done to, as the journal names it. */
  target: text(400),
  reason: text(maxReasonLength),
  /** What the approver types too, whole. */
  typedName: z.string().min(1).max(1_024),
  /** The request as it came, without its reason. */
  asked: z.strictObject({
    params: z.record(z.string().max(60), z.string().max(2_048)),
    body: z.record(z.string().max(60), value),
  }),
  /** The object as the server saw it when it was asked for: another one is not what was asked about. */
  seen: z.array(z.strictObject({ what: z.string().max(100), is: z.string().max(400) })).max(20),
});
export type ApprovalRequest = z.infer<typeof approvalRequest>;
export type SeenFact = ApprovalRequest['seen'][number];

/** Written once: whoever writes it carries the request out, and nobody ever again. */
export const approval = z.strictObject({
  format: z.literal(1),
  requestHash: hashText,
  /** Tells two approvals apart that one actor sends at once. */
  id: ulidText,
  ...asker,
  reason: text(maxReasonLength),
  at: wallMs,
});
export type Approval = z.infer<typeof approval>;
