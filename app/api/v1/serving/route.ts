/** Serving sets. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { listServing } from '@/lib/server/operations/read-serving';

export const GET = defineRoute(endpoints.serving, listServing);
