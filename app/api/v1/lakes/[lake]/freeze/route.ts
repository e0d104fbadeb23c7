/** Whether operations are closed in a lake; closes and opens it. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { freezeLake, readFreeze, unfreezeLake } from '@/lib/server/operations/change-freeze';

export const GET = defineRoute(endpoints.freeze, readFreeze);
export const PUT = defineRoute(endpoints.freezeLake, freezeLake);
export const DELETE = defineRoute(endpoints.unfreezeLake, unfreezeLake);
