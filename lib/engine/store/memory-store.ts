/** A store in memory with the exact answers of a strongly consistent S3: for tests, the demo and the simulation. */
import { createHash } from 'node:crypto';
import { type StorageInstant, storageInstant } from '@/lib/base/clock';
import {
  checkBatch,
  checkETag,
  checkKey,
  checkList,
  checkRange,
  compareKeys,
  resolveRange,
} from './key-rules';
import type { ByteRange, ETag, GetAnswer, ObjectMeta, ObjectStore, WriteAnswer } from './object-store';
import { cutPage, encodePageToken } from './page-rules';

export interface MemoryStoreOptions {
  /** The store's own clock; default this host's. */
  readonly now?: () => number;
  /** Like S3 (default), equal bytes have equal ETags; `write` gives every write its own, as local folders do. */
  readonly etagBy?: 'content' | 'write';
  /** Coarseness of times in listings and in single answers: some stores give milliseconds in one, seconds in the other. */
  readonly listPrecisionMs?: number;
  readonly headPrecisionMs?: number;
  /** false: a condition on delete is ignored and the object goes, as some stores do (A3). */
  readonly honoursDeleteIfMatch?: boolean;
  /** false: answers carry no time of the store (A6). */
  readonly statesTime?: boolean;
  readonly uri?: string;
  readonly rootPath?: string;
}

interface Stored {
  readonly body: Uint8Array;
  readonly etag: ETag;
  readonly storedAt: number;
}

export function openMemoryStore(options: MemoryStoreOptions = {}): ObjectStore {
  const { now = Date.now, etagBy = 'content', listPrecisionMs = 1, headPrecisionMs = 1 } = options;
  const objects = new Map<string, Stored>();
  let sorted: readonly string[] | null = [];
  let writes = 0;

  const storeTime = (): StorageInstant | null =>
    options.statesTime === false ? null : storageInstant(now());
  const truncated = (ms: number, precision: number) => storageInstant(ms - (ms % precision));
  const metaOf = (key: string, stored: Stored, precision: number): ObjectMeta => ({
    key,
    size: stored.body.length,
    etag: stored.etag,
    storedAt: truncated(stored.storedAt, precision),
  });

  function keep(key: string, body: Uint8Array): WriteAnswer {
    writes += 1;
    const etag = etagBy === 'write' ? `w${writes}` : createHash('md5').update(body).digest('hex');
    if (!objects.has(key)) sorted = null;
    objects.set(key, { body: body.slice(), etag, storedAt: now() });
    return { kind: 'written', etag, storeTime: storeTime() };
  }

  function drop(key: string): void {
    if (objects.delete(key)) sorted = null;
  }

  function found(key: string, body: (stored: Stored) => Uint8Array): GetAnswer {
    const stored = objects.get(key);
    if (stored === undefined) return { kind: 'absent', storeTime: storeTime() };
    const meta = metaOf(key, stored, headPrecisionMs);
    return { kind: 'found', meta, body: body(stored).slice(), storeTime: storeTime() };
  }

  return {
    kind: 'memory',
    uri: options.uri ?? 'memory:///',
    rootPath: options.rootPath ?? '',
    ordered: true,

    async get(key, { maxBytes, signal }) {
      checkKey(key);
      signal?.throwIfAborted();
      const stored = objects.get(key);
      if (stored !== undefined && stored.body.length > maxBytes) {
        return { kind: 'too_large', meta: metaOf(key, stored, headPrecisionMs), storeTime: storeTime() };
      }
      return found(key, ({ body }) => body);
    },
    async getRange(key, range: ByteRange, readOptions) {
      checkKey(key);
      checkRange(range);
      readOptions?.signal?.throwIfAborted();
      return found(key, ({ body }) => {
        const { from, to } = resolveRange(range, body.length, key);
        return body.subarray(from, to);
      });
    },
    async head(key, readOptions) {
      checkKey(key);
      readOptions?.signal?.throwIfAborted();
      const stored = objects.get(key);
      if (stored === undefined) return { kind: 'absent', storeTime: storeTime() };
      return { kind: 'found', meta: metaOf(key, stored, headPrecisionMs), storeTime: storeTime() };
    },
    async list(listOptions) {
      const limit = checkList(listOptions);
      listOptions.signal?.throwIfAborted();
      sorted ??= [...objects.keys()].sort(compareKeys);
      const page = cutPage(sorted, listOptions, limit);
      const listed = page.keys.flatMap((key) => {
        const stored = objects.get(key);
        return stored === undefined ? [] : [metaOf(key, stored, listPrecisionMs)];
      });
      const next = page.after === null ? null : encodePageToken({ after: page.after });
      return { objects: listed, prefixes: page.prefixes, next, storeTime: storeTime() };
    },
    async create(key, body, change) {
      checkKey(key);
      change?.beforeSend?.();
      return objects.has(key) ? { kind: 'conflict', storeTime: storeTime() } : keep(key, body);
    },
    async replace(key, body, etag, change) {
      checkKey(key);
      checkETag(etag);
      change?.beforeSend?.();
      if (objects.get(key)?.etag !== etag) return { kind: 'conflict', storeTime: storeTime() };
      return keep(key, body);
    },
    async put(key, body, change) {
      checkKey(key);
      change?.beforeSend?.();
      return keep(key, body);
    },
    async delete(key, change) {
      checkKey(key);
      change?.beforeSend?.();
      drop(key);
      return { kind: 'deleted' };
    },
    async deleteIfMatch(key, etag, change) {
      checkKey(key);
      checkETag(etag);
      change?.beforeSend?.();
      const matches = objects.get(key)?.etag === etag;
      if (!matches && options.honoursDeleteIfMatch !== false) return { kind: 'conflict' };
      drop(key);
      return { kind: 'deleted' };
    },
    async deleteBatch(keys, change) {
      checkBatch(keys);
      change?.beforeSend?.();
      for (const key of keys) drop(key);
      return keys.map(() => ({ kind: 'deleted' }) as const);
    },
  };
}
