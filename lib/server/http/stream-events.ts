/** The event stream of one browser: what changed, a heartbeat, an end with the session; it never extends the session. */
import type { endpoints } from '@/lib/contracts/endpoints';
import type { Operation } from './operation';
import { watchNames } from './watch-names';

export const streamEvents: Operation<typeof endpoints.events> = (context, { query }) => {
  const stream = context.runtime.hub.open({
    watches: watchNames(query.watch),
    lastEventId: context.headers.get('last-event-id'),
    mayRead: context.stillSignedIn,
    signal: context.signal,
  });
  return new Response(stream, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      // Compression or buffering on the way would hold messages back.
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    },
  });
};
