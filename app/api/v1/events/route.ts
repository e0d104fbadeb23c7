/** What changed, as server-sent events. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { streamEvents } from '@/lib/server/http/stream-events';

export const GET = defineRoute(endpoints.events, streamEvents);
