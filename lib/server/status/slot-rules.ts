/** Samples have slots of five minutes since the epoch, 288 to a UTC day; a day of one target is a text of so many letters. */
import type { StatusState } from '@/lib/contracts/status-document';

export const slotMs = 300_000;
export const slotsPerDay = 288;
export const dayMs = 86_400_000;
/** So long a sample says how things are. */
export const reliableMs = 15 * 60_000;

/** The last slot that may have a sample: clocks of replicas differ, and a later one says nothing of now. */
export function lastSlot(now: number): number {
  return now + slotMs;
}

/** Whether a slot lies so near to the store's time, in milliseconds, that what is seen now may be recorded in it; null: nobody knows. */
export function mayRecord(slot: number, storeTime: number | null): boolean {
  return storeTime === null || (slot <= lastSlot(storeTime) && storeTime < slot + 2 * slotMs);
}

/** Whether a sample made at `at` still says, or says already, how things are at `now`; milliseconds both. */
export function speaksOf(at: number, now: number): boolean {
  return now - at <= reliableMs && at <= lastSlot(now);
}

/** Nothing was recorded in this slot. */
export const missing = '-';

const letters: Readonly<Record<StatusState, string>> = {
  working: 'w',
  degraded: 'd',
  down: 'x',
  unknown: 'u',
  maintenance: 'm',
};
const states = new Map(Object.entries(letters).map(([state, letter]) => [letter, state as StatusState]));

export function letterOf(state: StatusState): string {
  return letters[state];
}

/** null for `-`, and for a letter that a later version may write: not known here. */
export function stateOfLetter(letter: string): StatusState | null {
  return states.get(letter) ?? null;
}

/** The beginning of the slot that an instant lies in. */
export function slotOf(ms: number): number {
  return Math.floor(ms / slotMs) * slotMs;
}

/** `2030-01-31`, in UTC. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

export function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`);
}

/** Place of a slot in its day. */
export function placeOf(slot: number): number {
  return Math.floor((((slot % dayMs) + dayMs) % dayMs) / slotMs);
}

/** `1405` for 14:05. */
export function slotName(slot: number): string {
  return new Date(slot).toISOString().slice(11, 16).replace(':', '');
}

/** @returns null for what is no name of a slot */
export function slotNamed(day: string, name: string): number | null {
  if (!/^([01]\d|2[0-3])[0-5][05]$/.test(name)) return null;
  return startOf(day) + (Number(name.slice(0, 2)) * 60 + Number(name.slice(2))) * 60_000;
}

export const emptyDay = missing.repeat(slotsPerDay);

/** The day with one more letter. */
export function withLetter(day: string, place: number, letter: string): string {
  return `${day.slice(0, place)}${letter}${day.slice(place + 1)}`;
}

/** `w280u8`: a day as runs, since most days are alike from end to end. */
export function packDay(day: string): string {
  return day.replace(/(.)\1*/g, (run, letter: string) => `${letter}${run.length}`);
}

/** @returns null for what is not the runs of one day */
export function unpackDay(packed: string): string | null {
  if (!/^(?:[a-z-][1-9]\d{0,2}){1,288}$/.test(packed)) return null;
  let day = '';
  for (const [, letter = '', length] of packed.matchAll(/([a-z-])(\d+)/g)) {
    day += letter.repeat(Number(length));
    if (day.length > slotsPerDay) return null;
  }
  return day.length === slotsPerDay ? day : null;
}
