/** Which versions on top of clean are proven to be maintenance, and how sure that makes drift and descendants (E.6). */
import type { TransactionFacts } from '@/lib/engine/lance/manifest-facts';
import { type HeadDecision, type KnownMaintenance, verifiedMaintenance } from './head-rules';

/** They rearrange what is there, materialise deletions at most, or set numbers aside; no row changes its content. */
const alwaysMaintenance: ReadonlySet<string> = new Set(['Rewrite', 'CreateIndex', 'ReserveFragments']);

export interface MaintenancePolicy {
  /** Whether a change of the table's configuration counts too; not unless somebody says so. */
  readonly acceptsConfig: boolean;
}

/** What made one version, as far as it can be read. */
export type VersionEvidence =
  | { readonly kind: 'read'; readonly operation: string | null }
  | { readonly kind: 'missing'; readonly what: 'manifest' | 'transaction' }
  | { readonly kind: 'unreadable'; readonly because: string };

/** Why the verified versions end where they do. */
export type ProofEnd =
  /** Every version up to the head is maintenance. */
  | { readonly kind: 'at_head' }
  | { readonly kind: 'other_operation'; readonly version: bigint; readonly operation: string }
  | { readonly kind: 'missing'; readonly version: bigint; readonly what: 'manifest' | 'transaction' }
  | { readonly kind: 'unreadable'; readonly version: bigint; readonly because: string }
  | { readonly kind: 'bound'; readonly version: bigint; readonly of: 'versions' | 'bytes' };

export interface MaintenanceProof {
  readonly clean: bigint;
  readonly head: bigint;
  /** Without a gap from clean + 1 on: a later version is never a member before every one below it is. */
  readonly verified: readonly bigint[];
  readonly end: ProofEnd;
}

/** Null when the version is verified maintenance, otherwise what ends the proof there. */
export function endAt(
  version: bigint,
  evidence: VersionEvidence,
  policy: MaintenancePolicy,
): ProofEnd | null {
  switch (evidence.kind) {
    case 'missing':
    case 'unreadable':
      return { ...evidence, version };
    case 'read': {
      const { operation } = evidence;
      if (operation === null) return { kind: 'unreadable', version, because: 'it names no operation' };
      const accepted =
        alwaysMaintenance.has(operation) || (policy.acceptsConfig && operation === 'UpdateConfig');
      return accepted ? null : { kind: 'other_operation', version, operation };
    }
  }
}

/** A transaction file belongs to a manifest by its name, which states what it was built on and its own id. */
export function belongsTo(fileName: string, { readVersion, uuid }: TransactionFacts): boolean {
  return fileName === `${readVersion}-${uuid}.txn`;
}

export function maintenanceOf({ verified }: MaintenanceProof): KnownMaintenance {
  return verifiedMaintenance(verified);
}

/**
 * `proven`: the history itself says so. `asserted`: the replica says so and nothing contradicts it. `contradicted`: the
 * history says otherwise. `unknown`: nobody can say.
 */
export type HeadCertainty = 'proven' | 'asserted' | 'contradicted' | 'unknown';

/** @param proof null where none was made; one of another clean or head proves nothing about this decision */
export function certaintyOf(
  decision: HeadDecision,
  proof: MaintenanceProof | null,
  clean: bigint,
): HeadCertainty {
  switch (decision.kind) {
    case 'serve_head':
      // Head is clean itself: there is nothing in between to explain.
      return 'proven';
    case 'replica_incomplete':
      return 'unknown';
    case 'serve_known_descendant':
      return judge(proof, clean, decision.version, 'at_head', 'other_operation', 'asserted');
    case 'checkout_clean':
      return judge(proof, clean, decision.head, 'other_operation', 'at_head', 'unknown');
  }
}

function judge(
  proof: MaintenanceProof | null,
  clean: bigint,
  head: bigint,
  proves: ProofEnd['kind'],
  contradicts: ProofEnd['kind'],
  otherwise: HeadCertainty,
): HeadCertainty {
  if (proof === null || proof.clean !== clean || proof.head !== head) return otherwise;
  if (proof.end.kind === proves) return 'proven';
  return proof.end.kind === contradicts ? 'contradicted' : otherwise;
}
