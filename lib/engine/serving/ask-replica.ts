/** Asks a replica for something, create-only, and reads what it answered (E.2, F). */
import type { z } from 'zod';
import { VamplateError } from '@/lib/base/errors';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { type Intent, type IntentResult, intentResultSchema, intentSchema } from './intent-schema';
import type { ReplicaPlaces } from './serving-names';

const maxBytes = 16 * 1024;
const maxTries = 4;

/**
 * Writes the intent, once. An answer that was lost is settled by creating the very same bytes again: whichever lands,
 * there is one, and the replica answers it once.
 * @throws `conflict` when another intent has this id; `unavailable` with `details.outcome` when nobody can tell
 */
export async function askReplica(store: ObjectStore, places: ReplicaPlaces, intent: Intent): Promise<void> {
  const key = places.intent(intent.id);
  const body = new TextEncoder().encode(JSON.stringify(intentSchema.parse(intent)));
  let sure = true;
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const answer = await store.create(key, body);
    if (answer.kind === 'written') return;
    if (answer.kind === 'conflict') {
      const there = await store.get(key, { maxBytes });
      if (there.kind === 'found' && Buffer.compare(there.body, body) === 0) return;
      throw new VamplateError('conflict', 'Another intent has this id.', { intent: intent.id });
    }
    sure = false;
  }
  throw new VamplateError('unavailable', 'Whether the intent was written is not known.', {
    outcome: sure ? 'not_written' : 'unknown',
    intent: intent.id,
  });
}

export interface AskedIntent {
  readonly intent: Intent;
  /** Null: the replica has not answered yet. */
  readonly result: IntentResult | null;
}

/** Null when this replica was never asked under this id. @throws `corrupt` for what is no intent or no result */
export async function findIntent(
  store: ObjectStore,
  places: ReplicaPlaces,
  id: string,
): Promise<AskedIntent | null> {
  const intent = await read(store, places.intent(id), intentSchema);
  if (intent === null) return null;
  return { intent, result: await read(store, places.intentResult(id), intentResultSchema) };
}

async function read<T>(store: ObjectStore, key: string, schema: z.ZodType<T>): Promise<T | null> {
  const answer = await store.get(key, { maxBytes });
  if (answer.kind === 'absent') return null;
  if (answer.kind === 'too_large') throw new VamplateError('corrupt', 'It is too large to be read.', { key });
  try {
    return schema.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(answer.body)));
  } catch (cause) {
    throw new VamplateError('corrupt', 'It is not in its form.', { key }, { cause });
  }
}
