/** Everything that stands on the ribbon's lanes, by version. */

import { resolveLineage } from '@/lib/engine/lance/lineage';
import { judgeLease, leaseExpiry } from '@/lib/engine/leases/lease-rules';
import { judgeIntent } from '@/lib/engine/references/reference-rules';
import {
  advancedRuns,
  hasAdvanced,
  judgeMarker,
  type MarkerStanding,
} from '@/lib/engine/retirement/retirement-rules';
import type { DatasetFacts } from '@/lib/lake/dataset-facts';
import { presenceOf } from '@/lib/lake/presence';
import type { RibbonMarkFacts } from '@/lib/lake/ribbon-rules';
import { wordsOfPath } from './reference-words';

export function ribbonMarks(facts: DatasetFacts): RibbonMarkFacts[] {
  return [
    ...tagMarks(facts),
    ...branchMarks(facts),
    ...leaseMarks(facts),
    ...intentMarks(facts),
    ...markerMarks(facts),
  ];
}

function tagMarks({ control, branch }: DatasetFacts): RibbonMarkFacts[] {
  return control.tags.flatMap(({ name, body, storedAt }) => {
    if (body.kind !== 'read' || body.value.kind !== 'found' || body.value.reference.branch !== branch)
      return [];
    const { version, createdAt } = body.value.reference;
    return [{ ...mark, lane: 'tags', version, subject: name, state: 'tag', since: createdAt ?? storedAt }];
  });
}

function branchMarks({ control, branch }: DatasetFacts): RibbonMarkFacts[] {
  const found = control.branches.flatMap(({ body }) =>
    body.kind === 'read' && body.value.kind === 'found' ? [body.value.reference] : [],
  );
  return resolveLineage(found).flatMap(({ branch: child, forks }) => {
    const [nearest] = forks;
    if (nearest === undefined || nearest.branch !== branch) return [];
    const since = Number(child.createdAtSeconds) * 1000;
    return [
      { ...mark, lane: 'branches', version: nearest.version, subject: child.name, state: 'branch', since },
    ];
  });
}

function leaseMarks({ control, namespace }: DatasetFacts): RibbonMarkFacts[] {
  return control.leases
    .filter((lease) => lease.namespace === namespace)
    .map((lease) => ({
      ...mark,
      lane: 'leases',
      version: lease.version,
      subject: lease.id,
      state: 'lease',
      standing: judgeLease(lease, lease.listedAt),
      since: lease.storedAt,
      until: leaseExpiry(lease.storedAt, lease.ttlMicros),
    }));
}

function intentMarks({ control, namespace }: DatasetFacts): RibbonMarkFacts[] {
  return control.intents
    .filter((intent) => intent.namespace === namespace)
    .map((intent) => {
      const record = intent.body.kind === 'read' ? intent.body.value : null;
      const judgement = judgeIntent({ storedAt: intent.storedAt, record }, intent.listedAt);
      const subject = record === null ? intent.id : wordsOfPath(control, record.mutation.path);
      return {
        ...mark,
        lane: 'intents',
        version: intent.version,
        subject,
        state: record?.state ?? 'unknown',
        standing: judgement.standing,
        since: intent.storedAt,
        until: judgement.ownedUntil,
      };
    });
}

function markerMarks(facts: DatasetFacts): RibbonMarkFacts[] {
  const { control, namespace } = facts;
  const runs = advancedRuns(control.markers);
  return control.markers
    .filter((marker) => marker.namespace === namespace)
    .map((marker) => {
      const manifests = presenceOf(facts, marker.namespace, marker.version);
      const advanced = hasAdvanced(marker, runs);
      const judgement = judgeMarker(marker, { storeTime: marker.listedAt, manifests, advanced });
      return {
        ...mark,
        lane: 'retirement',
        version: marker.version,
        subject: marker.markerOperationId,
        state: marker.marker,
        standing: standings[judgement.standing],
        since: marker.storedAt,
        until: judgement.ownedUntil,
      };
    });
}

const standings: Readonly<Record<MarkerStanding, RibbonMarkFacts['standing']>> = {
  in_use: 'active',
  stale: 'expired',
  abandoned: 'abandoned',
  waiting: 'expired',
  unknown: 'unknown',
};

const mark = { standing: 'active', since: null, until: null, count: 1 } as const;
