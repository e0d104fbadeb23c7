/** Counts: exact with grouping, or short above a million where the exact one stands on hover. */
import { group } from './format-bytes';

/** `1,234` */
export function formatCount(value: number | bigint): string {
  return group(value);
}

/** `406.50 M`; exact below a million. */
export function formatShortCount(value: number): string {
  if (value < 1e6) return group(value);
  if (value < 999_995_000) return `${(value / 1e6).toFixed(2)} M`;
  return `${(value / 1e9).toFixed(2)} G`;
}

/** `1 lease`, `3 leases`; the plural is the singular with an s unless given. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${group(count)} ${count === 1 ? one : many}`;
}

/** `69.4%` of a whole; an empty whole has no shares. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return '';
  const percent = (part / whole) * 100;
  if (part > 0 && percent < 0.1) return '<0.1%';
  return `${percent.toFixed(1)}%`;
}
