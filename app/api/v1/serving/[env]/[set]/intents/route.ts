/** Asking a replica. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { askReplica } from '@/lib/server/operations/ask-replica';

export const POST = defineRoute(endpoints.askReplica, askReplica);
