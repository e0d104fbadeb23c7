/** Giving a replica up. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { retireReplica } from '@/lib/server/operations/ask-replica';

export const POST = defineRoute(endpoints.retireReplica, retireReplica);
