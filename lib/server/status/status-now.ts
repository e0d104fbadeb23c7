/** What a page says now, for its admins. */
import type { statusPageNow } from '@/lib/contracts/status-pages';
import type { z } from '@/lib/contracts/zod';
import type { Runtime } from '../runtime';

/** Nothing is sampled yet. */
export function nowOf(_runtime: Runtime, _slug: string): z.input<typeof statusPageNow> {
  return { state: 'unknown', sentence: 'Nothing was sampled yet.', sampledAt: null };
}
