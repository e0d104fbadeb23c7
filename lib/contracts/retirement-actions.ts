/** Cancelling one retirement marker, and settling publications whose owners are gone. */
import { actionReply, reason, typedName } from './actions';
import { orWaiting } from './approvals';
import type { Endpoint } from './endpoint';
import { datasetParams, versionParams } from './endpoint-params';
import { instant, versionString } from './primitives';
import { emptyBody } from './session';
import { z } from './zod';

const markerParams = versionParams.extend({
  marker: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .meta({ description: "The marker's operation id." }),
});

export const settledIntent = z.object({
  key: z.string(),
  version: versionString,
  referencePath: z.string(),
  /**
   * `owned`: its owner may still finish it. `kept`: its reference stands. `revoked`: it will never be seen. `leftover`:
   * the next cleanup removes it. `open`: the store did not say.
   */
  became: z.enum(['owned', 'kept', 'revoked', 'leftover', 'open']),
});

export const retirementEndpoints = {
  cancelRetirement: {
    method: 'POST',
    path: '/api/v1/datasets/{lake}/{id}/retirements/{version}/{marker}/cancel',
    access: 'operator',
    summary: 'Remove a stale drain, or an abandoned seal of a version that is leased or referenced.',
    params: markerParams,
    body: z.strictObject({
      namespace: z.string().min(1).max(64),
      kind: z.enum(['draining', 'sealed']),
      /** `since` of the marker as it was shown. */
      since: instant,
      reason,
      /** Of a seal: the process behind the operation is stopped. */
      processStopped: z.boolean().default(false),
      /** Of a seal: the dataset's path below the lake; the lake's id for the lake's own root. */
      typedName: typedName.optional(),
    }),
    response: orWaiting(actionReply({ removed: z.array(z.string()) })),
    action: {
      ...{ name: 'cancel_retirement', friction: 2, grant: 'protect', store: 'cleanup' },
      harder: { when: 'it is a seal', access: 'admin', friction: 3 },
    },
  },
  settleIntents: {
    method: 'POST',
    path: '/api/v1/datasets/{lake}/{id}/intents/settle',
    access: 'operator',
    summary: 'Settle every publication whose owner is gone.',
    params: datasetParams,
    body: emptyBody,
    response: actionReply({ settled: z.array(settledIntent) }),
    action: { name: 'settle_intents', friction: 1, grant: 'protect', store: 'deleteTag' },
  },
} as const satisfies Record<string, Endpoint>;
