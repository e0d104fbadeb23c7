/** An intent as the replica reads it, and as our wire tells of it. */
import { withoutSecrets } from '@/lib/base/secret-rules';
import type { ServingExpected, ServingIntent, ServingRequest } from '@/lib/contracts/serving-actions';
import type { AskedIntent } from '@/lib/engine/serving/ask-replica';
import type { Intent } from '@/lib/engine/serving/intent-schema';
import type { ExpectedReplica } from '@/lib/engine/serving/report-rules';
import { iso } from './scalars';

export interface ToAsk {
  readonly id: string;
  readonly request: ServingRequest;
  readonly expected: ServingExpected;
  readonly reason: string;
  readonly actor: string;
  /** ISO 8601. */
  readonly at: string;
}

export function intentToAsk({ id, request, expected, reason, actor, at }: ToAsk): Intent {
  const { epoch, generation, active, clean, head } = expected;
  return {
    ...{ schema: 'lance-serving-intent/1', id, action: request.action, actor_label: actor, reason, at },
    expected: { epoch, generation, active, clean: numberOf(clean), head: numberOf(head) },
    params: paramsOf(request),
  };
}

/** A number that JSON cannot hold exactly is none that any replica reports: it matches nothing. */
function numberOf(version: string | null): number | null {
  return version === null ? null : Number(version);
}

function paramsOf(request: ServingRequest): Intent['params'] {
  switch (request.action) {
    case 'pin_clean':
      return request.tag === undefined ? {} : { tag: request.tag };
    case 'unpin':
      return { tag: request.tag };
    case 'ack_drift':
      return { expires_at: request.expiresAt };
    case 'rerun_import':
      return { supersede: request.supersede ?? false };
    case 'set_retention':
      return {
        grace_until: request.graceUntil,
        ...(request.keepVersions === undefined ? {} : { keep_versions: request.keepVersions.map(Number) }),
      };
    default:
      return {};
  }
}

export function intentOf(
  { lineage, replicaId }: ExpectedReplica,
  { intent, result }: AskedIntent,
): ServingIntent {
  return {
    ...{ id: intent.id, replica: replicaId, lineage: `${lineage.family}-v${lineage.layoutAbi}` },
    ...{ action: intent.action, actor: intent.actor_label, reason: withoutSecrets(intent.reason) },
    at: iso(Date.parse(intent.at)),
    result:
      result === null
        ? null
        : {
            outcome: result.outcome,
            reason: result.reason === null ? null : withoutSecrets(result.reason),
            at: iso(Date.parse(result.at)),
            ...{ instance: result.by.instance_id, epoch: result.by.epoch },
          },
  };
}
