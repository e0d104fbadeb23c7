/** Why a dataset can be given no tag although its lake can: without conditional delete only where no lease-aware writer is (D4). Pure. */
import { plural } from '@/components/ui/format-count';
import type { DatasetDetail } from '@/lib/contracts/datasets';

/** Null: not counted. */
export type LifecycleCounts = Pick<DatasetDetail, 'leases' | 'retirements' | 'intents'>;

/**
 * What is not counted is left to the server, which lists it again.
 * @param limit what is said where creating a tag works in a lesser way; null where it works in full
 */
export function tagRefusal(limit: string | null, counts: LifecycleCounts | undefined): string | null {
  if (limit === null || counts === undefined) return null;
  const found = [
    [counts.leases ?? 0, 'lease'],
    [counts.intents ?? 0, 'intent'],
    [counts.retirements ?? 0, 'retirement marker'],
  ] as const;
  const named = found.flatMap(([count, noun]) => (count === 0 ? [] : [plural(count, noun)]));
  if (named.length === 0) return null;
  return `The store cannot delete on a condition, so a new tag could not be taken back: it is refused where lease-aware writers are. Here: ${named.join(', ')}.`;
}
