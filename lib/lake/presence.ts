/** Whether a version is there, as far as its branch was listed: what was not listed is unknown, never missing. */
import type { DatasetFacts } from './dataset-facts';

export type Presence = 'present' | 'missing' | 'unknown';

/** @param namespace of the branch the version belongs to */
export function presenceOf(
  facts: Pick<DatasetFacts, 'byNamespace'>,
  namespace: string,
  version: bigint,
): Presence {
  const known = facts.byNamespace.get(namespace);
  if (known === undefined) return 'unknown';
  const { columns, listing } = known.names;
  if (columns.find(version) !== undefined) return 'present';
  const oldest = columns.at(columns.length - 1)?.version;
  const covered = listing.complete || (oldest !== undefined && version > oldest);
  return covered ? 'missing' : 'unknown';
}
