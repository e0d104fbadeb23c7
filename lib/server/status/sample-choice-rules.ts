/** Which datasets a sample holds where there are more than it may. */
import { targetKey } from './page-rules';

interface Keyed {
  readonly lake: string;
  /** `targetKey` of the dataset. */
  readonly key: string;
}

export interface Choice<One> {
  readonly kept: readonly One[];
  /** How many are not kept, by lake; a lake of which all are is not named. */
  readonly leftOut: ReadonlyMap<string, number>;
}

/** Those that a page names, then those of lakes that a page names, then others. @param wanted target keys of all pages */
export function chooseDatasets<One extends Keyed>(
  all: readonly One[],
  wanted: ReadonlySet<string>,
  most: number,
): Choice<One> {
  const rank = ({ key, lake }: Keyed) => (wanted.has(key) ? 0 : wanted.has(lakeKey(lake)) ? 1 : 2);
  const ordered = all.toSorted((a, b) => rank(a) - rank(b) || (a.key < b.key ? -1 : 1));
  const leftOut = new Map<string, number>();
  for (const { lake } of ordered.slice(most)) leftOut.set(lake, (leftOut.get(lake) ?? 0) + 1);
  return { kept: ordered.slice(0, most), leftOut };
}

function lakeKey(lake: string): string {
  return targetKey({ kind: 'lake', lake });
}
