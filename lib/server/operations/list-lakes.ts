/** The configured lakes: whether they answer, what is allowed there, and what reading them costs. */
import { isVamplateError } from '@/lib/base/errors';
import type { endpoints } from '@/lib/contracts/endpoints';
import { lakeLimits } from '@/lib/lake/lake-settings';
import type { Operation } from '../http/operation';
import { lakesOf } from '../lakes';
import { iso } from '../to-contract/scalars';

export const listLakes: Operation<typeof endpoints.lakes> = async ({ runtime }) => {
  const lakes = lakesOf(runtime);
  const notes: string[] = [];
  let requests = 0;
  let readAt: number = runtime.clock.wall();
  const items = await Promise.all(
    lakes.all.map(async (lake) => {
      const { id, uri, gc } = lake.settings;
      const search = await Promise.race([
        lake.discovery.get(lakeLimits.discoveryAgeMs).catch((error: unknown) => error),
        runtime.clock.sleep(lakeLimits.fleetWaitMs),
      ]);
      const last = lake.discovery.last();
      if (last !== undefined) {
        readAt = Math.min(readAt, last.readAt);
        requests += last.cost.requests;
        notes.push(...last.value.notes);
      }
      const problem =
        lake.problem() ?? (search instanceof Error && isVamplateError(search) ? search.message : null);
      return {
        id,
        uri,
        kind: uri.startsWith('s3:') ? ('s3' as const) : ('local' as const),
        gc,
        state:
          problem !== null
            ? ('unreachable' as const)
            : last === undefined
              ? ('reading' as const)
              : ('read' as const),
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
  return { items, meta: { readAt: iso(readAt), storeTime: null, requests, bytes: 0, complete, notes } };
};
