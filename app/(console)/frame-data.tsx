'use client';
/** Reads what the frame tells, hears changes for the whole page, and hands both to the frame; draws nothing itself. */
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { QueryProvider } from '@/app/query-provider';
import { announce } from '@/components/ui/announce';
import { useLiveMode } from '@/lib/client/live-mode';
import { useSignOut, useSignOutEverywhere } from '@/lib/client/mutations/session';
import { readPageAgain, usePageMeta } from '@/lib/client/page-age';
import { pauseLive, startPageLive } from '@/lib/client/page-live';
import { useAttention } from '@/lib/client/queries/attention';
import { useLakes } from '@/lib/client/queries/lakes';
import { useSession } from '@/lib/client/queries/session';
import type { FrameFacts } from './frame-facts';
import { changesText, railFoot, sourceOf, talliesOf } from './shell-facts';

export interface FrameDataProps {
  readonly onFacts: (facts: FrameFacts) => void;
}

export function FrameData(props: FrameDataProps) {
  return (
    <QueryProvider>
      <Reader {...props} />
    </QueryProvider>
  );
}

function Reader({ onFacts }: FrameDataProps) {
  const client = useQueryClient();
  const lakes = useLakes().data?.items;
  const attention = useAttention().data;
  const session = useSession().data;
  const caller = session?.caller ?? null;
  const endsEverywhere = session?.endsEverywhere ?? false;
  const meta = usePageMeta();
  const freshness = useLiveMode();
  const reading = useIsFetching() > 0;
  const { mutate: signOut } = useSignOut();
  const { mutate: signOutEverywhere } = useSignOutEverywhere();
  useEffect(() => startPageLive(client, (events) => announce(changesText(events))), [client]);
  useEffect(() => {
    onFacts({
      tallies: talliesOf(attention),
      foot: railFoot(lakes ?? []),
      source: sourceOf(lakes ?? []),
      meta,
      freshness,
      reading,
      caller,
      pause: pauseLive,
      readAgain() {
        announce('Reading again.');
        void readPageAgain(client);
      },
      signOut: () => signOut(undefined, { onSettled: () => window.location.assign('/sign-in') }),
      signOutEverywhere: endsEverywhere
        ? () =>
            signOutEverywhere(undefined, {
              onSuccess: () => window.location.assign('/sign-in'),
              onError: () => window.location.assign('/sign-in?problem=not_everywhere'),
            })
        : null,
    });
  }, [
    onFacts,
    attention,
    lakes,
    meta,
    freshness,
    reading,
    caller,
    endsEverywhere,
    client,
    signOut,
    signOutEverywhere,
  ]);
  return null;
}
