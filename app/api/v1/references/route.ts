/** References of all datasets. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { listFleetReferences } from '@/lib/server/operations/list-fleet';

export const GET = defineRoute(endpoints.fleetReferences, listFleetReferences);
