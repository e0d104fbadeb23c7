/** Plans the end of an abandoned retirement. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { finishRetirement } from '@/lib/server/operations/plan-cleanup';

export const POST = defineRoute(endpoints.finishRetirement, finishRetirement);
