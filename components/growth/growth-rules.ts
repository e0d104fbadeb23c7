/** What a series of days says in words: first and last known, and whether the two can be compared. */
import type { GrowthDay } from '@/lib/contracts/growth';

export interface GrowthPoint {
  readonly day: string;
  /** Null: not recorded, or not known. */
  readonly value: number | null;
  /** Datasets in the sum. */
  readonly of: number;
}

export function pointsOf(days: readonly GrowthDay[], kind: 'versions' | 'bytes'): readonly GrowthPoint[] {
  return days.map(({ day, versions, versionsOf, bytes, bytesOf }) =>
    kind === 'versions' ? { day, value: versions, of: versionsOf } : { day, value: bytes, of: bytesOf },
  );
}

export interface Growth {
  readonly first: GrowthPoint & { readonly value: number };
  readonly last: GrowthPoint & { readonly value: number };
  /** Between the two; null for one day alone, and where they are sums over other numbers of datasets. */
  readonly change: number | null;
}

/** null where no day has an amount. */
export function growthIn(points: readonly GrowthPoint[]): Growth | null {
  const known = points.flatMap((point) => (point.value === null ? [] : [{ ...point, value: point.value }]));
  const [first] = known;
  const last = known.at(-1);
  if (first === undefined || last === undefined) return null;
  const comparable = first !== last && first.of === last.of;
  return { first, last, change: comparable ? last.value - first.value : null };
}

/** Heights from 0 to 1 of the largest, from zero up: nothing looks larger than it is. Null where nothing is known. */
export function heightsOf(points: readonly GrowthPoint[]): readonly (number | null)[] {
  const largest = Math.max(0, ...points.map(({ value }) => value ?? 0));
  return points.map(({ value }) => (value === null ? null : largest === 0 ? 0 : value / largest));
}
