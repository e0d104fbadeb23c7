/** What an operator asks a cleanup to do to one branch: filters that must all agree, and what it may do beyond them (G.1, D12). */

export interface CleanupPolicy {
  /** Null is main. */
  readonly branch: string | null;
  /** Only versions whose own time and stored time are both older than this by the store's clock; null: no such filter. */
  readonly olderThanMs: number | null;
  /** The newest this many attached versions stay, at least 1; null: no such filter. */
  readonly retainVersions: number | null;
  /** Only versions strictly lower; null: no such filter. */
  readonly beforeVersion: bigint | null;
  /** Exactly these, never empty; null: no such filter. */
  readonly versions: readonly bigint[] | null;
  /** Tags (`*` and `?`) whose versions stay even where `taggedVersions` would refuse. */
  readonly keepTags: readonly string[];
  /** What a selected version with any other tag means: the plan is refused, as in Lance, or the version stays. */
  readonly taggedVersions: 'refuse' | 'keep';
  /** Files that no manifest mentions go at once instead of after 7 days; somebody states that no writer runs. */
  readonly deleteUnverified: { readonly attestation: string } | null;
  /** Versions stored more recently than this stay, whatever the filters say; an hour unless stated. */
  readonly youngGuardMs: number;
}

export const hourMs = 3_600_000;

/** What every filter is until it is stated; as it stands it selects nothing (a policy needs a filter). */
export const noFilters: CleanupPolicy = {
  branch: null,
  olderThanMs: null,
  retainVersions: null,
  beforeVersion: null,
  versions: null,
  keepTags: [],
  taggedVersions: 'refuse',
  deleteUnverified: null,
  youngGuardMs: hourMs,
};
