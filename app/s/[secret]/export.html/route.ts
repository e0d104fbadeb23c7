/** A status page through a secret link, as one file. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { bySecret } from '@/lib/server/status/public/answer-public';

export const GET = defineRoute(endpoints.secretStatusExport, bySecret('export'));
