/** Settles every publication of a dataset whose owner is gone, without any cleaner: for people who see one that hangs (F.7). */

import type { StorageInstant } from '@/lib/base/clock';
import { isVamplateError } from '@/lib/base/errors';
import { judgeOwnership, ownedUntil } from '@/lib/engine/retirement/ownership-rules';
import { requireHome } from './home-check';
import { expiryClock } from './reconcile-state';
import type { ReferenceContext } from './reference-context';
import { settleIntent } from './settle-intent';
import { listAllIntents, listStates, type StoredIntent } from './stored-references';
import { sweepStates } from './sweep-states';

/**
 * `owned`: its owner may still finish it. `kept`: its reference stands and is live. `revoked`: it will never be seen.
 * `leftover`: finished by a writer of the mid scheme; the next cleanup removes it. `open`: the store did not say.
 */
export type Settlement = 'owned' | 'kept' | 'revoked' | 'leftover' | 'open';

export interface SettledPublication {
  readonly namespace: string;
  readonly version: bigint;
  readonly intentKey: string;
  readonly operationId: string;
  readonly canonicalPath: string;
  readonly ownedUntil: StorageInstant;
  readonly became: Settlement;
}

/**
 * @returns every intent there was, and what became of it
 * @throws `unsupported` where the dataset was copied (D6), `corrupt` when a control file cannot be read: nothing is
 * written then
 */
export async function settlePublications(context: ReferenceContext): Promise<readonly SettledPublication[]> {
  await requireHome(context);
  const intents = await listAllIntents(context);
  const states = await listStates(context);
  const clocks = new Map<string, StorageInstant>();
  const settled: SettledPublication[] = [];
  for (const intent of intents) {
    const became = await settleOne(context, intent, clocks);
    const { namespace, version, key, record, storedAt } = intent;
    const { operationId, mutation } = record;
    settled.push({
      ...{ namespace, version, operationId, became },
      intentKey: key,
      canonicalPath: mutation.path,
      ownedUntil: ownedUntil(storedAt),
    });
  }
  await sweepStates(context, intents.length > 0 ? await listStates(context) : states);
  return settled;
}

async function settleOne(
  context: ReferenceContext,
  intent: StoredIntent,
  clocks: Map<string, StorageInstant>,
): Promise<Settlement> {
  if (intent.record.state === 'completed') return 'leftover';
  const now = clocks.get(intent.namespace) ?? (await expiryClock(context, intent.namespace));
  clocks.set(intent.namespace, now);
  if (judgeOwnership(intent.storedAt, now) !== 'expired') return 'owned';
  try {
    return await settleIntent(context, intent);
  } catch (error) {
    if (isVamplateError(error) && (error.kind === 'unavailable' || error.kind === 'conflict')) return 'open';
    throw error;
  }
}
