/** The receipt of a run. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { readReceipt } from '@/lib/server/operations/read-receipts';

export const GET = defineRoute(endpoints.receipt, readReceipt);
