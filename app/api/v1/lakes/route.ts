/** The configured lakes. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { listLakes } from '@/lib/server/operations/list-lakes';

export const GET = defineRoute(endpoints.lakes, listLakes);
