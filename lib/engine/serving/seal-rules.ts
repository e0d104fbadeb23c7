/** What an import was, sealed once: a fresh commit knows its version, a retry only the head it saw (B.4, C.2). */
import type { ImportIdentity } from './identity-rules';
import { type ImportId, importIdOf } from './import-id-rules';
import { sameLineage } from './lineage-rules';

export type PublicationOutcome =
  | { readonly kind: 'committed'; readonly version: bigint }
  /** Only after the full identity matched; today's head is a read horizon, never the publication. */
  | { readonly kind: 'reconciled'; readonly currentHead: bigint | null }
  /** Resubmit the same frozen identity; never a compensating delete. */
  | { readonly kind: 'ambiguous' };

/** The import id is derived from the identity wherever it is needed; a stored copy is only ever compared with it. */
export interface ImportSeal {
  readonly identity: ImportIdentity;
  /** Null after a reconciled retry: found again only by searching history for the import id. */
  readonly publicationVersion: bigint | null;
  readonly observedHead: bigint | null;
}

/** Null for an ambiguous outcome: nothing is known that could be sealed. */
export function sealImport(identity: ImportIdentity, outcome: PublicationOutcome): ImportSeal | null {
  switch (outcome.kind) {
    case 'committed':
      return { identity, publicationVersion: outcome.version, observedHead: outcome.version };
    case 'reconciled':
      return { identity, publicationVersion: null, observedHead: outcome.currentHead };
    case 'ambiguous':
      return null;
  }
}

/** The first import of a lineage; layout, writer and id are read through the identity, there is no second copy. */
export interface OriginSeal {
  readonly identity: ImportIdentity;
  readonly originPublication: bigint | null;
}

export function originImportId(seal: OriginSeal): ImportId {
  return importIdOf(seal.identity);
}

/** Source and manifest may differ; lineage and writer may not. Another writer needs another layout number (B.5). */
export function acceptsImport(origin: OriginSeal, identity: ImportIdentity): boolean {
  return (
    sameLineage(origin.identity.lineage, identity.lineage) && origin.identity.writerAbi === identity.writerAbi
  );
}

/** How a writer's answer becomes an outcome, or what its caller does instead (upstream commit contract, C.2). */
export type CommitAnswer =
  | { readonly kind: 'committed'; readonly version: bigint }
  | { readonly kind: 'already_committed'; readonly currentHead: bigint }
  /** The head is the caller's claim, not an observation. */
  | { readonly kind: 'no_change' }
  | { readonly kind: 'fenced' }
  | { readonly kind: 'nothing_written' }
  | { readonly kind: 'ambiguous' }
  | { readonly kind: 'invalid_artifact' }
  | { readonly kind: 'hash_conflict' };

export type CommitAction =
  | { readonly kind: 'seal'; readonly outcome: PublicationOutcome }
  /** Build the commit anew; after a fence against a fresh base. */
  | { readonly kind: 'regenerate'; readonly refreshBase: boolean }
  | { readonly kind: 'resubmit_frozen' }
  /** Permanent: the producer has to be repaired. */
  | { readonly kind: 'fix_producer' }
  /** Permanent: a person has to look. */
  | { readonly kind: 'escalate' };

export function actOnCommit(answer: CommitAnswer): CommitAction {
  switch (answer.kind) {
    case 'committed':
      return { kind: 'seal', outcome: answer };
    case 'already_committed':
      return { kind: 'seal', outcome: { kind: 'reconciled', currentHead: answer.currentHead } };
    case 'no_change':
      return { kind: 'seal', outcome: { kind: 'reconciled', currentHead: null } };
    case 'fenced':
      return { kind: 'regenerate', refreshBase: true };
    case 'nothing_written':
      return { kind: 'regenerate', refreshBase: false };
    case 'ambiguous':
      return { kind: 'resubmit_frozen' };
    case 'invalid_artifact':
      return { kind: 'fix_producer' };
    case 'hash_conflict':
      return { kind: 'escalate' };
  }
}
