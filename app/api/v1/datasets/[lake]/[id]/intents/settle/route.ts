/** Settles publications whose owners are gone. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { settleIntents } from '@/lib/server/operations/change-retirements';

export const POST = defineRoute(endpoints.settleIntents, settleIntents);
