/** What the console keeps in a lake. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { readOwnBytes } from '@/lib/server/operations/read-own-bytes';

export const GET = defineRoute(endpoints.ownBytes, readOwnBytes);
