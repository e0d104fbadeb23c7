/** Reads the journal newest first, a page at a time: at most 1,000 entries in one call, and it says where it stopped. */
import pLimit from 'p-limit';
import type { WallInstant } from '@/lib/base/clock';
import { corrupt, isVamplateError, VamplateError } from '@/lib/base/errors';
import type { ListPage, ObjectStore, ReadOptions } from '@/lib/engine/store/object-store';
import { type JournalEntry, type JournalRow, journalEntry, maxEntryBytes } from './journal-entry';
import { journalFolder, parseJournalName } from './journal-names';
import { foldersToRead, isInTime, type JournalFilter, matches } from './journal-rules';
import { decodeJson } from './record-schema';
import { isPlain } from './text-rules';

const maxEntriesRead = 1_000;
const maxTopPages = 20;
const readAtOnce = 32;

export interface JournalRequest extends ReadOptions {
  readonly filter?: JournalFilter;
  /** Most rows, 1 to 1,000 (default 100). */
  readonly limit?: number;
  /** Most entries read, 1 to 1,000 (default 1,000): for callers that read several journals. */
  readonly most?: number;
  /** `stopped.after` of the page before. */
  readonly after?: string;
}

export interface JournalPage {
  readonly rows: readonly JournalRow[];
  /** How many objects were read for it. */
  readonly entriesRead: number;
  /** `limit`: as many rows as asked for. `bound`: as many entries read as one call may; older ones may fit the filter. */
  readonly stopped:
    | { readonly kind: 'end' }
    | { readonly kind: 'limit' | 'bound'; readonly after: string; readonly at: WallInstant | null };
}

/**
 * @param store the lake's own. What cannot be read is a row of its own, whatever the filter asks of entries
 * @throws `invalid_input` for an unsound request, `unavailable` when the journal cannot be listed
 */
export async function readJournal(store: ObjectStore, request: JournalRequest = {}): Promise<JournalPage> {
  const { filter = {}, limit = 100, most = maxEntriesRead, after = null, signal } = request;
  checkRequest(limit, most, after);
  const reading: ReadOptions = signal === undefined ? {} : { signal };
  const rows: JournalRow[] = [];
  let entriesRead = 0;
  for await (const names of inBatches(namesNewestFirst(store, filter, after, reading), () =>
    Math.min(readAtOnce, most - entriesRead),
  )) {
    const found = await readRows(store, names, reading);
    entriesRead += names.length;
    for (const [at, row] of found.entries()) {
      if (row.kind === 'unreadable' || matches(row.entry, filter)) rows.push(row);
      if (rows.length === limit) return { rows, entriesRead, stopped: stoppedAt('limit', names[at]) };
    }
    if (entriesRead === most) return { rows, entriesRead, stopped: stoppedAt('bound', names.at(-1)) };
  }
  return { rows, entriesRead, stopped: { kind: 'end' } };
}

function checkRequest(limit: number, most: number, after: string | null): void {
  for (const count of [limit, most]) {
    if (!Number.isInteger(count) || count < 1 || count > maxEntriesRead) {
      throw new VamplateError('invalid_input', `A page of the journal has 1 to 1,000 rows, not ${count}.`);
    }
  }
  if (after !== null && (after === '' || after.length > 900 || !isPlain(after))) {
    throw new VamplateError('invalid_input', 'This is no place where a page of the journal ended.');
  }
}

function stoppedAt(kind: 'limit' | 'bound', name = ''): JournalPage['stopped'] {
  return { kind, after: name, at: parseJournalName(name)?.at ?? null };
}

/** Names below the journal; a folder that is no day is one name, and so is a stray object. */
async function* namesNewestFirst(
  store: ObjectStore,
  filter: JournalFilter,
  after: string | null,
  reading: ReadOptions,
): AsyncGenerator<string> {
  for (const folder of foldersToRead(await topNames(store, reading), filter, after)) {
    if (!/^\d{4}-\d{2}-\d{2}\/$/.test(folder)) yield folder;
    else yield* namesOfDay(store, folder, filter, after, reading);
  }
}

async function topNames(store: ObjectStore, reading: ReadOptions): Promise<readonly string[]> {
  const names: string[] = [];
  let next: string | null = null;
  for (let pages = 0; pages < maxTopPages; pages += 1) {
    const page: ListPage = await store.list({
      ...reading,
      ...{ prefix: journalFolder, delimiter: '/' },
      ...(next === null ? {} : { next }),
    });
    names.push(...page.prefixes, ...page.objects.map(({ key }) => key));
    next = page.next;
    if (next === null) return names.map(belowJournal);
  }
  throw corrupt('The journal has more folders than there can be days.', { key: journalFolder });
}

async function* namesOfDay(
  store: ObjectStore,
  folder: string,
  filter: JournalFilter,
  after: string | null,
  reading: ReadOptions,
): AsyncGenerator<string> {
  const isLater = (name: string) => after === null || !after.startsWith(folder) || name > after;
  const isWanted = (name: string) => isLater(name) && isInTime(parseJournalName(name)?.at ?? null, filter);
  const start =
    after?.startsWith(folder) === true && store.ordered ? { startAfter: journalFolder + after } : {};
  const unordered: string[] = [];
  let next: string | null = null;
  do {
    const where = next === null ? start : { next };
    const page: ListPage = await store.list({ ...reading, prefix: journalFolder + folder, ...where });
    const names = page.objects.map(({ key }) => belowJournal(key)).filter(isWanted);
    if (store.ordered) yield* names;
    else unordered.push(...names);
    next = page.next;
  } while (next !== null);
  yield* unordered.sort();
}

function belowJournal(key: string): string {
  return key.slice(journalFolder.length);
}

async function* inBatches<T>(all: AsyncIterable<T>, size: () => number): AsyncGenerator<readonly T[]> {
  let batch: T[] = [];
  for await (const one of all) {
    batch.push(one);
    if (batch.length < size()) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function readRows(
  store: ObjectStore,
  names: readonly string[],
  reading: ReadOptions,
): Promise<readonly JournalRow[]> {
  const limit = pLimit(16);
  return Promise.all(names.map((name) => limit(() => readRow(store, name, reading))));
}

async function readRow(store: ObjectStore, name: string, reading: ReadOptions): Promise<JournalRow> {
  const key = journalFolder + name;
  const named = parseJournalName(name);
  const unreadable = (reason: string): JournalRow => ({
    ...{ kind: 'unreadable', key, at: named?.at ?? null, reason },
  });
  if (named === null) return unreadable('Its name is not one of a journal entry.');
  const answer = await store.get(key, { ...reading, maxBytes: maxEntryBytes }).catch(() => null);
  reading.signal?.throwIfAborted();
  if (answer === null) return unreadable('The store did not give this entry.');
  if (answer.kind === 'absent') return unreadable('The entry went away after it was listed.');
  if (answer.kind === 'too_large') return unreadable(`The entry is larger than ${maxEntryBytes} bytes.`);
  try {
    const entry: JournalEntry = decodeJson(journalEntry, answer.body, key);
    if (entry.id !== named.id || entry.at !== named.at)
      return unreadable('The entry belongs to another name.');
    return { kind: 'entry', key, entry };
  } catch (error) {
    if (!isVamplateError(error)) throw error;
    return unreadable(error.message);
  }
}
