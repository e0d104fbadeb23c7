/** Renews and releases a lease. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { releaseLease, renewLease } from '@/lib/server/operations/change-leases';

export const PATCH = defineRoute(endpoints.renewLease, renewLease);
export const DELETE = defineRoute(endpoints.releaseLease, releaseLease);
