/** Versions as rows: what the listing says, why each is kept, and what its manifest adds once it is read. */
import type { z } from 'zod';
import type { earliestReclaim, protection } from '@/lib/contracts/protection';
import type { versionRow } from '@/lib/contracts/versions';
import type { EarliestReclaim, Protection } from '@/lib/engine/protection/protection-facts';
import {
  explainVersions,
  type VersionExplanation,
  type VersionPage,
} from '@/lib/engine/protection/protection-rules';
import type { DatasetFacts } from '@/lib/lake/dataset-facts';
import type { Explanation } from '@/lib/lake/explain';
import type { ManifestFinding } from '@/lib/lake/manifest-memory';
import type { ManifestNeeds } from '@/lib/lake/needs-index';
import type { ListedVersion } from '@/lib/lake/version-columns';
import { versionFact } from '@/lib/lake/version-facts';
import { decimal, iso, safeCount } from './scalars';

export type VersionRowInput = z.input<typeof versionRow>;

/** A listed version with what is known of its manifest. */
export interface KnownVersion {
  readonly entry: ListedVersion;
  readonly finding: ManifestFinding | undefined;
  readonly explanation: VersionExplanation;
}

/** @param newerThanPage how many versions are newer than the first entry; null when they were not all listed */
export function explainEntries(
  facts: DatasetFacts,
  explanation: Explanation,
  entries: readonly ListedVersion[],
  newerThanPage: number | null,
): KnownVersion[] {
  const root = facts.reader.root(facts.branch);
  const findings = entries.map((entry) => facts.reader.manifests.peek(root, entry));
  const page: VersionPage = {
    versions: entries.map((entry, index) => versionFact(entry, findings[index])),
    latest: facts.names.listing.latest,
    newerThanPage,
  };
  const explained = explainVersions(page, explanation.holders, explanation.cleaner);
  return entries.flatMap((entry, index) => {
    const one = explained[index];
    return one === undefined ? [] : [{ entry, finding: findings[index], explanation: one }];
  });
}

export function toVersionRow(facts: DatasetFacts, known: KnownVersion): VersionRowInput {
  const { entry, finding, explanation } = known;
  const manifest = finding?.kind === 'read' ? finding.manifest : null;
  const counts = manifest?.summary.counts ?? null;
  const reclaim = toEarliest(explanation.earliestReclaim);
  return {
    version: decimal(entry.version),
    branch: facts.branch,
    detached: explanation.detached,
    storedAt: iso(entry.storedAt),
    manifestBytes: entry.manifestBytes,
    protections: explanation.protections.map(toProtection),
    verdict: explanation.verdict,
    atRisk: explanation.atRisk,
    earliestReclaimAt: reclaim.kind === 'at' ? reclaim.at : null,
    earliestReclaim: reclaim,
    read: finding === undefined ? 'not_yet' : finding.kind,
    problem: problemOf(finding, facts.reader.manifests.peekNeeds(facts.reader.root(facts.branch), entry)),
    committedAt: iso(manifest?.summary.committedAt?.ms ?? null),
    operation: manifest?.operation ?? null,
    rows: safeCount(counts?.rows ?? null),
    fragments: counts?.fragments ?? null,
    dataFiles: counts?.dataFiles ?? null,
    bytes: counts?.dataBytesComplete ? counts.dataBytes : null,
  };
}

function problemOf(finding: ManifestFinding | undefined, needs: ManifestNeeds | undefined): string | null {
  if (finding === undefined) return null;
  if (finding.kind === 'failed') return finding.problem;
  const { mismatch } = finding.manifest;
  if (mismatch !== null) return `Its file is named ${mismatch.named}, and states version ${mismatch.stated}.`;
  return needs?.kind === 'corrupt' ? needs.problem : null;
}

export function toProtection(one: Protection): z.input<typeof protection> {
  return { ...one, since: iso(one.since), until: iso(one.until) };
}

export function toEarliest(earliest: EarliestReclaim): z.input<typeof earliestReclaim> {
  if (earliest.kind !== 'at') return earliest;
  const at = iso(earliest.at);
  return at === null
    ? { kind: 'unknown', because: 'its end is beyond every calendar' }
    : { kind: 'at', at, estimated: earliest.estimated };
}
