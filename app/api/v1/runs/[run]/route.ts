/** One run. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { readRun } from '@/lib/server/operations/read-runs';

export const GET = defineRoute(endpoints.run, readRun);
