/** Rows for the demo's tables: the same on every run, so that pictures and stories can name them. */

const kinds = ['page_view', 'search', 'add_to_cart', 'checkout', 'refund'];
const words = 'lease version manifest branch tag reader writer fragment index vector column query'.split(' ');

/** A small generator with a fixed start: figures that look like data and never change. */
export function sequence(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export function eventRows(from: number, count: number): Record<string, unknown>[] {
  const next = sequence(from + 1);
  return Array.from({ length: count }, (_, index) => ({
    id: from + index,
    kind: kinds[Math.floor(next() * kinds.length)],
    user_id: Math.floor(next() * 500),
    amount_cents: Math.floor(next() * 20_000),
    note: sentence(next, 4),
  }));
}

export function productRows(from: number, count: number): Record<string, unknown>[] {
  const next = sequence(from + 7);
  return Array.from({ length: count }, (_, index) => ({
    sku: from + index,
    name: sentence(next, 2),
    price_cents: 100 + Math.floor(next() * 50_000),
    in_stock: next() > 0.2,
  }));
}

export function chunkRows(from: number, count: number): Record<string, unknown>[] {
  const next = sequence(from + 13);
  return Array.from({ length: count }, (_, index) => ({
    chunk: from + index,
    document: `doc-${Math.floor((from + index) / 8)}`,
    text: sentence(next, 24),
    vector: Array.from({ length: 32 }, () => next() * 2 - 1),
  }));
}

export function userRows(from: number, count: number): Record<string, unknown>[] {
  const next = sequence(from + 19);
  return Array.from({ length: count }, (_, index) => ({
    user_id: from + index,
    plan: next() > 0.7 ? 'team' : 'free',
    seats: 1 + Math.floor(next() * 40),
  }));
}

function sentence(next: () => number, length: number): string {
  return Array.from({ length }, () => words[Math.floor(next() * words.length)]).join(' ');
}
