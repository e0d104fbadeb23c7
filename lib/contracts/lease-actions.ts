/** Taking, renewing and releasing leases through the console. */
import { actionReply, reason } from './actions';
import type { Endpoint } from './endpoint';
import { datasetParams } from './endpoint-params';
import { instant, versionString } from './primitives';
import { versionOnBranch } from './tags';
import { z } from './zod';

/** What the holder record of a lease says that this actor took here: so a lease is told to be one's own (D23). */
export function holderLabel(actor: string): string {
  return `console: ${actor}`;
}

const leaseId = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .meta({ description: "A lease's id: 32 hex digits. Each renewal gives it another." });

/** A second to 366 days, in milliseconds. */
const duration = z.int().min(1_000).max(31_622_400_000);

const heldLease = z.object({
  id: leaseId,
  version: versionString,
  /** By the store's clock. */
  expiresAt: instant,
  /** As the lease board names it. */
  holder: z.string(),
});

const leaseParams = datasetParams.extend({ lease: leaseId });
const path = '/api/v1/datasets/{lake}/{id}/leases';
const own = { friction: 0, grant: 'protect', store: 'takeLease' } as const;

export const leaseEndpoints = {
  takeLease: {
    method: 'POST',
    path,
    access: 'operator',
    summary: 'Take a lease for a workload to read by.',
    params: datasetParams,
    body: z.strictObject({
      ...versionOnBranch,
      ttlMs: duration,
      /** What will read by it. */
      workload: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .regex(/^[^\p{Cc}\p{Surrogate}]*$/u)
        .optional(),
    }),
    response: actionReply({ lease: heldLease }),
    action: { name: 'take_lease', ...own },
  },
  renewLease: {
    method: 'PATCH',
    path: `${path}/{lease}`,
    access: 'operator',
    summary: 'Renew a lease that was taken here.',
    params: leaseParams,
    body: z.strictObject({ ttlMs: duration.optional() }),
    response: actionReply({ lease: heldLease }),
    action: { name: 'renew_lease', ...own },
  },
  releaseLease: {
    method: 'DELETE',
    path: `${path}/{lease}`,
    access: 'operator',
    summary: "Release one's own lease; somebody else's needs an admin and a reason.",
    params: leaseParams,
    body: z.strictObject({ reason: reason.optional() }),
    response: actionReply({ released: leaseId }),
    action: {
      name: 'release_lease',
      ...own,
      harder: { when: 'the lease is not your own', access: 'admin', friction: 2 },
    },
  },
} as const satisfies Record<string, Endpoint>;
