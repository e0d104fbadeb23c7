/** Ends every session of the caller, at every replica and in every browser; standing tokens sign in as before. */
import { VamplateError } from '@/lib/base/errors';
import type { endpoints } from '@/lib/contracts/endpoints';
import type { Operation } from '../http/operation';
import { notBeforeOf } from './not-before';
import { setCookie } from './session-cookie';

/** @throws `unsupported` without a control store; `unavailable` when the store did not confirm it */
export const signOutEverywhere: Operation<typeof endpoints.signOutEverywhere> = async (context) => {
  const { runtime, caller, session, replyHeaders, log } = context;
  const notBefore = notBeforeOf(runtime);
  if (notBefore === null) {
    throw new VamplateError(
      'unsupported',
      'Signing out everywhere needs the key control in the configuration.',
    );
  }
  await notBefore.raise(caller.actor);
  if (session !== null) replyHeaders.append('set-cookie', setCookie(runtime.config.baseUrl, '', 0));
  log.info('signed out everywhere');
  return { signedOut: true };
};
