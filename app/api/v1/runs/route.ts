/** Runs of all lakes. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { listRuns } from '@/lib/server/operations/read-runs';

export const GET = defineRoute(endpoints.runs, listRuns);
