/** Instants for people: `12 Jun 2026 14:02:05 UTC`, or the browser's own zone with its offset. */

export type Zone = 'utc' | 'local';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

const two = (value: number) => String(value).padStart(2, '0');

interface Parts {
  readonly day: string;
  readonly year: number;
  readonly time: string;
  readonly zone: string;
}

function partsOf(at: Date, zone: Zone): Parts {
  if (zone === 'utc') {
    return {
      day: `${at.getUTCDate()} ${months[at.getUTCMonth()]}`,
      year: at.getUTCFullYear(),
      time: `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`,
      zone: 'UTC',
    };
  }
  return {
    day: `${at.getDate()} ${months[at.getMonth()]}`,
    year: at.getFullYear(),
    time: `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`,
    zone: offsetName(-at.getTimezoneOffset()),
  };
}

/** `UTC+2`, `UTC-3:30`. @param minutes east of UTC */
export function offsetName(minutes: number): string {
  if (minutes === 0) return 'UTC';
  const size = Math.abs(minutes);
  const rest = size % 60;
  return `UTC${minutes < 0 ? '-' : '+'}${Math.floor(size / 60)}${rest === 0 ? '' : `:${two(rest)}`}`;
}

/** Whole, with year, seconds and zone; an instant that cannot be read is shown as it came. */
export function formatInstant(iso: string, zone: Zone): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const { day, year, time, zone: name } = partsOf(at, zone);
  return `${day} ${year} ${time} ${name}`;
}

/** For a column: `12 Jun 14:02`, with the year instead of the time when it is another year than `now`'s. */
export function formatShortInstant(iso: string, zone: Zone, nowMs: number): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const { day, year, time } = partsOf(at, zone);
  return year === partsOf(new Date(nowMs), zone).year ? `${day} ${time.slice(0, 5)}` : `${day} ${year}`;
}

/** For an axis: `14:02:05`. */
export function formatTime(iso: string, zone: Zone): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : partsOf(at, zone).time;
}
