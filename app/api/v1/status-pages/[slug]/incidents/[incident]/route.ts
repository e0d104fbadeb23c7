/** Goes on with an incident or a maintenance of a status page. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { changeIncident } from '@/lib/server/operations/status-incidents';

export const PATCH = defineRoute(endpoints.changeIncident, changeIncident);
