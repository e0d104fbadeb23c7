/** Verifies one version; it only reads, so nothing else is asked again. */
import { useMutation } from '@tanstack/react-query';
import { callEndpoint } from '@/lib/client/call-endpoint';

export interface VerifiedVersion {
  readonly lake: string;
  readonly id: string;
  readonly version: string;
  readonly branch: string | null;
}

export function useVerify({ branch, ...params }: VerifiedVersion) {
  return useMutation({ mutationFn: () => callEndpoint('verifyVersion', { params, body: { branch } }) });
}
