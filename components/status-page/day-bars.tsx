/** The last 90 days of one row, a bar each: shape and colour tell the worst of the day, words tell the sum. */
import type { StatusRow, StatusState } from '@/lib/contracts/status-document';

const barOf: Readonly<Record<StatusState, string | undefined>> = {
  working: undefined,
  degraded: 'w',
  down: 's',
  maintenance: 'm',
  unknown: 'u',
};

export function DayBars({ row }: { readonly row: StatusRow }) {
  return (
    <div className="days" role="img" aria-label={daysInWords(row)}>
      {row.days.map(({ day, state }) => (
        <i key={day} className={state === null ? 'n' : barOf[state]} />
      ))}
    </div>
  );
}

/** What each bar means. */
export function DaysKey() {
  const keys = [
    [undefined, 'proven working'],
    ['w', 'degraded'],
    ['s', 'down'],
    ['m', 'maintenance'],
    ['u', 'unknown, never counted as working'],
    ['n', 'not recorded'],
  ] as const;
  return (
    <div className="days-key">
      {keys.map(([bar, word]) => (
        <span key={word}>
          <span className="days">
            <i className={bar} />
          </span>
          {word}
        </span>
      ))}
    </div>
  );
}

function daysInWords({ name, days, provenPercent }: StatusRow): string {
  const recorded = days.filter((one) => one.state !== null);
  if (recorded.length === 0) return `${name}, last ${days.length} days: nothing recorded`;
  const unwell = recorded.filter((one) => one.state !== 'working').length;
  const missing = days.length - recorded.length;
  const parts = [
    ...(provenPercent === null ? [] : [`${percent(provenPercent)} proven`]),
    `${dayCount(unwell)} not fully working`,
    ...(missing === 0 ? [] : [`${dayCount(missing)} not recorded`]),
  ];
  return `${name}, last ${days.length} days: ${parts.join(', ')}`;
}

function dayCount(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}

/** Never rounded up: 99.999 is not 100. */
export function percent(value: number): string {
  return `${value === 100 || value === 0 ? value : (Math.floor(value * 100) / 100).toFixed(2)}%`;
}
