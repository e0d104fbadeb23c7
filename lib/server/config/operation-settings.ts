/** What the configuration says of guarded operations: whose approval they need, and which keys their receipts may have. */
import { z } from 'zod';
import { approvedActions } from '@/lib/contracts/approvals';

const bytes32 = z.string().regex(/^[\w-]{43}$/, 'expected 32 bytes in base64url');

export const operationSettings = {
  runLeaseSeconds: z.int().min(3).max(600).default(60).meta({
    description:
      'The lease of whoever owns a run: two thirds of it without an answer stop the owner, one and a half let another go on.',
  }),
  secondApprover: z.array(z.enum(approvedActions)).max(approvedActions.length).default([]).meta({
    description:
      'Actions that another person must approve first: a cleanup by its sealed plan, the others by the request itself, which waits for 30 minutes.',
  }),
  receiptKeys: z
    .array(z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: bytes32, kid: bytes32 }))
    .max(100)
    .default([])
    .meta({
      description: 'Public keys whose receipts are believed although they sign no more, as JSON Web Keys.',
    }),
};
