/** The table that is cleaned while cleaners die: its place, what goes of it, and keys in it. */
import { formatVersionName } from '@/lib/engine/lance/version-names';

export const tableRoot = 'events.lance';
export const goingVersions = [1n, 2n, 3n] as const;
/** Rows of the versions that stay: one tagged, one leased, the latest. */
export const rowsOfKept: ReadonlyMap<number, number> = new Map([
  [4, 30],
  [5, 40],
  [6, 50],
]);
/** No manifest mentions it, and it is older than 7 days. */
export const orphan = `${tableRoot}/data/nobody-knows.lance`;
/** A tag whose publisher died. */
export const neverTag = `${tableRoot}/_refs/tags/never.json`;

export const manifestKey = (version: bigint) => `${tableRoot}/_versions/${formatVersionName('v2', version)}`;

/** Whose content means nothing and which nobody removes: clocks (D), and on local folders the files that are locked (F.9). */
export const isAnchor = (key: string) =>
  (key.startsWith(`${tableRoot}/_refs/version_lease_gc/`) && key.endsWith('/_clock')) ||
  (key.startsWith(`${tableRoot}/_refs/tags/`) && key.endsWith('.lance-reference.lock'));
