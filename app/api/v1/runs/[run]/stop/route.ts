/** Stops a run before its next batch. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { stopRun } from '@/lib/server/operations/steer-run';

export const POST = defineRoute(endpoints.stopRun, stopRun);
