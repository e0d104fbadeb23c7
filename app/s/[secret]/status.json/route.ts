/** A status page through a secret link, for programs. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { bySecret } from '@/lib/server/status/public/answer-public';

export const GET = defineRoute(endpoints.secretStatusJson, bySecret('json'));
