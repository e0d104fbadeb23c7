/** Signing in and who one is. */
import { approvedActions } from './approvals';
import { instant } from './primitives';
import { role } from './roles';
import { z } from './zod';

export const signInBody = z.strictObject({ token: z.string().min(1).max(512) });
export const caller = z.object({ actor: z.string(), role, signedInAt: instant, expiresAt: instant });
export type Caller = z.infer<typeof caller>;
export const sessionReply = z.object({
  caller,
  /** Whether the console can end all sessions of an actor, which needs a control store. */
  endsEverywhere: z.boolean(),
  /** What another person has to approve first. */
  secondApprover: z.array(z.enum(approvedActions)),
});
export const healthReply = z.object({ status: z.literal('ok') });
export const emptyBody = z.strictObject({});
export const signOutReply = z.object({ signedOut: z.literal(true) });

/** Why somebody was led to the sign-in page: the provider's way in failed, or ending sessions was not confirmed. */
export const signInProblem = z.enum([
  'no_role',
  'no_name',
  'denied',
  'stale',
  'unreachable',
  'not_accepted',
  'unavailable',
  'not_everywhere',
]);
export type SignInProblem = z.infer<typeof signInProblem>;
