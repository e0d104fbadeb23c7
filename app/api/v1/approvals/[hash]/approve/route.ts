/** A second person's word on a request, which is carried out by it. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { approveRequest } from '@/lib/server/operations/approvals';

export const POST = defineRoute(endpoints.approveRequest, approveRequest);
