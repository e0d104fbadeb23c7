/** What a column of the ribbon holds besides the version under the crosshair. */

import { formatCount } from '@/components/ui/format-count';
import type { RibbonBin } from '@/lib/contracts/versions';

/** Null when the version has its column to itself, or none shows it. */
export function binWords(bins: readonly RibbonBin[], version: string): string | null {
  const at = BigInt(version);
  const bin = bins.find((each) => each.count > 1 && BigInt(each.from) <= at && at <= BigInt(each.to));
  if (bin === undefined) return null;
  const parts = [
    [bin.latest + bin.held, 'held'],
    [bin.policy, 'by policy'],
    [bin.reclaimable, 'reclaimable'],
    [bin.unknown, 'unknown'],
  ] as const;
  const tallies = parts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${formatCount(count)} ${words}`);
  return `Shares its column with v${bin.from} to v${bin.to}: ${tallies.join(', ')}.`;
}
