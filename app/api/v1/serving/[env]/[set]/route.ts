/** One serving set. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { readServingSet } from '@/lib/server/operations/read-serving-set';

export const GET = defineRoute(endpoints.servingSet, readServingSet);
