/** The pages of a list read as one: its rows once each, and one statement of age, cost and completeness. */
import type { ReplyMeta } from '@/lib/contracts/meta';

interface Page<Row> {
  readonly items: readonly Row[];
  readonly meta: ReplyMeta;
}

/** As old as its oldest page, complete only when all are; the cost is the sum. */
export function metaOfPages(pages: readonly { readonly meta: ReplyMeta }[]): ReplyMeta | undefined {
  const metas = pages.map((page) => page.meta);
  const first = metas[0];
  if (first === undefined || metas.length === 1) return first;
  return {
    readAt: metas.map(({ readAt }) => readAt).sort()[0] ?? first.readAt,
    storeTime: first.storeTime,
    requests: metas.reduce((sum, meta) => sum + meta.requests, 0),
    bytes: metas.reduce((sum, meta) => sum + meta.bytes, 0),
    complete: metas.every((meta) => meta.complete),
    notes: [...new Set(metas.flatMap((meta) => meta.notes))],
  };
}

/** A row that moved between two pages while they were read appears once. */
export function rowsOfPages<Row>(pages: readonly Page<Row>[], keyOf: (row: Row) => string): readonly Row[] {
  return uniqueBy(
    pages.flatMap((page) => page.items),
    keyOf,
  );
}

export function uniqueBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): readonly Row[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const key = keyOf(row);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
