/** Signing in and out: a sign-in answers with who one is, a sign-out forgets every answer this browser holds. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '@/lib/client/call-endpoint';

export function useSignIn() {
  return useMutation({ mutationFn: (token: string) => callEndpoint('signIn', { body: { token } }) });
}

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callEndpoint('signOut', { body: {} }),
    onSuccess: () => client.clear(),
  });
}
