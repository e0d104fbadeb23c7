'use client';
/** What status samples recorded of a set's last day: a strip whose shape and colour tell each state, and the time spent in each. */
import { stateTone } from '@/components/status-page/state-words';
import { formatTime } from '@/components/ui/format-instant';
import { Icon } from '@/components/ui/icon';
import { useZone } from '@/components/ui/preferences';
import { Empty } from '@/components/ui/states';
import { type Tone, toneIcon } from '@/components/ui/tone';
import { formatDuration } from '@/lib/base/format-duration';
import type { RecordedStates } from '@/lib/contracts/recorded-states';
import { placesOf, recordedWord, spokenOf, timeSpent } from './recorded-rules';

const width = 288;
const height = 24;
/** Less than whole is also lower, so that no state is told by colour alone; null is a line at the foot. */
const heights: Readonly<Record<Tone | 'none', number>> = {
  ...{ ok: 24, maint: 20, warn: 17, run: 17, unk: 13, stop: 10, none: 2 },
};

export function RecordedDay({ known, spans }: RecordedStates) {
  const zone = useZone();
  if (known === 'none') {
    return <Empty says="Not recorded: samples need a place, named as control in vamplate.config.json." />;
  }
  if (known === 'unread') return <Empty says="What was recorded is not read yet." />;
  if (spans.every(({ state }) => state === null)) {
    return <Empty says="Nothing was recorded in the last 24 hours. A sample is taken every five minutes." />;
  }
  return (
    <div className="recorded-day pad">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={spokenOf(spans)}
      >
        {placesOf(spans).map(({ state, from, at, wide }) => {
          const tone = state === null ? 'none' : stateTone[state];
          const tall = heights[tone];
          return (
            <rect
              key={from}
              className={`recorded-${tone}`}
              x={at * width}
              y={height - tall}
              width={wide * width}
              height={tall}
            />
          );
        })}
      </svg>
      <p className="caption ends">
        <span>{formatTime(spans[0]?.from ?? '', zone).slice(0, 5)} yesterday</span>
        <span>now</span>
      </p>
      <ul className="time-spent">
        {timeSpent(spans).map(({ state, ms }) => {
          const tone = state === null ? 'unk' : stateTone[state];
          return (
            <li key={state ?? 'none'}>
              <span className={`tone-line ${tone}`}>
                <Icon name={toneIcon[tone]} size="sm" />
                {recordedWord(state)}
              </span>{' '}
              {formatDuration(ms)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
