/** References of one dataset. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { listReferences } from '@/lib/server/operations/list-control';

export const GET = defineRoute(endpoints.references, listReferences);
