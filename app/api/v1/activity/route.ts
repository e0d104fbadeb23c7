/** The journal. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { readActivity } from '@/lib/server/operations/read-activity';

export const GET = defineRoute(endpoints.activity, readActivity);
