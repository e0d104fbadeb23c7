/** The public keys of receipts. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { listReceiptKeys } from '@/lib/server/operations/read-receipts';

export const GET = defineRoute(endpoints.receiptKeys, listReceiptKeys);
