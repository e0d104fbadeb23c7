/** Names of reference states: two FNV-1a-64 hashes of the canonical path, so a moved dataset finds none of them (F.3). */
import { doubleFnv } from '@/lib/engine/lance/double-fnv';
import { corruptRecord, type Decode, ok } from '@/lib/engine/retirement/decode';
import { statesFolder } from '@/lib/engine/retirement/lifecycle-names';

const hashName = /^([0-9a-f]{32})\.state$/;

/** The 32 hex digits of a canonical path's state file. */
export function stateHash(canonicalPath: string): string {
  return doubleFnv(canonicalPath);
}

/** The entry of the state of a reference, relative to the dataset root. */
export function formatStateName(canonicalPath: string): string {
  return `${statesFolder}${stateHash(canonicalPath)}.state`;
}

/** @param entry the part below `_refs/version_reference_states/`; the value is the hash */
export function parseStateName(entry: string): Decode<string> {
  const hash = hashName.exec(entry)?.[1];
  return hash === undefined ? corruptRecord('the name is not 32 hex digits and .state') : ok(hash);
}
