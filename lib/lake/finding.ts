/** One thing a person should know of a dataset, in the words of the attention list. */
import type { Dataset } from './dataset';
import type { DatasetFacts } from './dataset-facts';
import type { Explanation } from './explain';

export type FindingKind =
  | 'dataset_damaged'
  | 'abandoned_seal'
  | 'committed_unfinished'
  | 'corrupt_control'
  | 'stale_drain'
  | 'expired_intent'
  | 'lease_unguarded'
  | 'lease_without_version'
  | 'dangling_tag'
  | 'zombie_branch'
  | 'foreign_root'
  | 'external_commits'
  | 'cleanup_blocked'
  | 'not_read';

export interface Finding {
  readonly kind: FindingKind;
  readonly severity: 'stop' | 'attention' | 'unknown';
  readonly version: bigint | null;
  /** The second line of the object: a version, a count. */
  readonly detail: string;
  readonly problem: string;
  readonly evidence: string;
  /** Milliseconds by the store's clock. */
  readonly since: number | null;
  /** Below the dataset's page: the tab, with a query where it helps. */
  readonly look: string;
  readonly action: string;
}

export interface FindingInput {
  readonly dataset: Dataset;
  readonly facts: DatasetFacts;
  readonly explanation: Explanation;
}

/** `3 leases`, `1 lease`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The oldest of some rows, null when there is none. */
export function oldestOf(rows: readonly { readonly storedAt: number }[]): number | null {
  return rows.reduce<number | null>(
    (oldest, { storedAt }) => (oldest === null || storedAt < oldest ? storedAt : oldest),
    null,
  );
}
