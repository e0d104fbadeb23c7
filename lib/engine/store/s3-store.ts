/**
 * An S3 bucket, or a prefix of one, as an object store. Every conditional write and every delete is one request, never
 * repeated by the client; answers are read by decision D1. Reads are sent once too (`retrying-store.ts` repeats them).
 */
import type { S3Client } from '@aws-sdk/client-s3';
import { type Clock, systemClock } from '@/lib/base/clock';
import { VamplateError } from '@/lib/base/errors';
import { systemRandom, uuidHex } from '@/lib/base/random';
import { checkBatch, checkETag, checkKey, checkList, checkRange } from './key-rules';
import type { ETagSpelling, ObjectStore } from './object-store';
import { openSpellingLearner } from './s3-etag-spelling';
import type { S3Place } from './s3-place';
import { openS3Reader } from './s3-read';
import { openS3Writer } from './s3-write';

export interface S3StoreOptions {
  /** Its own retries must be off (`maxAttempts: 1`); `s3-client.ts` makes one. */
  readonly client: S3Client;
  readonly bucket: string;
  /** Key prefix of the store's root without slashes at its ends; '' for the whole bucket. */
  readonly prefix: string;
  /** What a probe learned before; learned at the first conditional write otherwise. */
  readonly etagSpelling?: ETagSpelling | null;
  /** Longest time for one request with its body (default 30,000). */
  readonly timeoutMs?: number;
  readonly clock?: Clock;
}

export function openS3Store(options: S3StoreOptions): ObjectStore {
  const { client, bucket, prefix, timeoutMs = 30_000, clock = systemClock } = options;
  if (prefix !== '') checkKey(prefix);
  if (bucket === '') throw new VamplateError('invalid_input', 'An S3 store needs a bucket.');
  const below = prefix === '' ? '' : `${prefix}/`;
  const place: S3Place = {
    client,
    bucket,
    timeoutMs,
    full: (key) => below + key,
    own: (fullKey) => fullKey.slice(below.length),
  };
  const reader = openS3Reader(place);
  const writer = openS3Writer(place, clock);
  const learner = openSpellingLearner(
    { replace: writer.replace, create: writer.create, remove: writer.delete },
    () => `_vamplate/probe/${uuidHex(systemRandom)}/spelling`,
    options.etagSpelling ?? null,
  );

  return {
    kind: 's3',
    uri: prefix === '' ? `s3://${bucket}` : `s3://${bucket}/${prefix}`,
    rootPath: prefix,
    ordered: true,
    async get(key, read) {
      checkKey(key);
      return reader.get(key, read);
    },
    async getRange(key, range, read) {
      checkKey(key);
      checkRange(range);
      return reader.getRange(key, range, read?.signal);
    },
    async head(key, read) {
      checkKey(key);
      return reader.head(key, read?.signal);
    },
    async list(list) {
      return reader.list(list, checkList(list));
    },
    async create(key, body, change) {
      checkKey(key);
      return writer.create(key, body, change);
    },
    async replace(key, body, etag, change) {
      checkKey(key);
      checkETag(etag);
      return learner.spelled(etag, (ifMatch) => writer.replace(key, body, ifMatch, change));
    },
    async put(key, body, change) {
      checkKey(key);
      return writer.put(key, body, change);
    },
    async delete(key, change) {
      checkKey(key);
      return writer.delete(key, change);
    },
    async deleteIfMatch(key, etag, change) {
      checkKey(key);
      checkETag(etag);
      return learner.spelled(etag, (ifMatch) => writer.deleteIfMatch(key, ifMatch, change));
    },
    async deleteBatch(keys, change) {
      checkBatch(keys);
      return writer.deleteBatch(keys, change);
    },
    async traits() {
      return { etagSpelling: learner.known(), clockCaveat: null };
    },
  };
}
