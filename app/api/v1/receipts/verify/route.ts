/** Verifies a pasted receipt. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { verifyReceipt } from '@/lib/server/operations/read-receipts';

export const POST = defineRoute(endpoints.verifyReceipt, verifyReceipt);
