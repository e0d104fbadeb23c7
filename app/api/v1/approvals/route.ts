/** What waits for a second person. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { listApprovals } from '@/lib/server/operations/approvals';

export const GET = defineRoute(endpoints.approvals, listApprovals);
