/** Reads durations as `lance.auto_cleanup.older_than` spells them: `14days`, `3600s`, `1h 30m`; never a guess. */

const unitMs: ReadonlyMap<string, number> = new Map(
  (
    [
      [['nsec', 'nanos', 'ns'], 1e-6],
      [['usec', 'micros', 'us', 'µs'], 1e-3],
      [['msec', 'millis', 'ms'], 1],
      [['seconds', 'second', 'secs', 'sec', 's'], 1_000],
      [['minutes', 'minute', 'mins', 'min', 'm'], 60_000],
      [['hours', 'hour', 'hrs', 'hr', 'h'], 3_600_000],
      [['days', 'day', 'd'], 86_400_000],
      [['weeks', 'week', 'wks', 'wk', 'w'], 604_800_000],
      // As the reference parser has them: 30.44 and 365.25 days.
      [['months', 'month', 'M'], 2_630_016_000],
      [['years', 'year', 'yrs', 'yr', 'y'], 31_557_600_000],
    ] as const
  ).flatMap(([names, ms]) => names.map((name): [string, number] => [name, ms])),
);

const part = /\s*(\d{1,15})\s*([A-Za-zµ]+)/y;
const maxLength = 128;
/** A thousand years: beyond it an age is a mistake, and instants stop being dates. */
const maxMs = 31_557_600_000_000;

export type DurationReading =
  | { readonly kind: 'duration'; readonly ms: number }
  | { readonly kind: 'wrong'; readonly reason: string };

/** Milliseconds, a part of one rounded up: an age may only be believed longer. */
export function parseDuration(text: string): DurationReading {
  if (text.length > maxLength) return wrong('it is too long for a duration');
  if (text.trim() === '') return wrong('it is empty');
  const seen = new Set<number>();
  let ms = 0;
  let at = 0;
  while (text.slice(at).trim() !== '') {
    part.lastIndex = at;
    const [whole, digits, unit] = part.exec(text) ?? [];
    if (whole === undefined || digits === undefined || unit === undefined) {
      return wrong(`expected a number and a unit such as days, at character ${at}`);
    }
    const size = unitMs.get(unit);
    if (size === undefined) return wrong(`${JSON.stringify(unit)} is no unit of time`);
    if (seen.has(size)) return wrong(`the unit ${JSON.stringify(unit)} appears twice`);
    seen.add(size);
    ms += Number(digits) * size;
    at += whole.length;
  }
  if (ms > maxMs) return wrong('it is longer than a thousand years');
  return { kind: 'duration', ms: Math.ceil(ms) };
}

function wrong(reason: string): DurationReading {
  return { kind: 'wrong', reason };
}
