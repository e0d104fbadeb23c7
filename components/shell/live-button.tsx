'use client';
/** Says how this page stays fresh, and pauses or resumes it. */
import { Icon } from '@/components/ui/icon';
import type { IconName } from '@/components/ui/icon-paths';

/** As lib/client calls them. */
export type Freshness = 'connecting' | 'streaming' | 'polling' | 'paused';

const looks: Readonly<Record<Freshness, { icon: IconName; tone: string; word: string; tip: string }>> = {
  connecting: {
    icon: 'run',
    tone: '',
    word: 'Connecting',
    tip: 'Reads again every 15 s until the event stream is open. Press to pause.',
  },
  streaming: {
    icon: 'play',
    tone: 'ok',
    word: 'Live',
    tip: 'Changes arrive by the event stream. Press to pause.',
  },
  polling: {
    icon: 'warn',
    tone: 'warn',
    word: 'Polling',
    tip: 'There is no event stream: this page asks again every 15 s. Press to pause.',
  },
  paused: {
    icon: 'pause',
    tone: 'warn',
    word: 'Paused',
    tip: 'Nothing is read again by itself. Press to resume.',
  },
};

export interface LiveButtonProps {
  readonly freshness: Freshness;
  readonly onPause: (paused: boolean) => void;
}

export function LiveButton({ freshness, onPause }: LiveButtonProps) {
  const { icon, tone, word, tip } = looks[freshness];
  const paused = freshness === 'paused';
  return (
    <button type="button" className={`live ${tone}`} data-tip={tip} onClick={() => onPause(!paused)}>
      <Icon name={icon} size="xs" />
      {word}
      <span className="sr">, {paused ? 'resume' : 'pause'}</span>
    </button>
  );
}
