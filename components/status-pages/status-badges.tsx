'use client';
/** States of pages, incidents and links, each with colour, icon and word. */
import { useCallback } from 'react';
import { incidentTone, stageWord, stateTone, stateWord } from '@/components/status-page/state-words';
import { Badge } from '@/components/ui/badge';
import { useTimeText } from '@/components/ui/clock';
import type { StatusState } from '@/lib/contracts/status-document';
import { type Incident, type LinkState, linkState, type StatusLink } from '@/lib/contracts/status-pages';

export function StateBadge({ state }: { readonly state: StatusState }) {
  return <Badge tone={stateTone[state]}>{stateWord[state]}</Badge>;
}

export function StageBadge({ incident }: { readonly incident: Incident }) {
  return <Badge tone={incidentTone(incident)}>{stageWord[incident.stage]}</Badge>;
}

/** By the server's clock, so that a link is seen to end; before the clock is known it is as the answer says. */
export function useLinkState(link: StatusLink): LinkState {
  return useTimeText(useCallback((nowMs) => linkState(link, nowMs ?? 0), [link])) as LinkState;
}

export function LinkBadge({ link }: { readonly link: StatusLink }) {
  const state = useLinkState(link);
  if (state === 'alive') {
    return (
      <Badge tone="ok" icon="check">
        Opens
      </Badge>
    );
  }
  return (
    <Badge tone="unk" icon="gone">
      {state === 'revoked' ? 'Revoked' : 'Expired'}
    </Badge>
  );
}
