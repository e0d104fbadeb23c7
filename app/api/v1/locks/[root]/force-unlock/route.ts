/** Breaks a lock. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { forceUnlock } from '@/lib/server/operations/unlock-root';

export const POST = defineRoute(endpoints.forceUnlock, forceUnlock);
