/** What the key of a journal entry says: its day, its instant, inverted so that listings begin with the newest, and its id. */
import type { WallInstant } from '@/lib/base/clock';

export const journalFolder = '_vamplate/journal/';

/** Inverted instants count down from here: always 13 digits. */
const lastMs = 9_999_999_999_999;
const entryName = /^(\d{4}-\d{2}-\d{2})\/(\d{13})-([0-9A-HJKMNP-TV-Z]{26})\.json$/;

export interface JournalName {
  readonly at: WallInstant;
  readonly id: string;
}

/** `2030-01-31`, in UTC. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Whether a name in the journal's folder is a day. */
export function isDay(name: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(name);
}

/** The entry's name below `journalFolder`. */
export function formatJournalName({ at, id }: JournalName): string {
  return `${dayOf(at)}/${String(lastMs - at).padStart(13, '0')}-${id}.json`;
}

/** @param name below `journalFolder`; null for one that no entry has */
export function parseJournalName(name: string): JournalName | null {
  const [, day, inverted, id] = entryName.exec(name) ?? [];
  if (day === undefined || inverted === undefined || id === undefined) return null;
  const at = (lastMs - Number(inverted)) as WallInstant;
  return dayOf(at) === day ? { at, id } : null;
}
