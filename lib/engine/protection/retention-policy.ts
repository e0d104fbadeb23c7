/** A retention policy in force, wherever it came from; one that says nothing certain selects nothing. */

export interface EffectivePolicy {
  readonly source: 'dataset_override' | 'lake' | 'auto_cleanup' | 'none';
  /** As written, `14days`. */
  readonly olderThan: string | null;
  readonly olderThanMs: number | null;
  readonly retainVersions: number | null;
  /** Patterns of tags whose versions the policy keeps: `*` and `?`. */
  readonly keepTags: readonly string[];
  /** Why it cannot be applied: none is configured, or a value is wrong. Then nothing is reclaimable. */
  readonly unknownBecause: string | null;
}

export const noPolicy: EffectivePolicy = {
  source: 'none',
  olderThan: null,
  olderThanMs: null,
  retainVersions: null,
  keepTags: [],
  unknownBecause: 'no cleanup policy is configured',
};
