'use client';
/** Both axes of a replica and how far they speak of now; a report whose time is over is stale, whatever it said. */
import { useCallback } from 'react';
import { Age } from '@/components/ui/age';
import { Badge } from '@/components/ui/badge';
import { useTimeText } from '@/components/ui/clock';
import { Icon } from '@/components/ui/icon';
import type { ReplicaRow, ServingVerdict } from '@/lib/contracts/serving';
import { asPast, operationWord, retiredWord, verdictWords, type Word } from './serving-words';

type Judged = Pick<ReplicaRow, 'verdict' | 'confidence' | 'freshUntil' | 'retired' | 'operation'>;

/** @param props.past the report it is from speaks of now no more */
export function WordBadge({ word: said, past = false }: { readonly word: Word; readonly past?: boolean }) {
  const { tone, word, icon } = past ? asPast(said) : said;
  return (
    <Badge tone={tone} {...(icon === undefined ? {} : { icon })}>
      {word}
    </Badge>
  );
}

/** Whether a report that was fresh when this answer was made is so no more, by the server's clock. */
export function useIsStale(freshUntil: string | null): boolean {
  const text = useTimeText(
    useCallback(
      (now) => (now !== null && freshUntil !== null && now > Date.parse(freshUntil) ? 'over' : ''),
      [freshUntil],
    ),
  );
  return text === 'over';
}

/** Whether what a replica reported speaks of now no more: its time is over, its age is not known, or its writer lost its place. */
export function useIsPast({
  confidence,
  freshUntil,
  verdict,
}: Omit<Judged, 'retired' | 'operation'>): boolean {
  return useIsStale(freshUntil) || confidence !== 'fresh' || verdict === 'deposed';
}

export function ServingAxes({ replica }: { readonly replica: Judged }) {
  const stale = useIsStale(replica.freshUntil);
  const past = useIsPast(replica);
  const verdict = stale && replica.confidence === 'fresh' ? 'stale' : replica.verdict;
  return (
    <span className="axes">
      <WordBadge word={replica.retired === null ? verdictWords[verdict] : retiredWord} />
      <span className="x" aria-hidden="true">
        ×
      </span>
      <span className="sr">while</span>
      <WordBadge word={operationWord(replica.operation)} past={past} />
    </span>
  );
}

export function SetBadge({ verdict }: { readonly verdict: ServingVerdict | null }) {
  return <WordBadge word={verdict === null ? retiredWord : verdictWords[verdict]} />;
}

const confidenceIcons = { fresh: 'ok', stale: 'clock', unknown: 'unk', none: 'dash' } as const;

/** Confidence beside the axes: whether the report speaks of now, and how old it is. */
export function Confidence({
  replica,
}: {
  readonly replica: Pick<ReplicaRow, 'confidence' | 'freshUntil' | 'reportedAt'>;
}) {
  const over = useIsStale(replica.freshUntil);
  const confidence = over && replica.confidence === 'fresh' ? 'stale' : replica.confidence;
  return (
    <span className="tone-line plain nowrap">
      <Icon name={confidenceIcons[confidence]} size="sm" />
      {confidence === 'none' ? 'no report' : null}
      {confidence === 'unknown' ? 'age not known' : null}
      {confidence === 'fresh' || confidence === 'stale' ? (
        <span>
          {confidence}, <Age at={replica.reportedAt} />
        </span>
      ) : null}
    </span>
  );
}
