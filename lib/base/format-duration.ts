/** Spans of time in the two largest units that matter: `71 s`, `9 m 12 s`, `3 h 1 m`, `2 d 4 h`, `455 d`. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** @param ms length of the span; its sign is not shown. Fractions of a unit are cut, never rounded up. */
export function formatDuration(ms: number): string {
  const span = Math.abs(ms);
  if (span < 90 * SECOND) return `${Math.floor(span / SECOND)} s`;
  if (span < 10 * MINUTE) return two(span, MINUTE, 'm', SECOND, 's');
  if (span < HOUR) return `${Math.floor(span / MINUTE)} m`;
  if (span < DAY) return two(span, HOUR, 'h', MINUTE, 'm');
  if (span < 30 * DAY) return two(span, DAY, 'd', HOUR, 'h');
  return `${Math.floor(span / DAY)} d`;
}

function two(span: number, large: number, largeUnit: string, small: number, smallUnit: string): string {
  const rest = Math.floor((span % large) / small);
  const first = `${Math.floor(span / large)} ${largeUnit}`;
  return rest === 0 ? first : `${first} ${rest} ${smallUnit}`;
}

/** `4 s ago`, `in 9 m 12 s`; within a second `now`. */
export function formatRelative(atMs: number, nowMs: number): string {
  const span = nowMs - atMs;
  if (Math.abs(span) < SECOND) return 'now';
  return span > 0 ? `${formatDuration(span)} ago` : `in ${formatDuration(span)}`;
}

/** `4 s left`, `ended 3 m ago`. */
export function formatRemaining(untilMs: number, nowMs: number): string {
  const left = untilMs - nowMs;
  return left > 0 ? `${formatDuration(left)} left` : `ended ${formatDuration(left)} ago`;
}
