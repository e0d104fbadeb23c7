/** What needs an operator now. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { readAttention } from '@/lib/server/operations/read-attention';

export const GET = defineRoute(endpoints.attention, readAttention);
