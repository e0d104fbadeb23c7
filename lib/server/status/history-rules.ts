/** Bars, proof and `since` of one row from what was recorded, slot by slot: what is missing is never counted as up. */
import { type StatusDay, type StatusState, statusState } from '@/lib/contracts/status-document';
import {
  dayMs,
  dayOf,
  letterOf,
  missing,
  placeOf,
  slotMs,
  slotsPerDay,
  startOf,
  stateOfLetter,
} from './slot-rules';

/** Letters of the days on which this target was recorded. */
export type RecordedDays = ReadonlyMap<string, string>;

/** From `from` until before `until`, in milliseconds. */
export interface Excused {
  readonly from: number;
  readonly until: number;
}

export interface History {
  /** Oldest first, the day of the newest sample last. */
  readonly days: readonly StatusDay[];
  readonly provenPercent: number | null;
}

/**
 * @param newest the slot of the newest sample: slots after it are not due yet
 * @param excused planned maintenance, in which nothing is due
 */
export function historyOf(
  recorded: RecordedDays,
  newest: number,
  excused: readonly Excused[],
  dayCount: number,
): History {
  const first = firstRecorded(recorded);
  const today = startOf(dayOf(newest));
  const counts: Counted[] = [];
  for (let start = today - (dayCount - 1) * dayMs; start <= today; start += dayMs) {
    counts.push(countDay(recorded.get(dayOf(start)) ?? null, start, { first, newest, excused }));
  }
  const total = counts.reduce(
    (sum, { due, proven }) => ({ due: sum.due + due, proven: sum.proven + proven }),
    {
      due: 0,
      proven: 0,
    },
  );
  return {
    days: counts.map(({ day, state, due, proven }) => ({
      day,
      state,
      provenPercent: percentOf(proven, due),
    })),
    provenPercent: percentOf(total.proven, total.due),
  };
}

/** The oldest slot in an unbroken row, back from the newest one, that says the same; null where that says another thing. */
export function sinceOf(recorded: RecordedDays, newest: number, state: StatusState): number | null {
  const letter = letterOf(state);
  let since: number | null = null;
  let last = placeOf(newest);
  for (let start = startOf(dayOf(newest)); ; start -= dayMs) {
    const letters = recorded.get(dayOf(start)) ?? '';
    let place = last;
    while (place >= 0 && letters[place] === letter) place -= 1;
    if (place < last) since = start + (place + 1) * slotMs;
    if (place >= 0) return since;
    last = slotsPerDay - 1;
  }
}

/** Worst first; `working` for none. */
export function worstState(states: Iterable<StatusState>): StatusState {
  let worst = statusState.options.length - 1;
  for (const state of states) worst = Math.min(worst, statusState.options.indexOf(state));
  return statusState.options[worst] ?? 'unknown';
}

const working = letterOf('working');

interface Counted {
  readonly day: string;
  readonly state: StatusState | null;
  readonly due: number;
  readonly proven: number;
}

interface Bounds {
  /** Nothing is due before the first recorded slot; null: none was. */
  readonly first: number | null;
  readonly newest: number;
  readonly excused: readonly Excused[];
}

function countDay(letters: string | null, start: number, { first, newest, excused }: Bounds): Counted {
  const seen = new Set<StatusState>();
  const windows = excused.filter(({ from, until }) => from < until && from < start + dayMs && until > start);
  let due = 0;
  let proven = 0;
  let planned = false;
  let last: string = missing;
  const whole = windows.length === 0 && first !== null && first <= start && start + dayMs - slotMs <= newest;
  // Most days say the same from end to end: one slot stands for all.
  const step = whole && isAlike(letters) ? slotsPerDay : 1;
  const begin = first === null ? slotsPerDay : Math.max(0, (first - start) / slotMs);
  const end = Math.min(slotsPerDay, (newest - start) / slotMs + 1);
  for (let place = begin; place < end; place += step) {
    const slot = start + place * slotMs;
    if (windows.some(({ from, until }) => slot + slotMs > from && slot < until)) {
      planned = true;
      continue;
    }
    due += step;
    const letter = letters?.[place] ?? missing;
    if (letter !== last) {
      last = letter;
      if (letter !== missing) seen.add(stateOfLetter(letter) ?? 'unknown');
    }
    if (letter === working) proven += step;
  }
  if (planned) seen.add('maintenance');
  return { day: dayOf(start), state: seen.size === 0 ? null : worstState(seen), due, proven };
}

function isAlike(letters: string | null): boolean {
  return letters === null || letters === letters.charAt(0).repeat(slotsPerDay);
}

/** Rounded down: a hundred is said of what was always proven. */
function percentOf(proven: number, due: number): number | null {
  return due === 0 ? null : Math.floor((proven / due) * 10_000) / 100;
}

function firstRecorded(recorded: RecordedDays): number | null {
  const first = [...recorded]
    .filter(([, letters]) => /[^-]/.test(letters))
    .map(([day]) => day)
    .sort()[0];
  if (first === undefined) return null;
  return startOf(first) + (recorded.get(first) ?? '').search(/[^-]/) * slotMs;
}
