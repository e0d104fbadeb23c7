/**
 * Learns by trying what one store offers (A1 to A7): writes a few objects below `_vamplate/probe/<ulid>/` (decision D5),
 * never elsewhere, removes them, and says for each assumption what it saw. Anything that goes wrong is `unknown`, never `yes`.
 */
import { ulid } from 'ulid';
import type { Clock } from '@/lib/base/clock';
import { isVamplateError } from '@/lib/base/errors';
import type { Random } from '@/lib/base/random';
import type { Finding, Findings } from './capability-rules';
import type { ETagSpelling, ObjectStore, StoreTime } from './object-store';
import { prefixedStore } from './prefixed-store';
import { probeCreate, probeDeleteIfMatch, probeReplace } from './probe-conditions';
import type { ProbeContext } from './probe-context';
import { probeListing, probeOrder, probeWhole } from './probe-listings';
import { probeTimes } from './probe-times';

export interface StoreCapabilities extends Findings {
  readonly orderedListing: Finding;
  readonly etagSpelling: ETagSpelling | null;
  /** Coarseness of times in listings and in HEAD answers, in milliseconds; null when it was not seen. */
  readonly listPrecisionMs: number | null;
  readonly headPrecisionMs: number | null;
  /** The store's clock minus this host's, within the time of one answer; null without A6. */
  readonly storeClockSkewMs: number | null;
  /** By the store's clock, else null. */
  readonly probedAt: StoreTime;
  /** Keys the probe wrote and could not remove, relative to the store. */
  readonly leftovers: readonly string[];
}

export interface ProbeOptions {
  readonly clock: Clock;
  readonly random: Random;
}

/** Bounded: some 150 small requests. Never throws for what the store does; that is what it reports. */
export async function probeStore(
  store: ObjectStore,
  { clock, random }: ProbeOptions,
): Promise<StoreCapabilities> {
  const folder = `_vamplate/probe/${ulid(clock.wall(), () => (random.bytes(1)[0] ?? 0) / 256)}`;
  const context = (part: string): ProbeContext => ({
    clock,
    store: prefixedStore(store, `${folder}/${part}`),
  });
  const createIfAbsent = await attempted(() => probeCreate(context('create')));
  const replaceIfMatch = await attempted(() => probeReplace(context('replace')));
  const deleteIfMatch = await attempted(() => probeDeleteIfMatch(context('delete')));
  const strongListing = await attempted(() => probeListing(context('list')));
  const orderedListing = await attempted(() => probeOrder(context('order')));
  const wholeObjects = await attempted(() => probeWhole(context('whole')));
  const traits = await store.traits?.().catch(() => undefined);
  const times = await probeTimes(context('time'), traits?.clockCaveat ?? null).catch((error: unknown) => ({
    storageTime: untold(error),
    answerTime: untold(error),
    listPrecisionMs: null,
    headPrecisionMs: null,
    storeClockSkewMs: null,
    probedAt: null,
  }));
  const leftovers = await cleanUp(store, `${folder}/`);
  return {
    createIfAbsent,
    replaceIfMatch,
    deleteIfMatch,
    strongListing,
    orderedListing,
    wholeObjects,
    ...times,
    etagSpelling: traits?.etagSpelling ?? null,
    leftovers,
  };
}

async function attempted(part: () => Promise<Finding>): Promise<Finding> {
  try {
    return await part();
  } catch (error) {
    if (isVamplateError(error) && error.kind === 'unsupported')
      return { answer: 'no', evidence: error.message };
    return untold(error);
  }
}

function untold(error: unknown): Finding {
  const why = isVamplateError(error) ? error.message : String(error);
  return { answer: 'unknown', evidence: `The probe could not finish: ${why}` };
}

/** Removes everything of this probe; a write that was uncertain may land after the first look, so it looks again. */
async function cleanUp(store: ObjectStore, prefix: string): Promise<readonly string[]> {
  let left: readonly string[] = [prefix];
  for (let round = 0; round < 3 && left.length > 0; round += 1) {
    try {
      await store.deleteBatch(await keysBelow(store, prefix));
      left = await keysBelow(store, prefix);
    } catch {
      // What could not be listed is named as left over, by its folder.
    }
  }
  return left;
}

async function keysBelow(store: ObjectStore, prefix: string): Promise<readonly string[]> {
  return (await store.list({ prefix })).objects.map(({ key }) => key);
}
