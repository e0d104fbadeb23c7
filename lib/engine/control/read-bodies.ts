/** Fetches small bodies once per ETag: bounded in count, bytes and failures, and no failure becomes an absence. */
import pLimit from 'p-limit';
import { isVamplateError } from '@/lib/base/errors';
import { maxControlBytes } from '@/lib/engine/retirement/decode';
import type { GetAnswer, ObjectMeta, ObjectStore, ReadOptions } from '@/lib/engine/store/object-store';
import { type BodyCache, bodyCacheKey } from './body-cache';
import { maxExcerptBytes } from './excerpt';

export type RawBody =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  /** Longer than any control file; `start` is what an excerpt shows. */
  | { readonly kind: 'too_large'; readonly start: Uint8Array }
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'vanished' };

/** `whole`: up to 1 MiB, to be decoded. `start`: the first 4 KiB, to be shown. */
export interface WantedBody {
  readonly meta: ObjectMeta;
  readonly extent: 'whole' | 'start';
}

export interface ReadBodiesOptions extends ReadOptions {
  readonly cache: BodyCache;
  /** At most this many bodies are asked of the store. */
  readonly maxBodies: number;
  /** At most this many bytes, by the sizes the listing states. */
  readonly maxBytes: number;
  readonly concurrency: number;
}

export interface BodiesRead {
  /** One per wanted body, in their order. */
  readonly bodies: readonly RawBody[];
  readonly notes: readonly string[];
}

/** After so many failures the store is taken to be down for this reading, and the rest is not asked for. */
const maxFailures = 8;

/** Most important first: what a bound leaves out is the end of the list. Throws only when the signal aborts. */
export async function readBodies(
  store: ObjectStore,
  wanted: readonly WantedBody[],
  options: ReadBodiesOptions,
): Promise<BodiesRead> {
  const limit = pLimit(options.concurrency);
  const budget = { bodies: options.maxBodies, bytes: options.maxBytes, failures: 0, skipped: 0 };

  const bodies = await Promise.all(
    wanted.map((one) => {
      const cacheKey = bodyCacheKey(store.uri, one.meta.key, one.meta.etag, one.extent);
      const cached = options.cache.get(cacheKey);
      if (cached !== undefined) return { kind: 'read', bytes: cached } as const;
      const cost = Math.min(one.meta.size, one.extent === 'whole' ? maxControlBytes : maxExcerptBytes);
      if (budget.bodies <= 0 || budget.bytes < cost) {
        budget.skipped += 1;
        return { kind: 'unreadable', reason: 'not read: the bound of one reading was reached' } as const;
      }
      budget.bodies -= 1;
      budget.bytes -= cost;
      return limit(() => fetchBody(store, one, cacheKey, options, budget));
    }),
  );

  const notes: string[] = [];
  if (budget.skipped > 0) notes.push(`${budget.skipped} control files were not read: a bound was reached`);
  if (budget.failures > 0) notes.push(`the store failed to give ${budget.failures} control files`);
  return { bodies, notes };
}

async function fetchBody(
  store: ObjectStore,
  { meta, extent }: WantedBody,
  cacheKey: string,
  options: ReadBodiesOptions,
  budget: { failures: number },
): Promise<RawBody> {
  options.signal?.throwIfAborted();
  if (budget.failures >= maxFailures) {
    budget.failures += 1;
    return { kind: 'unreadable', reason: 'not read: the store kept failing' };
  }
  const read = options.signal === undefined ? {} : { signal: options.signal };
  try {
    if (extent === 'whole' && meta.size <= maxControlBytes) {
      return keep(await store.get(meta.key, { ...read, maxBytes: maxControlBytes }), meta, cacheKey, options);
    }
    const end = Math.min(meta.size, maxExcerptBytes);
    if (end === 0) return { kind: 'read', bytes: new Uint8Array() };
    const answer = await store.getRange(meta.key, { start: 0, end }, read);
    if (extent === 'start') return keep(answer, meta, cacheKey, options);
    return answer.kind === 'found' ? { kind: 'too_large', start: answer.body } : missing(answer);
  } catch (error) {
    options.signal?.throwIfAborted();
    budget.failures += 1;
    return { kind: 'unreadable', reason: isVamplateError(error) ? error.message : 'the store failed' };
  }
}

function keep(
  answer: GetAnswer,
  listed: ObjectMeta,
  cacheKey: string,
  { cache }: ReadBodiesOptions,
): RawBody {
  if (answer.kind !== 'found') return missing(answer);
  // Replaced since it was listed: true now, but not what this ETag names.
  if (answer.meta.etag === listed.etag) cache.set(cacheKey, answer.body);
  return { kind: 'read', bytes: answer.body };
}

function missing(answer: GetAnswer): RawBody {
  return answer.kind === 'absent'
    ? { kind: 'vanished' }
    : { kind: 'unreadable', reason: 'it grew while it was read' };
}
