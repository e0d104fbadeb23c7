/** Leases of one dataset. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { takeLease } from '@/lib/server/operations/change-leases';
import { listLeases } from '@/lib/server/operations/list-control';

export const GET = defineRoute(endpoints.leases, listLeases);
export const POST = defineRoute(endpoints.takeLease, takeLease);
