/** Folds version bins into at most so many columns, older first, and finds the place of any version among them. */
import type { Verdict } from '@/lib/contracts/protection';
import type { RibbonBin } from '@/lib/contracts/versions';

export const verdicts = ['latest', 'held', 'policy', 'reclaimable', 'unknown'] as const;

export interface RibbonColumn {
  readonly from: bigint;
  readonly to: bigint;
  /** Versions that exist between `from` and `to`; more than one means binned. */
  readonly count: number;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  readonly operation: string | null;
  readonly storedFrom: string | null;
  readonly storedTo: string | null;
}

/** Where a version lies: in a column, in a hole left of a column, or outside of what is shown. */
export type Place =
  | { readonly kind: 'in'; readonly index: number }
  | { readonly kind: 'hole'; readonly index: number }
  | { readonly kind: 'before' }
  | { readonly kind: 'after' };

/**
 * Ascending columns of all bins. When there are more bins than `most` (at least 2), the newest half of the columns
 * stay as they are and the older bins are folded evenly into the other half: no version is ever left out.
 */
export function columnsOf(bins: readonly RibbonBin[], most: number): RibbonColumn[] {
  const all = bins.map(columnOf).sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
  const limit = Math.max(2, Math.floor(most));
  if (all.length <= limit) return all;
  const kept = Math.floor(limit / 2);
  const old = all.slice(0, all.length - kept);
  const size = Math.ceil(old.length / (limit - kept));
  const folded: RibbonColumn[] = [];
  for (let start = 0; start < old.length; start += size) folded.push(fold(old.slice(start, start + size)));
  return [...folded, ...all.slice(all.length - kept)];
}

export function placeOf(columns: readonly RibbonColumn[], version: bigint): Place {
  let low = 0;
  let high = columns.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const column = columns[middle];
    if (column !== undefined && column.to < version) low = middle + 1;
    else high = middle;
  }
  const column = columns[low];
  if (column === undefined) return { kind: 'after' };
  if (column.from <= version) return { kind: 'in', index: low };
  return low === 0 ? { kind: 'before' } : { kind: 'hole', index: low };
}

export function heldIn(column: RibbonColumn): number {
  return column.verdicts.held + column.verdicts.latest;
}

function columnOf(bin: RibbonBin): RibbonColumn {
  const { latest, held, policy, reclaimable, unknown } = bin;
  return {
    from: BigInt(bin.from),
    to: BigInt(bin.to),
    count: bin.count,
    verdicts: { latest, held, policy, reclaimable, unknown },
    operation: bin.count === 1 ? bin.operation : null,
    storedFrom: bin.storedFrom,
    storedTo: bin.storedTo,
  };
}

function fold(columns: readonly RibbonColumn[]): RibbonColumn {
  const [first] = columns;
  if (first === undefined) throw new TypeError('nothing to fold');
  return columns.slice(1).reduce<RibbonColumn>(
    (left, right) => ({
      from: left.from,
      to: right.to,
      count: left.count + right.count,
      verdicts: sum(left.verdicts, right.verdicts),
      operation: null,
      storedFrom: left.storedFrom ?? right.storedFrom,
      storedTo: right.storedTo ?? left.storedTo,
    }),
    first,
  );
}

function sum(a: RibbonColumn['verdicts'], b: RibbonColumn['verdicts']): RibbonColumn['verdicts'] {
  return {
    latest: a.latest + b.latest,
    held: a.held + b.held,
    policy: a.policy + b.policy,
    reclaimable: a.reclaimable + b.reclaimable,
    unknown: a.unknown + b.unknown,
  };
}
