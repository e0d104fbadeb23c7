/** An answer that was read earlier never replaces one that was read later, whatever order they arrive in. */
import { replaceEqualDeep } from '@tanstack/react-query';

/** Milliseconds of `meta.readAt`, of the newest page for paged answers; null where there is none. */
export function readAtOf(answer: unknown): number | null {
  if (typeof answer !== 'object' || answer === null) return null;
  if ('pages' in answer && Array.isArray(answer.pages)) {
    const times = answer.pages.map(readAtOf).filter((time) => time !== null);
    return times.length === 0 ? null : Math.max(...times);
  }
  if (!('meta' in answer) || typeof answer.meta !== 'object' || answer.meta === null) return null;
  const readAt = 'readAt' in answer.meta ? Date.parse(String(answer.meta.readAt)) : Number.NaN;
  return Number.isNaN(readAt) ? null : readAt;
}

/** For React Query's `structuralSharing`: keeps the later read, and unchanged parts keep their identity. */
export function keepNewer(held: unknown, arrived: unknown): unknown {
  const heldAt = readAtOf(held);
  const arrivedAt = readAtOf(arrived);
  if (heldAt !== null && arrivedAt !== null && arrivedAt < heldAt) return held;
  return replaceEqualDeep(held, arrived);
}
