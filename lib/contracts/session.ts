/** Signing in and who one is. */
import { instant } from './primitives';
import { role } from './roles';
import { z } from './zod';

export const signInBody = z.strictObject({ token: z.string().min(1).max(512) });
export const caller = z.object({ actor: z.string(), role, signedInAt: instant, expiresAt: instant });
export type Caller = z.infer<typeof caller>;
export const sessionReply = z.object({ caller });
export const healthReply = z.object({ status: z.literal('ok') });
export const emptyBody = z.strictObject({});
export const signOutReply = z.object({ signedOut: z.literal(true) });
