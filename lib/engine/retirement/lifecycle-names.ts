/** The grammar shared by all names of the lifecycle trees: folders, versions, ids, namespaces (A.1, D, E, F). */
import { mainNamespace } from '@/lib/engine/lance/branch-identifier';
import { corruptRecord, type Decode, ok } from './decode';

export const leasesFolder = '_refs/version_leases/';
export const markersFolder = '_refs/version_lease_gc/';
export const intentsFolder = '_refs/version_reference_intents/';
export const statesFolder = '_refs/version_reference_states/';
export const terminationsFolder = '_refs/version_branch_terminations/';

const canonicalDecimal = /^(?:0|[1-9]\d{0,19})$/;
const maxU64 = 0xffff_ffff_ffff_ffffn;
const simpleId = /^[0-9a-f]{32}$/;
const uuidSpelling =
  /^(?:urn:uuid:)?(?:([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})|([0-9a-f]{32}))$/;
const bracedSpelling = /^\{([^{}]*)\}$/;

/** A decimal u64 without sign or leading zero, or null: any other spelling would name two files for one thing. */
export function parseU64(text: string): bigint | null {
  if (!canonicalDecimal.test(text)) return null;
  const value = BigInt(text);
  return value <= maxU64 ? value : null;
}

/** Any spelling of a UUID that the reference parser takes, as 32 lowercase hex digits; null when it is none. */
export function parseUuid(text: string): string | null {
  if (simpleId.test(text)) return text;
  if (text.length < 32 || text.length > 45) return null;
  const lower = text.toLowerCase();
  const found = uuidSpelling.exec(bracedSpelling.exec(lower)?.[1] ?? lower);
  return found === null ? null : (found[6] ?? found.slice(1, 6).join(''));
}

/** Writers take only the one spelling that the protocol writes. Throws `RangeError` for any other. */
export function requireId(id: string): string {
  if (!simpleId.test(id)) throw new RangeError(`not an id of 32 lowercase hex digits: ${id}`);
  return id;
}

export function requireU64(value: bigint): bigint {
  if (value < 0n || value > maxU64) throw new RangeError(`not an unsigned 64-bit integer: ${value}`);
  return value;
}

/** Writers take `main` or the 32 hex digits of an incarnation. Throws `RangeError` for any other. */
export function requireNamespace(namespace: string): string {
  return namespace === mainNamespace ? namespace : requireId(namespace);
}

export interface VersionedName {
  readonly namespace: string;
  readonly version: bigint;
  readonly fileName: string;
}

/** Splits `{ns}/{version}/{file}`, the shape of markers and intents: two segments below the namespace, no more. */
export function parseVersionedName(entry: string): Decode<VersionedName> {
  const segments = entry.split('/');
  const [namespace, versionText, fileName] = segments;
  if (segments.length !== 3 || !namespace || versionText === undefined || !fileName) {
    return corruptRecord('not exactly a version and a file below a namespace');
  }
  const version = parseU64(versionText);
  if (version === null) return corruptRecord('the version in the path is not a decimal number of 64 bits');
  return ok({ namespace, version, fileName });
}
