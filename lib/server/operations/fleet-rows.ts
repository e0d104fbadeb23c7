/** What lists share: pages by a stable place in an order, and the meta of a snapshot. */
import { VamplateError } from '@/lib/base/errors';
import { fingerprintOf } from '@/lib/lake/fingerprint';
import type { FleetSnapshot } from '@/lib/lake/fleet-snapshot';
import type { MetaInput } from '../reading';
import { iso } from '../to-contract/scalars';

const defaultLimit = 200;

export interface PageQuery {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/**
 * The rows after the cursor, ordered by `orderOf` and within equal places by key. The cursor is the place of the last
 * row seen, so that rows which come or go meanwhile neither repeat nor hide others.
 */
export function pageAfter<Row>(
  rows: readonly Row[],
  orderOf: (row: Row) => string,
  keyOf: (row: Row) => string,
  { cursor, limit = defaultLimit }: PageQuery,
): { items: Row[]; nextCursor: string | null } {
  const placed = rows
    .map((row) => ({ row, order: orderOf(row).slice(0, maxOrder), key: fingerprintOf([keyOf(row)]) }))
    .sort((a, b) => compare(a.order, b.order) || compare(a.key, b.key));
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const left =
    after === null
      ? placed
      : placed.filter(({ order, key }) => (compare(order, after.order) || compare(key, after.key)) > 0);
  const page = left.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map(({ row }) => row),
    nextCursor: last !== undefined && left.length > page.length ? encodeCursor(last) : null,
  };
}

/** Keeps a cursor short enough for an address, whatever the names are. */
const maxOrder = 256;

function encodeCursor({ order, key }: { readonly order: string; readonly key: string }): string {
  return Buffer.from(JSON.stringify([order, key])).toString('base64url');
}

function decodeCursor(cursor: string): { order: string; key: string } {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(parsed) && parsed.length === 2) {
      const [order, key] = parsed as unknown[];
      if (typeof order === 'string' && typeof key === 'string') return { order, key };
    }
  } catch {
    // Falls through: any text but our own is refused below.
  }
  throw new VamplateError('invalid_input', 'This cursor is none of ours.');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
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
