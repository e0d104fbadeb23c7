/** Plans a cleanup and seals the plan. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { planCleanup } from '@/lib/server/operations/plan-cleanup';

export const POST = defineRoute(endpoints.planCleanup, planCleanup);
