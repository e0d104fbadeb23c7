/** The configured lakes: whether they answer, what is allowed there, and what reading them costs. */
import type { endpoints } from '@/lib/contracts/endpoints';
import { lakeLimits } from '@/lib/lake/lake-settings';
import { within } from '@/lib/lake/within';
import type { Operation } from '../http/operation';
import { lakesOf } from '../lakes';
import { iso } from '../to-contract/scalars';

export const listLakes: Operation<typeof endpoints.lakes> = async ({ runtime }) => {
  const lakes = lakesOf(runtime);
  const notes: string[] = [];
  let requests = 0;
  let bytes = 0;
  let readAt: number = runtime.clock.wall();
  const items = await Promise.all(
    lakes.all.map(async (lake) => {
      const { id, uri, gc } = lake.settings;
      // What it throws is the lake's own problem, asked for below.
      await within(runtime.clock, lakeLimits.fleetWaitMs, lake.search());
      const last = lake.discovery.last();
      if (last !== undefined) {
        readAt = Math.min(readAt, last.readAt);
        requests += last.cost.requests;
        bytes += last.cost.bytes;
        notes.push(...last.value.notes);
      }
      const problem = lake.problem();
      return {
        id,
        uri,
        kind: kindOf(uri),
        gc,
        state: stateOf(problem, last !== undefined),
        problem,
        lastGoodReadAt: iso(last?.readAt ?? null),
        datasets: last?.value.datasets.length ?? null,
        requestsLastHour: lake.rate.lastHour(),
        requestsPerHourNow: lake.rate.perHourNow(),
        watchIntervalMs: lakes.watchIntervalMs,
      };
    }),
  );
  const complete = items.every(({ state }) => state === 'read') && notes.length === 0;
  return { items, meta: { readAt: iso(readAt), storeTime: null, requests, bytes, complete, notes } };
};

function kindOf(uri: string): 'memory' | 'local' | 's3' {
  if (uri.startsWith('s3:')) return 's3';
  return uri.startsWith('memory:') ? 'memory' : 'local';
}

/** What was read once stays shown when the store is gone; the state says that it is. */
function stateOf(problem: string | null, wasRead: boolean): 'read' | 'reading' | 'unreachable' {
  if (problem !== null) return 'unreachable';
  return wasRead ? 'read' : 'reading';
}
