/** Which lines of the journal a reader asked for, and in which order its folders are read. */

import type { JournalEntry } from './journal-entry';
import { dayOf, isDay } from './journal-names';

/** Every given field must fit exactly; instants are of the writers' clocks, `from` included, `until` not. */
export interface JournalFilter {
  readonly actor?: string;
  readonly action?: string;
  readonly target?: string;
  /** A place with what is done to it and in it: `prod/a.lance` fits itself and `prod/a.lance: tag v1`. */
  readonly within?: string;
  readonly requestId?: string;
  readonly planHash?: string;
  readonly kind?: JournalEntry['kind'];
  /** An intent and its outcome. */
  readonly intent?: string;
  readonly from?: number;
  readonly until?: number;
}

export function matches(entry: JournalEntry, filter: JournalFilter): boolean {
  const { intent, within, from: _from, until: _until, ...fields } = filter;
  if (!isInTime(entry.at, filter)) return false;
  if (intent !== undefined && intent !== (entry.kind === 'intent' ? entry.id : entry.intent)) return false;
  if (within !== undefined && !isWithin(entry.target, within)) return false;
  return (Object.keys(fields) as (keyof typeof fields)[]).every(
    (field) => fields[field] === undefined || fields[field] === entry[field],
  );
}

/** A target that lost its middle fits by what is left of its start. */
function isWithin(target: string, place: string): boolean {
  const start = `${place}: `;
  if (target === place || target.startsWith(start)) return true;
  const left = target.indexOf('…');
  return left > 0 && left < start.length && start.startsWith(target.slice(0, left));
}

/** @param at null where a name does not tell: such a line is never left out */
export function isInTime(at: number | null, { from, until }: JournalFilter): boolean {
  if (at === null) return true;
  return (from === undefined || at >= from) && (until === undefined || at < until);
}

/**
 * What to read below the journal, newest day first; names that are no days come where their spelling puts them.
 * @param names of folders (ending in a slash) and of stray objects
 * @param after where the page before stopped, below the journal; null for the first page
 */
export function foldersToRead(
  names: readonly string[],
  filter: JournalFilter,
  after: string | null,
): readonly string[] {
  const first = after === null ? null : after.includes('/') ? after.slice(0, after.indexOf('/') + 1) : after;
  return names
    .filter((name) => first === null || name < first || (name === first && after !== first))
    .filter((name) => isWanted(name, filter))
    .sort((a, b) => (a < b ? 1 : a > b ? -1 : 0));
}

function isWanted(name: string, { from, until }: JournalFilter): boolean {
  const day = name.slice(0, -1);
  if (!name.endsWith('/') || !isDay(day)) return true;
  return (from === undefined || day >= dayOf(from)) && (until === undefined || day <= dayOf(until));
}
