/** What protection is told of a version: the listing's facts, and the manifest's where it was read. */
import { judgeFlags } from '@/lib/engine/lance/feature-flags';
import type { VersionFact } from '@/lib/engine/protection/protection-facts';
import type { ManifestFinding } from './manifest-memory';
import type { ListedVersion } from './version-columns';

export function versionFact(entry: ListedVersion, finding: ManifestFinding | undefined): VersionFact {
  const summary = finding?.kind === 'read' ? finding.manifest.summary : null;
  return {
    version: entry.version,
    storedAt: entry.storedAt,
    detached: entry.scheme === 'detached',
    read: finding === undefined ? 'not_yet' : finding.kind,
    committedAtMs: summary?.committedAt?.ms ?? null,
    flagReasons: summary === null ? [] : judgeFlags(summary).reasons,
  };
}
