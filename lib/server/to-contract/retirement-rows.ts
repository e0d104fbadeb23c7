/** Retirement markers as rows: what each means now and what comes next. */
import type { z } from 'zod';
import type { retirementRow } from '@/lib/contracts/control';
import type { MarkerEntry } from '@/lib/engine/control/control-entries';
import { advancedRuns, hasAdvanced, judgeMarker } from '@/lib/engine/retirement/retirement-rules';
import type { DatasetFacts } from '@/lib/lake/dataset-facts';
import { presenceOf } from '@/lib/lake/presence';
import type { Place } from './place';
import { problemOf } from './problems';
import { decimal, iso } from './scalars';

export type RetirementRowInput = z.input<typeof retirementRow>;

export function retirementRows(place: Place, facts: DatasetFacts): RetirementRowInput[] {
  const runs = advancedRuns(facts.control.markers);
  return facts.control.markers.map((marker) => {
    const manifests = presenceOf(facts, marker.namespace, marker.version);
    const judgement = judgeMarker(marker, {
      storeTime: marker.listedAt,
      manifests,
      advanced: hasAdvanced(marker, runs),
    });
    return {
      ...place,
      key: marker.entry,
      namespace: marker.namespace,
      branch: facts.branchOf.get(marker.namespace) ?? null,
      version: decimal(marker.version),
      markerOperationId: marker.markerOperationId,
      marker: marker.marker,
      since: iso(marker.storedAt),
      ownedUntil: iso(judgement.ownedUntil),
      standing: judgement.standing,
      manifests,
      manifestPaths: pathsOf(marker),
      sentence: judgement.sentence,
      problem: marker.body === null ? null : problemOf(marker.body),
    };
  });
}

function pathsOf({ body }: MarkerEntry): string[] {
  return body?.kind === 'read' ? [...body.value.manifestPaths] : [];
}
