/** What the branches of a dataset need of the files of one root: pinned whatever became of the fork (A.3, G.4). */

import { rootUri } from '@/lib/engine/lance/root-uri';
import type { Protection } from '@/lib/engine/protection/protection-facts';
import type { StorageVersion } from '@/lib/engine/protection/storage-facts';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import type { DatasetFacts } from './dataset-facts';
import { needsBelow } from './needs-index';
import { readVersionNames } from './read-names';
import { manifestKeyOf } from './version-columns';

const maxBranches = 64;
const maxBranchVersions = 500;

export interface BranchNeeds {
  readonly versions: readonly StorageVersion[];
  /** What was not asked: while there is any, nobody can say what is not needed. */
  readonly notes: readonly string[];
}

/**
 * Every version of every other branch, and of every branch folder without a reference.
 * @param folders branch folders below `tree/` that hold versions
 * @param headKey the newest manifest of the root that is counted
 * @throws what the store throws
 */
export async function branchNeeds(
  store: ObjectStore,
  facts: DatasetFacts,
  folders: readonly string[],
  headKey: string,
): Promise<BranchNeeds> {
  const { control, branch, reader } = facts;
  const here = rootUri(store, reader.root(branch));
  const named = new Set(control.branches.map(({ name }) => name));
  const others = [...new Set([...named, ...folders])].filter((name) => name !== branch);
  const notes: string[] = [];
  if (others.length > maxBranches) notes.push(`${others.length - maxBranches} branches were not read.`);
  const versions: StorageVersion[] = [];
  for (const name of others.slice(0, maxBranches)) {
    const root = reader.root(name);
    const { columns, listing } = await readVersionNames(store, root, 'newest');
    const listed = columns.slice(0, maxBranchVersions);
    if (listed.length < columns.length || !listing.complete) {
      notes.push(`Only the newest ${listed.length} versions of branch ${name} were read.`);
    }
    const needs = await Promise.all(listed.map((one) => reader.manifests.readNeeds(store, root, one)));
    for (const [index, one] of listed.entries()) {
      const known = needs[index] ?? null;
      versions.push({
        version: one.version,
        // A manifest outside the root that is counted is nobody's to miss there: it stands under the head's.
        manifestKey: branch === null ? manifestKeyOf(`tree/${name}`, one) : headKey,
        verdict: 'held',
        protections: [branchProtection(named.has(name) ? name : `${name}, which has no reference`)],
        keys: known === null ? null : needsBelow(known, here, rootUri(store, reader.root(null))),
      });
    }
  }
  return { versions, notes };
}

function branchProtection(subject: string): Protection {
  return {
    kind: 'branch',
    subject,
    standing: 'active',
    holder: null,
    since: null,
    until: null,
    endsWhen: `branch ${subject} is deleted`,
    honouredBy: 'release_dependent',
  };
}
