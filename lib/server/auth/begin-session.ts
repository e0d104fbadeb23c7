/** Begins a session for somebody who has just proven who they are. */
import { ulid } from 'ulid';
import type { WallInstant } from '@/lib/base/clock';
import type { Role } from '@/lib/contracts/roles';
import type { OpenContext } from '../http/operation';
import { sessionCookie } from './authenticate';
import type { Caller } from './caller';
import { notBeforeOf } from './not-before';
import { lifetimesOf } from './session-origin';
import type { Session } from './session-rules';

export interface Proven {
  readonly actor: string;
  readonly role: Role;
  readonly proof: string;
  /** Whether the session keeps this role; otherwise its token is asked for its role each time. */
  readonly keepsRole: boolean;
}

/** Sets the cookie. @throws `unavailable` where sessions can be ended everywhere and the record of that cannot be read */
export async function beginSession(
  { runtime, replyHeaders, log }: OpenContext,
  proven: Proven,
): Promise<Caller> {
  const { actor, role, proof } = proven;
  const generation = (await notBeforeOf(runtime)?.generationNow(actor)) ?? 0;
  const now = runtime.clock.wall();
  const session: Session = {
    ...{ id: ulid(), actor, proof, role: proven.keepsRole ? role : null, generation },
    ...{ signedInAt: now, seenAt: now },
  };
  replyHeaders.append('set-cookie', await sessionCookie(runtime, session));
  log.info({ actor, role }, 'signed in');
  const { absoluteMs, idleMs } = lifetimesOf(runtime, session);
  const expiresAt = (now + Math.min(absoluteMs, idleMs)) as WallInstant;
  return { actor, role, via: 'session', signedInAt: now, expiresAt };
}
