/** The bodies of beats and claims (cluster-lock.md, A.2 and A.3, proposed): written whole, read for the length of the lease only. */
import { isJsonObject, parseExactJsonBytes } from '@/lib/base/exact-json';
import { isLeaseLength } from './lease-timing-rules';

export interface Beat {
  readonly lockId: string;
  readonly sequence: number;
  readonly leaseMs: number;
}

export interface Claim {
  readonly supersededLockId: string;
  readonly successorLockId: string;
  /** RFC 3339, by the successor's wall clock. */
  readonly claimedAt: string;
}

export function encodeBeat({ lockId, sequence, leaseMs }: Beat): Uint8Array {
  return pretty({ version: 1, lock_id: lockId, sequence, lease_seconds: leaseMs / 1_000 });
}

export function encodeClaim({ supersededLockId, successorLockId, claimedAt }: Claim): Uint8Array {
  return pretty({
    version: 1,
    superseded_lock_id: supersededLockId,
    successor_lock_id: successorLockId,
    claimed_at: claimedAt,
  });
}

/** The lease a beat of `lockId` states, in milliseconds; null for a body that is not readable as ours. */
export function leaseOfBeat(body: Uint8Array, lockId: string): number | null {
  let json: ReturnType<typeof parseExactJsonBytes>;
  try {
    json = parseExactJsonBytes(body);
  } catch {
    return null;
  }
  if (!isJsonObject(json) || json.version !== 1 || json.lock_id !== lockId) return null;
  const { lease_seconds: seconds } = json;
  return typeof seconds === 'number' && isLeaseLength(seconds * 1_000) ? seconds * 1_000 : null;
}

function pretty(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value, null, 2));
}
