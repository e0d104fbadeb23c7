/** Reads an age as Lance spells it in `lance.auto_cleanup.older_than` (humantime: `14days`, `2h 30m`) into milliseconds. */

const second = 1_000;
const hour = 3_600 * second;
const day = 24 * hour;

const unitMs: Readonly<Record<string, number>> = {
  ...spelled(1, 'ms', 'msec', 'millis'),
  ...spelled(second, 's', 'sec', 'secs', 'second', 'seconds'),
  ...spelled(60 * second, 'm', 'min', 'mins', 'minute', 'minutes'),
  ...spelled(hour, 'h', 'hr', 'hrs', 'hour', 'hours'),
  ...spelled(day, 'd', 'day', 'days'),
  ...spelled(7 * day, 'w', 'week', 'weeks'),
  // humantime's months and years are means of the calendar, rounded to the second.
  ...spelled(2_630_016 * second, 'M', 'month', 'months'),
  ...spelled(31_557_600 * second, 'y', 'year', 'years'),
};

const part = /\s*(\d{1,12})\s*([A-Za-z]+)\s*/y;

/** @returns milliseconds, or null when the text is no duration or one beyond a thousand years */
export function durationMs(text: string): number | null {
  let total = 0;
  part.lastIndex = 0;
  if (text.trim() === '') return null;
  while (part.lastIndex < text.length) {
    const found = part.exec(text);
    const unit = found?.[2] === undefined ? undefined : unitMs[found[2]];
    if (found === null || unit === undefined) return null;
    total += Number(found[1]) * unit;
  }
  return total <= 1_000 * 366 * day ? total : null;
}

function spelled(ms: number, ...names: readonly string[]): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, ms]));
}
