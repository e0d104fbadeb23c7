/** Who is asking, established anew for every request; nothing here outlives one. */

import type { z } from 'zod';
import type { WallInstant } from '@/lib/base/clock';
import type { Role } from '@/lib/contracts/roles';
import type { caller as callerContract } from '@/lib/contracts/session';

export interface Caller {
  /** The configured token's id, `admin` for the environment's token, `up` for the sign-in link. */
  readonly actor: string;
  readonly role: Role;
  /** A bearer token proves one request; a session lasts. */
  readonly via: 'session' | 'bearer';
  readonly signedInAt: WallInstant;
  /** When the proof ends unless renewed: the nearer of idle and absolute end; for a bearer this very request. */
  readonly expiresAt: WallInstant;
}

/** The caller as the wire spells it. */
export function callerToContract(caller: Caller): z.output<typeof callerContract> {
  return {
    actor: caller.actor,
    role: caller.role,
    signedInAt: new Date(caller.signedInAt).toISOString(),
    expiresAt: new Date(caller.expiresAt).toISOString(),
  };
}
