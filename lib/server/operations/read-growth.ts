/** Growth as samples recorded it, from memory: asking costs the store nothing. */
import type { endpoints } from '@/lib/contracts/endpoints';
import type { Operation } from '../http/operation';
import { growthOf } from '../status/growth-rules';
import { statusOf } from '../status/status';
import { iso } from '../to-contract/scalars';

export const readGrowth: Operation<typeof endpoints.growth> = ({ runtime }) => {
  const now = runtime.clock.wall();
  const status = statusOf(runtime);
  const newest = status?.records.recorded().newest ?? null;
  const recorded = status === null ? 'none' : status.loaded ? 'read' : 'unread';
  return {
    recorded,
    days: recorded === 'read' ? growthOf(status?.records.growth() ?? new Map(), now) : [],
    meta: {
      ...{ readAt: iso(newest?.at ?? now), storeTime: null, requests: 0, bytes: 0 },
      ...{ complete: recorded === 'read', notes: [] },
    },
  };
};
