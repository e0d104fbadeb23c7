'use client';
/** What every fleet board needs besides its rows: the lakes to filter by, read again while the board is shown. */
import { useWatchLakes } from '@/lib/client/page-live';
import { useLakes } from '@/lib/client/queries/lakes';

export function useWatchedLakes(): readonly string[] {
  const lakes = (useLakes().data?.items ?? []).map(({ id }) => id);
  useWatchLakes(lakes);
  return lakes;
}
