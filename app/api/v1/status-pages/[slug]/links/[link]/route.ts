/** Revokes a secret link to a status page. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { revokeStatusLink } from '@/lib/server/operations/status-links';

export const DELETE = defineRoute(endpoints.revokeStatusLink, revokeStatusLink);
