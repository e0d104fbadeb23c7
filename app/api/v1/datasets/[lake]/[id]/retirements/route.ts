/** Retirement markers of one dataset. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { listRetirements } from '@/lib/server/operations/list-control';

export const GET = defineRoute(endpoints.retirements, listRetirements);
