/** Which version a replica may serve, from what it sees and what it can open (spec B.5, C.3, C.4). */

export type MaintenanceProvenance = 'caller_asserted' | 'lance_history_verified';

/**
 * Versions that only rearrange clean. Only the head's membership is asked, so whoever builds the set guarantees that
 * every version between clean and a member is a member too.
 */
export interface KnownMaintenance {
  readonly versions: ReadonlySet<bigint>;
  readonly provenance: MaintenanceProvenance;
}

export interface HeadFacts {
  readonly clean: bigint;
  readonly observedHead: bigint;
  readonly knownMaintenance: KnownMaintenance;
  /** Versions that can really be checked out here. */
  readonly locallyAvailable: ReadonlySet<bigint>;
}

export type BehindReason = 'head_behind_clean' | 'clean_version_absent';

export type HeadDecision =
  | { readonly kind: 'serve_head'; readonly version: bigint }
  | {
      readonly kind: 'serve_known_descendant';
      readonly version: bigint;
      readonly provenance: MaintenanceProvenance;
    }
  /** Drift: the head is later than clean and nobody says why. */
  | { readonly kind: 'checkout_clean'; readonly clean: bigint; readonly head: bigint }
  | {
      readonly kind: 'replica_incomplete';
      readonly clean: bigint;
      readonly head: bigint;
      readonly reason: BehindReason;
    };

/** One row of the table of C.3, for the page that explains a decision. */
export type HeadRow = 1 | 2 | 3 | 4 | 5 | 6;

export interface ServingVersion {
  readonly version: bigint;
  /** True only when a checkout of clean is served instead of the head. */
  readonly pinnedToClean: boolean;
}

export const noMaintenance: KnownMaintenance = { versions: new Set(), provenance: 'caller_asserted' };

export function assertedMaintenance(versions: Iterable<bigint>): KnownMaintenance {
  return { versions: new Set(versions), provenance: 'caller_asserted' };
}

export function verifiedMaintenance(versions: Iterable<bigint>): KnownMaintenance {
  return { versions: new Set(versions), provenance: 'lance_history_verified' };
}

/** Of what is called maintenance that which explains a head: from clean + 1 on, up to the first gap. */
export function closedAbove(clean: bigint, stated: Iterable<bigint>): ReadonlySet<bigint> {
  const all = new Set(stated);
  const closed = new Set<bigint>();
  for (let version = clean + 1n; all.has(version); version += 1n) closed.add(version);
  return closed;
}

export type DecideHead = (facts: HeadFacts) => HeadDecision;

export const decideHead: DecideHead = (facts) => {
  const { clean, observedHead: head } = facts;
  switch (headRow(facts)) {
    case 1:
      return { kind: 'replica_incomplete', clean, head, reason: 'head_behind_clean' };
    case 2:
      return { kind: 'serve_head', version: clean };
    case 4:
      return { kind: 'serve_known_descendant', version: head, provenance: facts.knownMaintenance.provenance };
    case 5:
      return { kind: 'checkout_clean', clean, head };
    case 3:
    case 6:
      return { kind: 'replica_incomplete', clean, head, reason: 'clean_version_absent' };
  }
};

/**
 * Row 4 asks more than the source does: the head must itself be local, or what is decided could not be served; a head
 * that is not falls through to rows 5 and 6.
 */
export function headRow({ clean, observedHead, knownMaintenance, locallyAvailable }: HeadFacts): HeadRow {
  if (observedHead < clean) return 1;
  const cleanIsLocal = locallyAvailable.has(clean);
  if (observedHead === clean) return cleanIsLocal ? 2 : 3;
  if (knownMaintenance.versions.has(observedHead) && locallyAvailable.has(observedHead)) return 4;
  return cleanIsLocal ? 5 : 6;
}

export function isDrift(decision: HeadDecision): boolean {
  return decision.kind === 'checkout_clean';
}

/** Null when nothing can be served. */
export function servedBy(decision: HeadDecision): ServingVersion | null {
  switch (decision.kind) {
    case 'serve_head':
    case 'serve_known_descendant':
      return { version: decision.version, pinnedToClean: false };
    case 'checkout_clean':
      return { version: decision.clean, pinnedToClean: true };
    case 'replica_incomplete':
      return null;
  }
}

export type BehindRecovery =
  | { readonly kind: 'hydrate_from_mirror'; readonly want: bigint }
  | { readonly kind: 'serve_available_previous'; readonly version: bigint }
  | { readonly kind: 'unserviceable' };

/**
 * @param availableClean sealed versions that can be checked out here; those from clean on are ignored
 * @returns never anything that deletes or abandons the lineage
 */
export function recoverBehind(
  clean: bigint,
  availableClean: Iterable<bigint>,
  mirrorHasClean: boolean,
): BehindRecovery {
  if (mirrorHasClean) return { kind: 'hydrate_from_mirror', want: clean };
  let newest: bigint | null = null;
  for (const version of availableClean) {
    if (version < clean && (newest === null || version > newest)) newest = version;
  }
  return newest === null ? { kind: 'unserviceable' } : { kind: 'serve_available_previous', version: newest };
}
