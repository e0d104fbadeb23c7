/** Joins one page of each lake's journal into one list in order: what some journal may still come before is left for the next page. */
import type { JournalRow } from '@/lib/engine/operations/journal-entry';
import type { JournalPage } from '@/lib/engine/operations/read-journal';

export interface LakePart {
  readonly lake: string;
  /** Where this page of it began; null: at its newest line. */
  readonly after: string | null;
  readonly page: JournalPage;
}

export interface MergedRow {
  readonly lake: string;
  readonly row: JournalRow;
}

export interface Merged {
  readonly rows: readonly MergedRow[];
  /** By lake: where it goes on; a lake that has ended is not named. Null: all have. */
  readonly next: Readonly<Record<string, string | null>> | null;
  /** The newest instant at which some journal stopped because of how much was read; null: none did. */
  readonly stoppedAt: number | null;
}

/** Rows of one lake stay in their order; a row without an instant comes with the row before it. */
export function mergeParts(parts: readonly LakePart[], limit: number): Merged {
  const streams = parts.map((part) => ({ part, rows: part.page.rows.map(datedAfter()), taken: 0 }));
  const rows: MergedRow[] = [];
  while (rows.length < limit) {
    const newest = streams
      .map((stream) => ({ stream, at: headOf(stream) }))
      .reduce((best, one) => (one.at > best.at ? one : best), { stream: null, at: -1 } as Head);
    const { stream } = newest;
    const head = stream?.rows[stream.taken];
    // A journal that was read no further than here may hold the next line.
    if (stream === null || head === undefined) break;
    rows.push({ lake: stream.part.lake, row: head.row });
    stream.taken += 1;
  }
  const open = streams.filter(
    ({ part, rows: all, taken }) => taken < all.length || part.page.stopped.kind !== 'end',
  );
  const next = Object.fromEntries(open.map((stream) => [stream.part.lake, cursorOf(stream)]));
  const bounds = streams.flatMap(({ part: { page } }) =>
    page.stopped.kind === 'bound' && page.stopped.at !== null ? [page.stopped.at] : [],
  );
  return {
    rows,
    next: open.length === 0 ? null : next,
    stoppedAt: bounds.length === 0 ? null : Math.max(...bounds),
  };
}

interface Stream {
  readonly part: LakePart;
  readonly rows: readonly { readonly row: JournalRow; readonly at: number }[];
  taken: number;
}

interface Head {
  readonly stream: Stream | null;
  readonly at: number;
}

/** The instant of its next line, or of where it stopped; before all time where it has ended. */
function headOf({ part, rows, taken }: Stream): number {
  const head = rows[taken];
  if (head !== undefined) return head.at;
  const { stopped } = part.page;
  if (stopped.kind === 'end') return -1;
  return stopped.at ?? rows.at(-1)?.at ?? Number.MAX_SAFE_INTEGER;
}

function cursorOf({ part, rows, taken }: Stream): string | null {
  const { stopped } = part.page;
  if (taken === rows.length && stopped.kind !== 'end') return stopped.after;
  const last = rows[taken - 1];
  return last === undefined ? part.after : last.row.key.slice(journalFolder.length);
}

const journalFolder = '_vamplate/journal/';

function datedAfter() {
  let at = Number.MAX_SAFE_INTEGER;
  return (row: JournalRow) => {
    at = (row.kind === 'entry' ? row.entry.at : row.at) ?? at;
    return { row, at };
  };
}
