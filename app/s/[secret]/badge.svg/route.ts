/** The state of a status page through a secret link, as a badge. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { bySecret } from '@/lib/server/status/public/answer-public';

export const GET = defineRoute(endpoints.secretStatusBadge, bySecret('badge'));
