/** What a lineage must keep, and the gate that holds the rest: intent only, until an authority exists (spec C.10). */

/** `none` until deletion can be proven by Lance's own reachability. */
export type GcAuthority = 'none' | 'lance_native_reachability';
export type RetentionHold = 'incomplete_inventory' | 'grace_period_active' | 'no_gc_authority';

/** The whole closure of one version: manifest, data, indices, deletion files, transaction records, other metadata. */
export interface VersionInventory {
  readonly version: bigint;
  readonly objects: ReadonlySet<string>;
  readonly complete: boolean;
}

export interface RetentionFacts {
  readonly active: VersionInventory;
  readonly previous: VersionInventory | null;
  readonly allSeals: ReadonlySet<string>;
  readonly everything: ReadonlySet<string>;
  readonly graceElapsed: boolean;
  readonly authority: GcAuthority;
}

export type RetentionPlan =
  | { readonly kind: 'keep_only'; readonly keep: ReadonlySet<string>; readonly hold: RetentionHold }
  | {
      readonly kind: 'collectable';
      readonly keep: ReadonlySet<string>;
      readonly collect: ReadonlySet<string>;
    };

export function planRetention(facts: RetentionFacts): RetentionPlan {
  const { active, previous, allSeals, everything } = facts;
  const keep = new Set([...active.objects, ...(previous?.objects ?? []), ...allSeals]);
  const hold = retentionHold({
    activeComplete: active.complete,
    previousComplete: previous?.complete ?? null,
    graceElapsed: facts.graceElapsed,
    authority: facts.authority,
  });
  if (hold !== null) return { kind: 'keep_only', keep, hold };
  return { kind: 'collectable', keep, collect: new Set([...everything].filter((key) => !keep.has(key))) };
}

export interface RetentionGates {
  readonly activeComplete: boolean;
  /** Null when there is no previous import. */
  readonly previousComplete: boolean | null;
  readonly graceElapsed: boolean;
  readonly authority: GcAuthority;
}

/** The first gate that holds, in the order of the table; null when every gate is open. */
export function retentionHold(gates: RetentionGates): RetentionHold | null {
  if (!gates.activeComplete || gates.previousComplete === false) return 'incomplete_inventory';
  if (!gates.graceElapsed) return 'grace_period_active';
  return gates.authority === 'none' ? 'no_gc_authority' : null;
}
