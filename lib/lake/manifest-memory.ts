/** What is remembered of manifests for a whole lake, by identity: summaries, what they need, and bodies; each bounded. */
import type { VamplateError } from '@/lib/base/errors';
import type { ManifestSummary } from '@/lib/engine/lance/manifest-facts';
import type { ManifestReading } from '@/lib/engine/lance/read-manifest';
import { Kept } from './kept';
import { lakeLimits } from './lake-settings';
import { ManifestBodies } from './manifest-bodies';
import type { ManifestNeeds } from './needs-index';
import type { Cost } from './shared-reading';

export interface ReadManifestFacts {
  readonly summary: ManifestSummary;
  readonly etag: string;
  /** The operation's name; null when neither the manifest nor its transaction file tells. */
  readonly operation: string | null;
  readonly readVersion: bigint | null;
  readonly mismatch: ManifestReading<ManifestSummary>['mismatch'];
}

export type ManifestFinding = (
  | { readonly kind: 'read'; readonly manifest: ReadManifestFacts }
  /** Damaged, unsupported, gone, or not given by the store; `error` says which. */
  | { readonly kind: 'failed'; readonly problem: string; readonly error: VamplateError }
) & { readonly cost: Cost };

/** Shared by the datasets of a lake: identities begin with the key, so they never meet. */
export class ManifestMemory {
  readonly findings = new Kept<ManifestFinding>({
    weightOf: weightOfFinding,
    bound: lakeLimits.manifestBytes,
    isLasting,
  });
  readonly needed = new Kept<ManifestNeeds>({ weightOf: weightOfNeeds, bound: lakeLimits.neededBytes });
  readonly bodies = new ManifestBodies(lakeLimits.manifestBodyBytes);
}

/** A manifest that changed while it was read, or was not given, is read again by whoever asks next. */
function isLasting(finding: ManifestFinding): boolean {
  return finding.kind === 'read' || ['corrupt', 'unsupported', 'not_found'].includes(finding.error.kind);
}

/** Bytes, roughly: the summary's own texts, and a kilobyte for the rest. */
function weightOfFinding(finding: ManifestFinding): number {
  let weight = 1_500;
  if (finding.kind === 'failed') return weight;
  const { schemaMetadata, config, tableMetadata, indices, basePaths } = finding.manifest.summary;
  for (const [key, value] of [...schemaMetadata, ...config, ...tableMetadata]) {
    weight += 2 * (key.length + (value?.length ?? 0));
  }
  for (const { files } of indices) weight += 300 + 100 * (files?.length ?? 0);
  return weight + 300 * basePaths.length;
}

function weightOfNeeds(needs: ManifestNeeds): number {
  if (needs.kind === 'corrupt') return 500;
  let weight = 300 + needs.own.byteLength;
  for (const keys of needs.places.values()) weight += 200 + keys.byteLength;
  return weight;
}
