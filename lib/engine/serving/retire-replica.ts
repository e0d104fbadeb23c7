/** An admin states that a replica is gone for good, with a reason; until then what it may serve is kept (D14). */
import { z } from 'zod';
import { VamplateError } from '@/lib/base/errors';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import type { ExpectedReplica } from './report-rules';
import { retiredKey, retiredPrefix } from './retired-rules';

const retiredSchema = z.object({
  schema: z.literal('vamplate-retired-replica/1'),
  actor: z.string().min(1).max(200),
  reason: z.string().min(1).max(2_000),
  at: z.iso.datetime(),
});
export type RetiredReplica = z.infer<typeof retiredSchema>;

const maxBytes = 16 * 1024;
const maxPages = 10;
const maxTries = 4;

/**
 * @param claim of the report that was seen, by `claimOf`
 * @returns the record that stands: an earlier one of the same report stays as it is
 * @throws `unavailable` with `details.outcome` when nobody can tell whether it was written
 */
export function retireReplica(
  store: ObjectStore,
  place: ExpectedReplica,
  claim: string,
  record: Omit<RetiredReplica, 'schema'>,
): Promise<RetiredReplica> {
  return recordRetirement(store, retiredKey(place, claim), record);
}

/** Created once, under whichever key it belongs. @returns and @throws as `retireReplica` */
export async function recordRetirement(
  store: ObjectStore,
  key: string,
  record: Omit<RetiredReplica, 'schema'>,
): Promise<RetiredReplica> {
  const retired: RetiredReplica = { schema: 'vamplate-retired-replica/1', ...record };
  const body = new TextEncoder().encode(JSON.stringify(retired));
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const answer = await store.create(key, body);
    if (answer.kind === 'written') return retired;
    if (answer.kind === 'conflict') return readRecord(store, key);
  }
  throw new VamplateError('unavailable', 'Whether the replica was retired is not known.', {
    outcome: 'unknown',
  });
}

/**
 * The keys of all retirements of one environment: `retiredKey` of a replica and its claim is among them, or it holds.
 * @throws `unavailable` without a definite listing, or when there are more than can be listed
 */
export async function listRetired(store: ObjectStore, env: string): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  let next: string | null = null;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page = await store.list({ prefix: retiredPrefix(env), ...(next === null ? {} : { next }) });
    for (const { key } of page.objects) keys.add(key);
    next = page.next;
    if (next === null) return keys;
  }
  throw new VamplateError('unavailable', 'There are more retired replicas than are listed.', { env });
}

/** @throws `corrupt` for what is no record, `unavailable` when it is not there any more */
export async function readRecord(store: ObjectStore, key: string): Promise<RetiredReplica> {
  const answer = await store.get(key, { maxBytes });
  if (answer.kind === 'absent') throw new VamplateError('unavailable', 'The record is gone.', { key });
  try {
    if (answer.kind === 'too_large') throw new RangeError('too large');
    return retiredSchema.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(answer.body)));
  } catch (cause) {
    throw new VamplateError('corrupt', 'This is no record of a retired replica.', { key }, { cause });
  }
}
