/** Names of retirement markers and clock objects below `_refs/version_lease_gc/` (E, D). */
import { corruptRecord, type Decode, ok } from './decode';
import {
  markersFolder,
  parseUuid,
  parseVersionedName,
  requireId,
  requireNamespace,
  requireU64,
} from './lifecycle-names';

export type MarkerKind = 'draining' | 'sealed' | 'committed';

export interface MarkerName {
  readonly namespace: string;
  readonly version: bigint;
  /** One per cleanup run, shared by all versions of that run. */
  readonly markerOperationId: string;
  readonly marker: MarkerKind;
}

const clockName = '_clock';
const fileName = /^([^.]+)\.(draining|sealed|committed)$/;

/** The entry of a marker, relative to the dataset root. */
export function formatMarkerName(name: MarkerName): string {
  const folder = markerFolder(requireNamespace(name.namespace), requireU64(name.version));
  return `${folder}${requireId(name.markerOperationId)}.${name.marker}`;
}

/** The folder of all markers of one version. */
export function markerFolder(namespace: string, version: bigint): string {
  return `${markersFolder}${namespace}/${version}/`;
}

/** The clock object of a namespace; null is the one of operations without a namespace. */
export function clockEntry(namespace: string | null): string {
  return namespace === null
    ? `${markersFolder}${clockName}`
    : `${markersFolder}${requireNamespace(namespace)}/${clockName}`;
}

/** @param entry the part below `_refs/version_lease_gc/` */
export function isClockEntry(entry: string): boolean {
  const slash = entry.indexOf('/');
  return entry.slice(slash + 1) === clockName && (slash === -1 || slash > 0);
}

/** @param entry the part below `_refs/version_lease_gc/`, clock objects excepted */
export function parseMarkerName(entry: string): Decode<MarkerName> {
  const place = parseVersionedName(entry);
  if (place.kind === 'corrupt') return place;
  const { namespace, version } = place.value;
  const parts = fileName.exec(place.value.fileName);
  if (parts === null) return corruptRecord('the name is not <id>.draining, .sealed or .committed');
  const markerOperationId = parseUuid(parts[1] ?? '');
  if (markerOperationId === null) return corruptRecord('the id in the name is not a UUID');
  return ok({ namespace, version, markerOperationId, marker: parts[2] as MarkerKind });
}
