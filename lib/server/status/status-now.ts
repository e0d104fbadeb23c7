/** What a page says now, for its admins: the worst of its rows, and which that is. */
import type { statusPageNow } from '@/lib/contracts/status-pages';
import type { z } from '@/lib/contracts/zod';
import type { Runtime } from '../runtime';
import { worstState } from './history-rules';
import { statusOf } from './status';
import type { StatusModel } from './status-model';

type Now = z.input<typeof statusPageNow>;

export function nowOf(runtime: Runtime, slug: string): Now {
  const current = statusOf(runtime)?.currentModel(slug);
  return current?.kind === 'found'
    ? nowOfModel(current.model)
    : { state: 'unknown', sentence: 'It is not known yet.', sampledAt: null };
}

function nowOfModel({ rows, madeAt }: StatusModel): Now {
  if (madeAt === null) return { state: 'unknown', sentence: 'Nothing was sampled yet.', sampledAt: null };
  if (rows.length === 0) return { state: 'unknown', sentence: 'Nothing is on it.', sampledAt: madeAt };
  const state = worstState(rows.map((row) => row.state));
  const worst = rows.filter((row) => row.state === state);
  const sentence =
    state === 'working'
      ? `All ${rows.length} work.`
      : `${worst[0]?.name}: ${words[state]}${moreThan(worst.length)}.`;
  return { state, sentence, sampledAt: madeAt };
}

const words = {
  down: 'down',
  degraded: 'degraded',
  unknown: 'not known',
  maintenance: 'in maintenance',
} as const;

function moreThan(count: number): string {
  return count > 1 ? `, and ${count - 1} more` : '';
}
