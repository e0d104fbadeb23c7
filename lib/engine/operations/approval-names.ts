/** Where requests that wait for a second person lie: one folder each, named by the hash of the request's own bytes. */
import { VamplateError } from '@/lib/base/errors';

export const approvalsFolder = '_vamplate/approvals/';

const hash = /^[0-9a-f]{64}$/;
const names = { request: 'request.json', approval: 'approval.json' } as const;

export type ApprovalPart = keyof typeof names;

/** @throws `invalid_input` for what is no request's hash */
export function approvalKey(requestHash: string, part: ApprovalPart): string {
  if (!hash.test(requestHash)) {
    throw new VamplateError('invalid_input', 'The hash of a request is 64 hex digits.');
  }
  return `${approvalsFolder}${requestHash}/${names[part]}`;
}

/** @returns null for a key that is none of ours */
export function parseApprovalKey(
  key: string,
): { readonly requestHash: string; readonly part: ApprovalPart } | null {
  if (!key.startsWith(approvalsFolder)) return null;
  const [requestHash = '', name, ...rest] = key.slice(approvalsFolder.length).split('/');
  if (!hash.test(requestHash) || rest.length > 0) return null;
  if (name === names.request) return { requestHash, part: 'request' };
  return name === names.approval ? { requestHash, part: 'approval' } : null;
}
