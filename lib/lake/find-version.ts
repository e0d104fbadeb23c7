/** A version by its number, listed or not: older ones than the listing reached are asked for by name. */
import { VamplateError } from '@/lib/base/errors';
import { findVersion } from '@/lib/engine/lance/read-versions';
import { parseVersionName } from '@/lib/engine/lance/version-names';
import type { DatasetFacts } from './dataset-facts';
import { type ListedVersion, listedVersion } from './version-columns';

/** @throws `not_found` when there is no such version on this branch */
export async function findListed(facts: DatasetFacts, version: bigint): Promise<ListedVersion> {
  if (version > maxVersion) throw noVersion(version);
  const { reader, branch, names } = facts;
  const listed = names.columns.find(version);
  if (listed !== undefined) return listed;
  const ruledOut = names.listing.complete && names.earlier === null && !isDetached(version);
  const found = ruledOut ? null : await findVersion(reader.store, reader.root(branch), version);
  if (found === null) throw noVersion(version);
  const name = parseVersionName(found.name);
  return listedVersion(version, name.kind === 'attached' ? name.scheme : 'detached', found.meta);
}

const maxVersion = 0xffff_ffff_ffff_ffffn;

function isDetached(version: bigint): boolean {
  return (version & 0x8000_0000_0000_0000n) !== 0n;
}

function noVersion(version: bigint): VamplateError {
  return new VamplateError('not_found', `There is no version ${version} here.`, {
    version: version.toString(),
  });
}
