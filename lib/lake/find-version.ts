/** A version by its number, listed or not: older ones than the listing reached are asked for by name. */
import { VamplateError } from '@/lib/base/errors';
import { findVersion } from '@/lib/engine/lance/read-versions';
import { parseVersionName } from '@/lib/engine/lance/version-names';
import type { DatasetFacts } from './dataset-facts';
import type { ListedVersion } from './version-columns';

/** @throws `not_found` when there is no such version on this branch */
export async function findListed(facts: DatasetFacts, version: bigint): Promise<ListedVersion> {
  const { reader, branch, names } = facts;
  const listed = names.columns.find(version);
  if (listed !== undefined) return listed;
  const found =
    names.listing.complete && !names.listing.detached.some((entry) => entry.version === version)
      ? null
      : await findVersion(reader.store, reader.root(branch), version);
  if (found === null) {
    throw new VamplateError('not_found', `There is no version ${version} here.`, {
      version: version.toString(),
    });
  }
  const name = parseVersionName(found.name);
  const scheme = name.kind === 'attached' ? name.scheme : 'detached';
  return { version, scheme, storedAt: found.meta.storedAt, manifestBytes: found.meta.size };
}
