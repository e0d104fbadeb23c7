/** Versions, newest first. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { listVersions } from '@/lib/server/operations/list-versions';

export const GET = defineRoute(endpoints.versions, listVersions);
