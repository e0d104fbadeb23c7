/** Growth of all datasets over 30 days. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { readGrowth } from '@/lib/server/operations/read-growth';

export const GET = defineRoute(endpoints.growth, readGrowth);
