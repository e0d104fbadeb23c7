/** A status page through a secret link. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { bySecret } from '@/lib/server/status/public/answer-public';

export const GET = defineRoute(endpoints.secretStatus, bySecret('page'));
