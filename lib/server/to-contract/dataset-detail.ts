/** A dataset's summary for lists and its detail for its own page. */
import type { z } from 'zod';
import type { datasetDetail, datasetSummary } from '@/lib/contracts/datasets';
import type { policy } from '@/lib/contracts/lakes';
import type { ControlState } from '@/lib/engine/control/control-entries';
import { flagNames } from '@/lib/engine/lance/feature-flags';
import type { EffectivePolicy } from '@/lib/engine/protection/retention-policy';
import { foreignRootRefusal, tagCreationRefusal } from '@/lib/engine/references/creation-rules';
import { isThere } from '@/lib/lake/control-counts';
import { damageOf } from '@/lib/lake/damage';
import type { Dataset } from '@/lib/lake/dataset';
import type { DatasetFacts } from '@/lib/lake/dataset-facts';
import type { Explanation } from '@/lib/lake/explain';
import { findingsOf, healthOf } from '@/lib/lake/findings';
import { placeOf } from './place';
import { decimal, iso, safeCount } from './scalars';

interface Known {
  readonly lake: { readonly settings: { readonly id: string } };
  readonly path: string;
  readonly dataset: Dataset;
  readonly facts: DatasetFacts;
  readonly explanation: Explanation;
}

export function toDatasetSummary(known: Known): z.input<typeof datasetSummary> {
  const { lake, path, dataset, facts } = known;
  const { control, names, head } = facts;
  const { dataset: id, datasetName } = placeOf(lake.settings.id, path);
  const findings = findingsOf(known);
  const counts = head?.finding.kind === 'read' ? head.finding.manifest.summary.counts : null;
  const listed = control.listedUpTo === null;
  return {
    lake: lake.settings.id,
    id,
    path,
    name: datasetName,
    uri: facts.reader.uri,
    state: healthOf(findings, facts),
    problem: findings[0]?.problem ?? null,
    latest: decimal(names.listing.latest),
    latestStoredAt: iso(head?.entry.storedAt ?? null),
    rows: safeCount(counts?.rows ?? null),
    bytes: dataset.countedStorage(facts)?.value.account.total.bytes ?? null,
    branches: listed ? control.branches.filter(({ body }) => isThere(body)).length : null,
    tags: listed ? control.tags.filter(({ body }) => isThere(body)).length : null,
    leases: listed ? control.leases.length : null,
    retirements: listed ? control.markers.length : null,
    intents: listed ? control.intents.length : null,
    corrupt: listed ? control.corrupt.length : null,
  };
}

/** @param conditionalDelete as the last probe of its store found */
export function toDatasetDetail(known: Known, conditionalDelete: boolean): z.input<typeof datasetDetail> {
  const { facts, explanation } = known;
  const { control, names, head } = facts;
  const { listing } = names;
  const summary = head?.finding.kind === 'read' ? head.finding.manifest.summary : null;
  return {
    ...toDatasetSummary(known),
    branch: facts.branch,
    branchNames: control.branches.flatMap(({ name, body }) => (isThere(body) ? [name] : [])).sort(),
    namingScheme: listing.scheme ?? 'unknown',
    versionCount: listing.complete
      ? { kind: 'exact', value: String(names.columns.length) }
      : { kind: 'up_to', value: decimal(listing.latest) ?? '0' },
    holes: listing.complete ? safeCount(listing.holes) : null,
    detached: listing.complete ? listing.detached.length : null,
    policy: toPolicy(explanation.cleaner.policy),
    autoCleanup: { ...explanation.autoCleanup?.written },
    writer: summary?.writer ? `${summary.writer.library} ${summary.writer.version}` : null,
    writerFlags: summary === null ? [] : [...flagNames(summary.writerFlags)],
    readOnly: [...explanation.refusals],
    tagging: taggingOf(control, conditionalDelete),
    dataFormat: summary?.dataFormat
      ? `${summary.dataFormat.fileFormat} ${summary.dataFormat.version}`.trim()
      : null,
    fragments: summary?.counts.fragments ?? null,
    indices: summary?.indices.length ?? null,
    releasedWriter: explanation.cleaner.releasedWriter,
    damage: damageOf(facts),
  };
}

/** What is not listed yet may be lifecycle objects; only what was seen refuses beforehand, the change itself looks again. */
function taggingOf(control: ControlState, conditionalDelete: boolean) {
  const { leases, markers, intents, states, terminations, foreignRoot } = control;
  const change = foreignRoot === null ? null : foreignRootRefusal;
  const lifecycle = [leases, markers, intents, states, terminations].some((rows) => rows.length > 0);
  return { create: change ?? tagCreationRefusal({ conditionalDelete, lifecycle }), change };
}

function toPolicy(effective: EffectivePolicy): z.input<typeof policy> {
  const { source, olderThan, olderThanMs, retainVersions, keepTags } = effective;
  return { source, olderThan, olderThanMs, retainVersions, keepTags: [...keepTags] };
}
