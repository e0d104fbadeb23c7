/** Runs a sealed plan. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { startRun } from '@/lib/server/operations/start-run';

export const POST = defineRoute(endpoints.runPlan, startRun);
