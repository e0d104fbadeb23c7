/** Counts versions on request. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { countVersions } from '@/lib/server/operations/count-versions';

export const POST = defineRoute(endpoints.countVersions, countVersions);
