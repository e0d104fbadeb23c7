/** One sealed plan. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { readPlan } from '@/lib/server/operations/read-plans';

export const GET = defineRoute(endpoints.plan, readPlan);
