/** Sealed plans. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { listPlans } from '@/lib/server/operations/read-plans';

export const GET = defineRoute(endpoints.plans, listPlans);
