/** Cancels one retirement marker. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { cancelRetirement } from '@/lib/server/operations/change-retirements';

export const POST = defineRoute(endpoints.cancelRetirement, cancelRetirement);
