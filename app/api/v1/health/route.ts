/** Whether this server answers; open without signing in. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';

export const GET = defineRoute(endpoints.health, () => ({ status: 'ok' as const }));
