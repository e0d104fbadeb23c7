/** Whether a version is there, as far as its branch was listed: what was not listed is unknown, never missing. */
import type { ControlState } from '@/lib/engine/control/control-entries';
import { judgeLease } from '@/lib/engine/leases/lease-rules';
import type { VersionNames } from './read-names';

export type Presence = 'present' | 'missing' | 'unknown';

export interface BranchNames {
  /** null is main. */
  readonly branch: string | null;
  readonly namespace: string;
  readonly names: VersionNames;
  /** Whether the names were listed after the control state: only then is a version above the latest not there. */
  readonly afterControl: boolean;
}

/** @param namespace of the branch the version belongs to */
export function presenceOf(
  facts: { readonly byNamespace: ReadonlyMap<string, BranchNames> },
  namespace: string,
  version: bigint,
): Presence {
  const known = facts.byNamespace.get(namespace);
  if (known === undefined) return 'unknown';
  const presence = presenceIn(known.names, version);
  // Newer than the names: whoever wrote the row may have seen a commit that we have not.
  return presence === 'missing' && isAboveLatest(known.names, version) && !known.afterControl
    ? 'unknown'
    : presence;
}

function presenceIn({ columns, listing }: VersionNames, version: bigint): Presence {
  if (columns.find(version) !== undefined) return 'present';
  if (listing.detached.some((entry) => entry.version === version)) return 'present';
  const oldest = columns.at(columns.length - 1)?.version;
  const covered = listing.complete || (oldest !== undefined && version > oldest);
  if (isDetached(version)) return listing.complete && listing.sideListsComplete ? 'missing' : 'unknown';
  return covered ? 'missing' : 'unknown';
}

function isAboveLatest({ listing }: VersionNames, version: bigint): boolean {
  return listing.latest === null || version > listing.latest;
}

function isDetached(version: bigint): boolean {
  return (version & 0x8000_0000_0000_0000n) !== 0n;
}

interface Listed {
  readonly branch: string | null;
  readonly namespace: string;
  readonly names: VersionNames;
}

/** Whether some row is about a version that is newer than these names. */
export function namesUnlisted(control: ControlState, { branch, namespace, names }: Listed): boolean {
  const newer = (version: bigint) => !isDetached(version) && isAboveLatest(names, version);
  const rows = [...control.leases, ...control.markers, ...control.intents];
  if (rows.some((row) => row.namespace === namespace && newer(row.version))) return true;
  return control.tags.some(
    ({ body }) =>
      body.kind === 'read' &&
      body.value.kind === 'found' &&
      body.value.reference.branch === branch &&
      newer(body.value.reference.version),
  );
}

/** Whether a lease that has not ended is on a version that is not there. */
export function namesLostLease(control: ControlState, { namespace, names }: Listed): boolean {
  return control.leases.some(
    (lease) =>
      lease.namespace === namespace &&
      judgeLease(lease, lease.listedAt) === 'active' &&
      presenceIn(names, lease.version) === 'missing',
  );
}
