/** Makes a secret link to a status page. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { makeStatusLink } from '@/lib/server/operations/status-links';

export const POST = defineRoute(endpoints.makeStatusLink, makeStatusLink);
