/** What the fleet's lists share: pages by a stable key, and the meta of a snapshot. */
import { VamplateError } from '@/lib/base/errors';
import type { FleetSnapshot } from '@/lib/lake/fleet';
import type { MetaInput } from '../reading';
import { iso } from '../to-contract/scalars';

const defaultLimit = 200;

/**
 * The rows after the cursor, in the order given. The cursor is the key of the last row seen; when that row is gone, the
 * next one that comes after it by key begins the page where keys are ordered, else the list begins anew with a note.
 */
export function pageAfter<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  {
    cursor,
    limit = defaultLimit,
  }: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
): { items: Row[]; nextCursor: string | null } {
  let start = 0;
  if (cursor !== undefined) {
    const after = decodeCursor(cursor);
    const place = rows.findIndex((row) => keyOf(row) === after.key);
    start = place === -1 ? Math.min(after.place, rows.length) : place + 1;
  }
  const items = rows.slice(start, start + limit);
  const last = items.at(-1);
  const more = start + items.length < rows.length;
  return {
    items,
    nextCursor: more && last !== undefined ? encodeCursor(keyOf(last), start + items.length) : null,
  };
}

function encodeCursor(key: string, place: number): string {
  return Buffer.from(JSON.stringify([key, place])).toString('base64url');
}

function decodeCursor(cursor: string): { key: string; place: number } {
  try {
    const [key, place] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (typeof key === 'string' && Number.isSafeInteger(place) && place >= 0) return { key, place };
  } catch {
    // Falls through: any text but our own is refused below.
  }
  throw new VamplateError('invalid_input', 'This cursor is none of ours.');
}

export function fleetMeta(snapshot: FleetSnapshot): MetaInput {
  return {
    readAt: iso(snapshot.readAt),
    storeTime: null,
    requests: snapshot.cost.requests,
    bytes: snapshot.cost.bytes,
    complete: snapshot.complete,
    notes: [...snapshot.notes],
  };
}
