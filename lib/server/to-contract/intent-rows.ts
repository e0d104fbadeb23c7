/** Reference intents as rows: what is about to be published, and whether its owner still owns it. */
import type { z } from 'zod';
import type { intentRow } from '@/lib/contracts/control';
import { judgeIntent } from '@/lib/engine/references/reference-rules';
import type { DatasetFacts } from '@/lib/lake/dataset-facts';
import type { Place } from './place';
import { problemOf } from './problems';
import { wordsOfPath } from './reference-words';
import { decimal, iso } from './scalars';

export type IntentRowInput = z.input<typeof intentRow>;

export function intentRows(place: Place, facts: DatasetFacts): IntentRowInput[] {
  return facts.control.intents.map((intent) => {
    const record = intent.body.kind === 'read' ? intent.body.value : null;
    const judgement = judgeIntent({ storedAt: intent.storedAt, record }, intent.listedAt);
    const path = record?.mutation.path ?? null;
    return {
      ...place,
      key: intent.entry,
      id: intent.id,
      namespace: intent.namespace,
      branch: facts.branchOf.get(intent.namespace) ?? null,
      version: decimal(intent.version),
      mutation: record?.mutation.kind ?? 'unknown',
      referencePath: path,
      referenceName: path === null ? null : wordsOfPath(facts.control, path),
      state: record?.state ?? 'pending',
      operationId: record === null || record.operationId === '' ? null : record.operationId,
      since: iso(intent.storedAt),
      ownedUntil: iso(judgement.ownedUntil),
      standing: judgement.standing,
      sentence: judgement.sentence,
      problem: problemOf(intent.body),
    };
  });
}
