/** Whether what was found is the import one is about to make: equal markers only ask the question (C.1). */
import type { ImportIdentity } from './identity-rules';
import { sameIdentity } from './identity-rules';
import { type ImportId, importIdOf } from './import-id-rules';

export type Reconciliation =
  /** Not a retry: go on as new. */
  | { readonly kind: 'different_import' }
  /** Already durable: create no version. */
  | { readonly kind: 'same_import' }
  /** Permanent: the import fails with `identity_conflict`, is never adopted and never retried by itself. */
  | {
      readonly kind: 'hash_conflict';
      readonly marker: ImportId;
      readonly candidate: ImportIdentity;
      readonly found: ImportIdentity;
    };

export type Reconcile = (candidate: ImportIdentity, found: ImportIdentity) => Reconciliation;

export const reconcile: Reconcile = (candidate, found) => reconcileWith(importIdOf, candidate, found);

/** With the marker as an argument, so that a constant one can drive the conflict. */
export function reconcileWith(
  markerOf: (identity: ImportIdentity) => ImportId,
  candidate: ImportIdentity,
  found: ImportIdentity,
): Reconciliation {
  const marker = markerOf(candidate);
  if (marker !== markerOf(found)) return { kind: 'different_import' };
  if (sameIdentity(candidate, found)) return { kind: 'same_import' };
  return { kind: 'hash_conflict', marker, candidate, found };
}
