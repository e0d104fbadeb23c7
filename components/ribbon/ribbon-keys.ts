/** What a key does to the crosshair: a pure step from one version to the next, or pin, or unpin. */
import { heldIn, placeOf, type RibbonColumn } from './ribbon-columns';

export type RibbonKeyEffect =
  | { readonly kind: 'move'; readonly version: bigint }
  | { readonly kind: 'pin'; readonly version: bigint }
  | { readonly kind: 'unpin' }
  /** The key belongs to the ribbon, but there is nowhere to go. */
  | { readonly kind: 'stay' };

export interface RibbonKeyFacts {
  readonly columns: readonly RibbonColumn[];
  /** Versions known to be held by a mark: exact stops inside bins. */
  readonly marked: readonly bigint[];
  readonly cursor: bigint | null;
}

/** @returns null when the key is not ours */
export function ribbonKey(key: string, shift: boolean, facts: RibbonKeyFacts): RibbonKeyEffect | null {
  const { columns, cursor } = facts;
  const newest = columns.at(-1)?.to;
  const oldest = columns[0]?.to;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowRight':
      return step(facts, key === 'ArrowLeft' ? -1 : 1, shift);
    case 'Home':
      return oldest === undefined ? { kind: 'stay' } : { kind: 'move', version: oldest };
    case 'End':
      return newest === undefined ? { kind: 'stay' } : { kind: 'move', version: newest };
    case 'Enter':
    case ' ': {
      const version = cursor ?? newest;
      return version === undefined ? { kind: 'stay' } : { kind: 'pin', version };
    }
    case 'Escape':
      return { kind: 'unpin' };
    default:
      return null;
  }
}

function step(facts: RibbonKeyFacts, by: -1 | 1, toHeld: boolean): RibbonKeyEffect {
  const { columns, cursor } = facts;
  const newest = columns.at(-1)?.to;
  if (newest === undefined) return { kind: 'stay' };
  if (cursor === null) return { kind: 'move', version: newest };
  const stops = toHeld ? heldStops(facts) : columns.map((column) => column.to);
  const version = toHeld ? nextStop(stops, cursor, by) : nextColumn(columns, cursor, by);
  return version === undefined ? { kind: 'stay' } : { kind: 'move', version };
}

function nextStop(stops: readonly bigint[], cursor: bigint, by: -1 | 1): bigint | undefined {
  return by === 1 ? stops.find((stop) => stop > cursor) : stops.findLast((stop) => stop < cursor);
}

function nextColumn(columns: readonly RibbonColumn[], cursor: bigint, by: -1 | 1): bigint | undefined {
  const place = placeOf(columns, cursor);
  if (place.kind === 'before') return by === 1 ? columns[0]?.to : undefined;
  if (place.kind === 'after') return by === 1 ? undefined : columns.at(-1)?.to;
  if (place.kind === 'in') return columns[place.index + by]?.to;
  return columns[by === 1 ? place.index : place.index - 1]?.to;
}

/** Every held version that can be named: single held versions, marks inside bins, a bin's newest where none is known. */
function heldStops({ columns, marked }: RibbonKeyFacts): bigint[] {
  const stops = new Set<bigint>();
  for (const column of columns) {
    if (heldIn(column) === 0) continue;
    const inside = column.count === 1 ? [] : marked.filter((at) => at >= column.from && at <= column.to);
    for (const version of inside.length > 0 ? inside : [column.to]) stops.add(version);
  }
  return [...stops].sort((a, b) => (a < b ? -1 : 1));
}
