/** The two axes of the ribbon: version numbers above and calendar below, never so dense that labels touch. */
import type { RibbonColumn } from './ribbon-columns';
import { textWidth } from './ribbon-labels';

export interface Tick {
  readonly x: number;
  readonly label: string;
}

const SPACE = 14;
const MOST_BEGINNINGS = 16;

/** Round numbers where every column is one version without holes, else every so many columns; the newest always. @param width no label ends beyond it */
export function versionTicks(columns: readonly RibbonColumn[], xs: readonly number[], width: number): Tick[] {
  const last = columns.at(-1);
  const lastX = xs.at(-1);
  if (last === undefined || lastX === undefined) return [];
  const apart = textWidth(String(last.to)) + SPACE;
  const wished = columns.flatMap((column, index) => {
    const x = xs[index];
    return x === undefined ? [] : [{ x, version: column.to }];
  });
  const step = roundStep(wished.length, (lastX - (xs[0] ?? lastX)) / Math.max(1, wished.length - 1), apart);
  const regular = columns.every(
    (column, index) => column.count === 1 && column.to === last.to - BigInt(columns.length - 1 - index),
  );
  const newest = Math.min(lastX, width - textWidth(String(last.to)) / 2 - 6);
  const chosen: Tick[] = [{ x: newest, label: String(last.to) }];
  let wall = newest;
  for (const { x, version } of wished.toReversed()) {
    if (x === lastX || wall - x < apart || (regular && version % step !== 0n)) continue;
    chosen.push({ x, label: String(version) });
    wall = x;
  }
  return chosen.reverse();
}

function roundStep(count: number, columnWidth: number, apart: number): bigint {
  for (let power = 1n; power <= 10n ** 20n; power *= 10n) {
    for (const factor of [1n, 2n, 5n]) {
      const step = power * factor;
      if (Number(step) * columnWidth >= apart || Number(step) >= count) return step;
    }
  }
  return 1n;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

interface CalendarUnit {
  /** ISO prefix that stays the same within one unit. */
  readonly prefix: number;
  readonly label: (at: string) => string;
}

const monthOf = (at: string): string => months[Number(at.slice(5, 7)) - 1] ?? at.slice(5, 7);
const DAY: CalendarUnit = { prefix: 10, label: (at) => `${Number(at.slice(8, 10))} ${monthOf(at)}` };
/** Finest first. All in UTC, as every absolute time of the console. */
const units: readonly CalendarUnit[] = [
  { prefix: 16, label: (at) => at.slice(11, 16) },
  { prefix: 13, label: (at) => `${at.slice(11, 13)}:00` },
  DAY,
  { prefix: 7, label: (at) => `${monthOf(at)} ${at.slice(0, 4)}` },
  { prefix: 4, label: (at) => at.slice(0, 4) },
];

/** Ticks where a new minute, hour, day, month or year begins: the finest unit with at most sixteen beginnings. */
export function timeTicks(columns: readonly RibbonColumn[], lefts: readonly number[], right: number): Tick[] {
  const at = columns.map((column) => column.storedFrom);
  for (const unit of units) {
    const ticks = beginnings(at, lefts, unit);
    if (ticks.length <= MOST_BEGINNINGS) return withoutCollisions(ticks, right);
  }
  return [];
}

function beginnings(at: readonly (string | null)[], lefts: readonly number[], unit: CalendarUnit): Tick[] {
  const ticks: Tick[] = [];
  let before: string | null = null;
  at.forEach((instant, index) => {
    const x = lefts[index];
    if (instant === null || x === undefined) return;
    const prefix = instant.slice(0, unit.prefix);
    if (prefix !== before) ticks.push({ x, label: labelOf(unit, instant, before) });
    before = prefix;
  });
  return ticks;
}

/** A time of day alone tells no day: the first, and the first of each day, name it. */
function labelOf(unit: CalendarUnit, instant: string, before: string | null): string {
  const label = unit.label(instant);
  const sameDay = before !== null && before.slice(0, DAY.prefix) === instant.slice(0, DAY.prefix);
  return unit.prefix <= DAY.prefix || sameDay ? label : `${DAY.label(instant)} ${label}`;
}

function withoutCollisions(ticks: readonly Tick[], right: number): Tick[] {
  let wall = Number.NEGATIVE_INFINITY;
  return ticks.filter((tick) => {
    const end = tick.x + 3 + textWidth(tick.label);
    if (tick.x < wall || end > right) return false;
    wall = end + SPACE / 2;
    return true;
  });
}
