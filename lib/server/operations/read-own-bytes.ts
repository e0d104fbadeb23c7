/** What the console itself keeps in a lake, by what it is for. */
import type { endpoints } from '@/lib/contracts/endpoints';
import { metered } from '@/lib/engine/store/metered-store';
import type { Operation } from '../http/operation';
import { operationsOver } from '../lake-engine';
import { lakesOf } from '../lakes';
import { iso } from '../to-contract/scalars';

export const readOwnBytes: Operation<typeof endpoints.ownBytes> = async ({ runtime, signal }, { params }) => {
  const lake = lakesOf(runtime).lake(params.lake);
  const readAt = runtime.clock.wall();
  const { store, meter } = metered(lake.store);
  const { parts, complete } = await operationsOver(runtime, store).readOwnBytes({ signal });
  return {
    ownBytes: { lake: params.lake, parts: [...parts] },
    meta: {
      ...{ readAt: iso(readAt), storeTime: null, requests: meter.requests, bytes: meter.bytes },
      ...{ complete, notes: complete ? [] : ['There are more objects than were counted.'] },
    },
  };
};
