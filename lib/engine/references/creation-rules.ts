/** Whether references may be made or changed in a dataset, from what is known of its store and its control files (D4, D6). Pure. */

export interface ReferenceHome {
  /** Whether the store was proven to delete only what was read (A3). */
  readonly conditionalDelete: boolean;
  /** Whether objects of the lease-aware lifecycle are there, clocks excepted. */
  readonly lifecycle: boolean;
}

/** D4. @returns why no tag can be created, or null when nothing of the store forbids it */
export function tagCreationRefusal({ conditionalDelete, lifecycle }: ReferenceHome): string | null {
  return conditionalDelete || !lifecycle
    ? null
    : 'This store cannot delete on a condition, so a publication could not be taken back; new tags are refused in a dataset that lease-aware writers use.';
}

/** D6: what is said where control files name another root. */
export const foreignRootRefusal =
  'Control files of this dataset name another place: it was copied, moved or mounted elsewhere. Its references are read-only here.';
