/** Tells of an incident or a maintenance on a status page. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { makeIncident } from '@/lib/server/operations/status-incidents';

export const POST = defineRoute(endpoints.makeIncident, makeIncident);
