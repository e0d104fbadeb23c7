/** Absolute times for people outside: in the page's time zone, with UTC beside them, never relative to a reader's clock. */

export interface ZonedTime {
  /** `14:02 UTC`, `16:02 (14:02 UTC)`. */
  readonly time: string;
  /** `30 Nov 2026`, in the page's time zone. */
  readonly day: string;
}

/** @param iso ISO 8601. @param timeZone IANA name; one that this platform does not know counts as UTC */
export function zonedTime(iso: string, timeZone: string): ZonedTime {
  const at = new Date(iso);
  const [there, utc] = [partsIn(at, timeZone), partsIn(at, 'UTC')];
  if (isUtc(timeZone)) return { time: `${utc.time} UTC`, day: utc.day };
  const utcDay = utc.day === there.day ? '' : `${utc.day.replace(/ \d{4}$/, '')} `;
  return { time: `${there.time} (${utcDay}${utc.time} UTC)`, day: there.day };
}

/** As short as it is unmistakable beside a page that was made at `madeAt`: the day only where it is another one. */
export function shortTime(iso: string, timeZone: string, madeAt: string | null): string {
  const { time, day } = zonedTime(iso, timeZone);
  if (madeAt !== null && zonedTime(madeAt, timeZone).day === day) return time;
  return `${day}, ${time}`;
}

/** `All times UTC`, `Times in Europe/Berlin, in brackets UTC`. */
export function zoneCaption(timeZone: string): string {
  return isUtc(timeZone) ? 'All times UTC' : `Times in ${timeZone.replaceAll('_', ' ')}, in brackets UTC`;
}

function isUtc(timeZone: string): boolean {
  return /^(?:Etc\/)?(?:UTC|UCT|Zulu)$/i.test(timeZone) || formatIn(timeZone) === formatIn('UTC');
}

const formats = new Map<string, Intl.DateTimeFormat>();
/** There are about 600 names; more than that is somebody's typing. */
const maxFormats = 1_000;

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const found = formats.get(timeZone);
  if (found !== undefined) return found;
  const made = timeZone === 'UTC' ? formatOf('UTC') : (tryFormat(timeZone) ?? formatIn('UTC'));
  if (formats.size < maxFormats) formats.set(timeZone, made);
  return made;
}

function tryFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return formatOf(timeZone);
  } catch {
    return null;
  }
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, year: 'numeric', month: 'short', day: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  });
}

function partsIn(at: Date, timeZone: string): { readonly time: string; readonly day: string } {
  const parts = new Map(
    formatIn(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const get = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return {
    time: `${get('hour')}:${get('minute')}`,
    day: `${get('day')} ${get('month').slice(0, 3)} ${get('year')}`,
  };
}
