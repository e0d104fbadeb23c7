/** Whether everything that one version needs is there. It only reads, so the lake need not grant anything and nothing is recorded. */

import { systemRandom } from '@/lib/base/random';
import { decodeDatasetId } from '@/lib/contracts/dataset-id';
import type { endpoints } from '@/lib/contracts/endpoints';
import { openEngine } from '@/lib/engine/engine';
import type { VersionVerification } from '@/lib/engine/protection/verify-version';
import { metered } from '@/lib/engine/store/metered-store';
import type { Operation } from '../http/operation';
import { versionName } from '../journal/target-names';
import { lakesOf } from '../lakes';
import { iso } from '../to-contract/scalars';

export const verifyVersion: Operation<typeof endpoints.verifyVersion> = async (context, { params, body }) => {
  const { runtime, signal } = context;
  const lake = lakesOf(runtime).lake(params.lake);
  const path = decodeDatasetId(params.id);
  await lake.dataset(path);
  const readAt = runtime.clock.wall();
  const { store, meter } = metered(lake.store);
  const { clock } = runtime;
  const engine = openEngine({ store, clock, random: systemRandom, conditionalDelete: false }).dataset(path);
  const { branch } = body;
  const found = await engine.verifyVersion({ branch, version: BigInt(params.version) }, signal);
  const { verdict, provenAt, objects, missing, missingCount, notAsked, versionsLookedAt } = found;
  return {
    verification: {
      ...{ version: params.version, branch, verdict, objects, missing: [...missing], missingCount },
      sentence: sentenceOf(versionName(params.version, branch), found),
      provenAt: iso(provenAt),
      lastReadable: found.lastReadable === null ? null : `${found.lastReadable}`,
      versionsLookedAt,
    },
    meta: {
      ...{ readAt: iso(readAt), storeTime: iso(provenAt), requests: meter.requests, bytes: meter.bytes },
      ...{ complete: notAsked.length === 0, notes: [...notAsked] },
    },
  };
};

function sentenceOf(name: string, found: VersionVerification): string {
  const { verdict, objects, missingCount, lastReadable, notAsked } = found;
  const whole = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  if (verdict === 'restorable') {
    const at = iso(found.provenAt);
    return `${whole} is restorable, proven at ${at ?? 'a time the store does not state'}: all ${objects} objects it needs answered.`;
  }
  if (verdict === 'unknown') return `${whole} is not proven to be restorable: ${notAsked.join(' ')}`;
  const last =
    lastReadable === null
      ? 'No other version that was looked at is whole.'
      : `The newest version that is whole is ${lastReadable}.`;
  return `${whole} cannot be restored: ${missingCount} of ${objects} objects are missing or damaged. ${last}`;
}
