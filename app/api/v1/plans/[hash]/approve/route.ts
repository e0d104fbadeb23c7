/** A second person's word on a plan. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { approvePlan } from '@/lib/server/operations/approve-plan';

export const POST = defineRoute(endpoints.approvePlan, approvePlan);
