/** One request that waits for a second person. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { readApproval } from '@/lib/server/operations/approvals';

export const GET = defineRoute(endpoints.approval, readApproval);
