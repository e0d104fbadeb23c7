/** Ends a session: its cookie is taken away, and no copy of it is accepted by this process any more. */
import type { endpoints } from '@/lib/contracts/endpoints';
import type { Operation } from '../http/operation';
import { setCookie } from './session-cookie';

export const signOut: Operation<typeof endpoints.signOut> = ({ runtime, session, replyHeaders, log }) => {
  const { config, sessions, clock } = runtime;
  if (session !== null) {
    sessions.end(session.id, session.signedInAt + config.session.absoluteMs, clock.wall());
    replyHeaders.append('set-cookie', setCookie(config.baseUrl, '', 0));
    log.info('signed out');
  }
  return { signedOut: true };
};
