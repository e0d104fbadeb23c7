/** How many versions there are, as far as is known, and what counting them would cost. */

import { formatCount, plural } from '@/components/ui/format-count';
import type { DatasetDetail } from '@/lib/contracts/datasets';

type Count = DatasetDetail['versionCount'];

/** Names per listing request, on every store we speak to. */
const NAMES_PER_REQUEST = 1000n;

/** `60 versions`, `up to 340,000 versions` */
export function countWords({ kind, value }: Count): string {
  const count = BigInt(value);
  const words = `${formatCount(count)} ${count === 1n ? 'version' : 'versions'}`;
  return kind === 'exact' ? words : `up to ${words}`;
}

/** `Showing 100 of up to 340,000 versions`; once all are shown, the shown are the count. */
export function shownWords(shown: number, hasMore: boolean, count: Count, filtered: boolean): string {
  if (filtered) {
    return hasMore
      ? `Showing the first ${plural(shown, 'version')} that match`
      : `All ${plural(shown, 'version')} that match, of ${countWords(count)}`;
  }
  return hasMore
    ? `Showing ${formatCount(shown)} of ${countWords(count)}`
    : `All ${plural(shown, 'version')}`;
}

/** The price of counting: one listing request per thousand names. */
export function countCostWords({ value }: Count): string {
  const requests = BigInt(value) / NAMES_PER_REQUEST + 1n;
  return `Lists every name: up to ${formatCount(requests)} ${requests === 1n ? 'request' : 'requests'}.`;
}
