/** One version. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { readVersion } from '@/lib/server/operations/read-version';

export const GET = defineRoute(endpoints.version, readVersion);
