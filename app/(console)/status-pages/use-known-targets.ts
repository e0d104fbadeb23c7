'use client';
/** What the console knows and a status page may show, by a text: names of datasets are matched by the server. */
import { useDeferredValue, useState } from 'react';
import { targetName } from '@/components/status-pages/target-rules';
import { problemOf } from '@/components/ui/problem';
import { useDatasets } from '@/lib/client/queries/datasets';
import { useLakes } from '@/lib/client/queries/lakes';
import { useLocks } from '@/lib/client/queries/locks';
import { useServing } from '@/lib/client/queries/serving';
import type { StatusTarget } from '@/lib/contracts/status-pages';

const most = 20;
const unnamed = { label: null, description: null };

export interface KnownTargets {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly found: readonly StatusTarget[];
  readonly note: string;
}

export function useKnownTargets(): KnownTargets {
  const [text, onText] = useState('');
  const asked = useDeferredValue(text).trim();
  const lakes = useLakes();
  const datasets = useDatasets({ ...(asked === '' ? {} : { q: asked }), limit: most });
  const serving = useServing();
  const locks = useLocks();
  const page = datasets.data?.pages[0];
  const all: readonly StatusTarget[] = [
    ...(lakes.data?.items ?? []).map(({ id }) => ({ kind: 'lake' as const, lake: id, ...unnamed })),
    ...(serving.data?.sets ?? []).map(({ env, set }) => ({ kind: 'serving' as const, env, set, ...unnamed })),
    ...(locks.data?.items ?? []).map(({ root }) => ({ kind: 'lock' as const, root, ...unnamed })),
  ];
  const named = all.filter((target) => targetName(target).toLowerCase().includes(asked.toLowerCase()));
  const found: readonly StatusTarget[] = [
    ...named.slice(0, most),
    ...(page?.items ?? []).map(({ lake, id }) => ({ kind: 'dataset' as const, lake, id, ...unnamed })),
  ];
  const answers = [lakes, datasets, serving, locks];
  const failed = answers.find(({ error }) => error !== null)?.error;
  const reading = answers.some(({ data, isFetching }) => data === undefined && isFetching);
  const more = named.length > most || (page?.nextCursor ?? null) !== null;
  return { text, onText, found, note: noteOf({ failed, reading, more, none: found.length === 0 }) };
}

function noteOf(of: { failed: unknown; reading: boolean; more: boolean; none: boolean }): string {
  if (of.failed) return `A part of the search failed: ${problemOf(of.failed).sentence}`;
  if (of.reading) return 'Reading…';
  if (of.none) return 'Nothing is known under this name.';
  return of.more ? `At most ${most} of a kind are listed. Type more of the name.` : 'All that is known.';
}
