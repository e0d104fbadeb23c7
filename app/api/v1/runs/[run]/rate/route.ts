/** Changes how fast a run deletes. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { changeRate } from '@/lib/server/operations/steer-run';

export const POST = defineRoute(endpoints.changeRate, changeRate);
