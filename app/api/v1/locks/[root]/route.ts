/** One lock with its evidence. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { readLock } from '@/lib/server/operations/read-lock';

export const GET = defineRoute(endpoints.lock, readLock);
