'use client';
/** The state of a lock as long as its answer speaks of the present; from then on it is not known, whatever it said. */
import { useCallback } from 'react';
import { Badge } from '@/components/ui/badge';
import { useTimeText } from '@/components/ui/clock';
import type { LockRow } from '@/lib/contracts/locks';
import { wordOf } from './lock-words';

/** Whether nothing newer came and the answer's time is over, by the server's clock. */
export function useIsOver(freshUntil: string | null): boolean {
  const text = useTimeText(
    useCallback(
      (now) => (now !== null && freshUntil !== null && now > Date.parse(freshUntil) ? 'over' : ''),
      [freshUntil],
    ),
  );
  return text === 'over';
}

export function LockBadge({ lock }: { readonly lock: LockRow }) {
  const { tone, word, icon } = wordOf(lock, !useIsOver(lock.freshUntil));
  return (
    <Badge tone={tone} {...(icon === undefined ? {} : { icon })}>
      {word}
    </Badge>
  );
}

/** The verdict in a sentence, and what was known before nothing was. */
export function LockSentence({ lock }: { readonly lock: LockRow }) {
  const over = useIsOver(lock.freshUntil);
  return <>{over ? 'This answer is too old to say anything of the present.' : lock.sentence}</>;
}
