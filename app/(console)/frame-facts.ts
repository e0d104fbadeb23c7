/** What the frame shows of the fleet and can do about it; before anything is read it claims nothing. */
import type { Freshness } from '@/components/shell/live-button';
import type { RailProps } from '@/components/shell/rail';
import type { ReadMeta } from '@/components/ui/read-age';
import type { Caller } from '@/lib/contracts/session';

export interface FrameFacts extends Pick<RailProps, 'tallies' | 'foot'> {
  readonly meta: ReadMeta | null;
  readonly source: string | undefined;
  readonly freshness: Freshness;
  readonly reading: boolean;
  readonly caller: Caller | null;
  readonly readAgain: () => void;
  readonly pause: (paused: boolean) => void;
  readonly signOut: () => void;
  /** null where nobody can. */
  readonly signOutEverywhere: (() => void) | null;
}

export const nothingYet: FrameFacts = {
  tallies: {},
  foot: [],
  meta: null,
  source: undefined,
  freshness: 'connecting',
  reading: false,
  caller: null,
  readAgain: () => {},
  pause: () => {},
  signOut: () => {},
  signOutEverywhere: null,
};
