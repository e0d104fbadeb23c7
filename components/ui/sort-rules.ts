/** Sorting of loaded rows: numbers and versions by value, words by language; what is not known stands last either way. */

export type SortValue = string | number | bigint | null;

export interface Sort {
  readonly id: string;
  readonly desc: boolean;
}

/** Two known values in ascending order. */
export function compareKnown(a: string | number | bigint, b: string | number | bigint): number {
  if (typeof a === 'string' || typeof b === 'string') {
    return String(a).localeCompare(String(b), 'en', { numeric: true });
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

/** `-latest` is descending by `latest`; anything else than one of `ids` is no sort. */
export function parseSort(text: string | null, ids: readonly string[]): Sort | null {
  if (text === null) return null;
  const desc = text.startsWith('-');
  const id = desc ? text.slice(1) : text;
  return ids.includes(id) ? { id, desc } : null;
}

/** The sort after pressing a column's head: ascending, descending, none. */
export function nextSort(sort: Sort | null, id: string): string | null {
  if (sort?.id !== id) return id;
  return sort.desc ? null : `-${id}`;
}
