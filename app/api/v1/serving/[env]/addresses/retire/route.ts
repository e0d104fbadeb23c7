/** Giving an address up. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { retireAddress } from '@/lib/server/operations/ask-replica';

export const POST = defineRoute(endpoints.retireAddress, retireAddress);
