/** Reads one request and the word on it, and believes nothing: its name must be the hash of its bytes. */
import { corrupt } from '@/lib/base/errors';
import type { ObjectStore, ReadOptions } from '@/lib/engine/store/object-store';
import { approvalKey } from './approval-names';
import {
  type Approval,
  type ApprovalRequest,
  approval,
  approvalRequest,
  maxApprovalBytes,
} from './approval-record';
import { type PlanLife, planLife } from './plan-life-rules';
import { sha256 } from './plan-seal';
import { decodeJson } from './record-schema';

export interface FoundApproval {
  readonly hash: string;
  readonly request: ApprovalRequest;
  /** As long as a plan's: 30 minutes by the store's clock. */
  readonly life: PlanLife;
  /** Null: nobody has approved it. */
  readonly approval: Approval | null;
}

/** @returns null where there is no such request. @throws `invalid_input` for no hash, `corrupt`, `unavailable` */
export async function findApprovalRequest(
  store: ObjectStore,
  hash: string,
  options: ReadOptions = {},
): Promise<FoundApproval | null> {
  const key = approvalKey(hash, 'request');
  // The word on it first: a request that nobody had approved when it was read has its life read after that.
  const word = await readWord(store, hash, options);
  const answer = await store.get(key, { ...options, maxBytes: maxApprovalBytes });
  if (answer.kind === 'absent') return null;
  if (answer.kind === 'too_large') throw corrupt('The request is larger than any request.', { key });
  if (sha256(answer.body) !== hash) throw corrupt('The request is not what its name says.', { key });
  const request = decodeJson(approvalRequest, answer.body, key);
  return { hash, request, life: planLife(answer.meta.storedAt, answer.storeTime), approval: word };
}

async function readWord(store: ObjectStore, hash: string, options: ReadOptions): Promise<Approval | null> {
  const key = approvalKey(hash, 'approval');
  const answer = await store.get(key, { ...options, maxBytes: maxApprovalBytes });
  if (answer.kind === 'absent') return null;
  if (answer.kind === 'too_large') throw corrupt('The approval is larger than any approval.', { key });
  const found = decodeJson(approval, answer.body, key);
  if (found.requestHash !== hash) throw corrupt('The approval is of another request.', { key });
  return found;
}
