/** The version ribbon. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { readRibbon } from '@/lib/server/operations/read-ribbon';

export const GET = defineRoute(endpoints.ribbon, readRibbon);
