/** Verifies a version. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { verifyVersion } from '@/lib/server/operations/verify-version';

export const POST = defineRoute(endpoints.verifyVersion, verifyVersion);
