/** One replica. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { readServingReplica } from '@/lib/server/operations/read-serving';

export const GET = defineRoute(endpoints.servingReplica, readServingReplica);
