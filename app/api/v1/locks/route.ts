/** Locks of the configured cluster roots. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { listLocks } from '@/lib/server/operations/list-locks';

export const GET = defineRoute(endpoints.locks, listLocks);
