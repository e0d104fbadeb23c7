/** Names of lease files: version, duration in microseconds and id; the file itself is empty (D). */
import { corruptRecord, type Decode, ok } from '@/lib/engine/retirement/decode';
import {
  leasesFolder,
  parseU64,
  parseUuid,
  requireId,
  requireNamespace,
  requireU64,
} from '@/lib/engine/retirement/lifecycle-names';

export interface LeaseName {
  readonly namespace: string;
  readonly version: bigint;
  readonly ttlMicros: bigint;
  /** 32 lowercase hex digits, however the file spells it. */
  readonly id: string;
}

/** One microsecond to ten years (365.25 days each): what we write. Reading takes more. */
export const minTtlMicros = 1n;
export const maxTtlMicros = 315_576_000_000_000n;

/** A longer lease would end beyond what a calendar date can say, and breaks every scan of the reference code (D). */
const maxReadableTtlMicros = 8_000_000_000_000_000_000n;

/** The entry of a lease file, relative to the dataset root. Throws `RangeError` outside the bounds above. */
export function formatLeaseName(lease: LeaseName): string {
  if (lease.ttlMicros < minTtlMicros || lease.ttlMicros > maxTtlMicros) {
    throw new RangeError(`a lease lasts 1 µs to 10 years, not ${lease.ttlMicros} µs`);
  }
  const folder = leaseFolder(requireNamespace(lease.namespace));
  return `${folder}${requireU64(lease.version)}-${lease.ttlMicros}-${requireId(lease.id)}.lease`;
}

export function leaseFolder(namespace: string): string {
  return `${leasesFolder}${namespace}/`;
}

/** @param entry the part below `_refs/version_leases/`: `{ns}/{version}-{ttl}-{uuid}.lease` */
export function parseLeaseName(entry: string): Decode<LeaseName> {
  const slash = entry.indexOf('/');
  const namespace = entry.slice(0, Math.max(slash, 0));
  const file = entry.slice(slash + 1);
  if (namespace === '' || file.includes('/')) return corruptRecord('not exactly a file below a namespace');
  if (!file.endsWith('.lease')) return corruptRecord('the name does not end in .lease');
  const first = file.indexOf('-');
  const second = first === -1 ? -1 : file.indexOf('-', first + 1);
  if (second === -1) return corruptRecord('the name is not <version>-<microseconds>-<id>.lease');
  const version = parseU64(file.slice(0, first));
  if (version === null) return corruptRecord('the version in the name is not a decimal number of 64 bits');
  const ttlMicros = parseU64(file.slice(first + 1, second));
  if (ttlMicros === null) return corruptRecord('the duration in the name is not a decimal number of 64 bits');
  if (ttlMicros === 0n) return corruptRecord('the duration in the name is zero');
  if (ttlMicros > maxReadableTtlMicros)
    return corruptRecord('the duration in the name is beyond every calendar');
  const id = parseUuid(file.slice(second + 1, -'.lease'.length));
  if (id === null) return corruptRecord('the id in the name is not a UUID');
  return ok({ namespace, version, ttlMicros, id });
}
