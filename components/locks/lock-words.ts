/** The tone, glyph and word of each state of a lock: green only for an owner seen alive or a lock seen free. */
import type { IconName } from '@/components/ui/icon-paths';
import type { Tone } from '@/components/ui/tone';
import type { LockDetail, LockRow, LockState } from '@/lib/contracts/locks';

export interface StateWord {
  readonly tone: Tone;
  readonly word: string;
  readonly icon?: IconName;
}

export const stateWords: Readonly<Record<LockState, StateWord>> = {
  unwatched: { tone: 'unk', word: 'Not known' },
  unreadable: { tone: 'unk', word: 'Unreadable' },
  free: { tone: 'ok', word: 'Free', icon: 'dash' },
  oversize: { tone: 'stop', word: 'Oversize' },
  corrupt: { tone: 'stop', word: 'Corrupt' },
  released: { tone: 'ok', word: 'Released', icon: 'dash' },
  claimed: { tone: 'warn', word: 'Claimed' },
  'held-unleased': { tone: 'unk', word: 'Held, no beats', icon: 'lock' },
  'held-observing': { tone: 'unk', word: 'Held, watching', icon: 'lock' },
  'held-beating': { tone: 'ok', word: 'Beating', icon: 'lock' },
  late: { tone: 'warn', word: 'Late' },
  silent: { tone: 'warn', word: 'Silent' },
};

/** @param fresh whether the answer still speaks of the present */
export function wordOf(
  { state, backend, flags }: Pick<LockRow, 'state' | 'backend' | 'flags'>,
  fresh: boolean,
): StateWord {
  if (!fresh) return stateWords.unwatched;
  const { tone, word, icon } = stateWords[state];
  const drawn = icon === undefined ? {} : { icon };
  if (backend === 'external') return { tone: 'unk', word, ...drawn };
  if (flags.some(({ severity }) => severity === 'stop')) return { tone: 'stop', word };
  if (flags.length > 0 && tone === 'ok') return { tone: 'warn', word };
  return { tone, word, ...drawn };
}

/** What `status` of the stock tools would say, and how far to trust it (cluster-lock.md, D and G.2). */
export function stockSays({
  stockLocked,
  state,
  kind,
}: Pick<LockDetail, 'stockLocked' | 'state' | 'kind'>): string {
  if (stockLocked === null) return 'What stock tools would say is not known.';
  const about = kind === 'own' ? 'Stock tools know nothing of this root; pointed at it, they' : 'Stock tools';
  const says = `${about} would say locked: ${stockLocked}`;
  switch (state) {
    case 'oversize':
      return `${says}, with a warning that the record cannot be read. Nobody can take this lock.`;
    case 'corrupt':
      return `${says}, without a lock id.`;
    case 'released':
      return `${says}, and name the id that released it.`;
    default:
      return `${says}.`;
  }
}
