/** Signing in and out. */
import { useMutation } from '@tanstack/react-query';
import { callEndpoint } from '@/lib/client/call-endpoint';

export function useSignIn() {
  return useMutation({ mutationFn: (token: string) => callEndpoint('signIn', { body: { token } }) });
}

/** The caller leaves the document afterwards, and with it every answer this browser holds. */
export function useSignOut() {
  return useMutation({ mutationFn: () => callEndpoint('signOut', { body: {} }) });
}

/** As signing out, once the server has confirmed that no session of this actor stands any more. */
export function useSignOutEverywhere() {
  return useMutation({ mutationFn: () => callEndpoint('signOutEverywhere', { body: {} }) });
}
