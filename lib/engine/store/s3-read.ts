/** Reads of S3: found, absent, or an error; a missing bucket, a cut body or a foreign 404 is never absence. */
import { GetObjectCommand, HeadObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { storageInstant } from '@/lib/base/clock';
import { VamplateError } from '@/lib/base/errors';
import { maxRangeBytes, resolveRange } from './key-rules';
import type {
  ByteRange,
  GetAnswer,
  GetOptions,
  HeadAnswer,
  ListOptions,
  ListPage,
  ObjectMeta,
} from './object-store';
import { decideRefusedRead, decodeListed, plainETag, sizeOfContentRange } from './s3-answer-rules';
import { callS3, discardBody, readBody, type S3Answer, s3Failure } from './s3-call';
import type { S3Place } from './s3-place';

export interface S3Reader {
  get(key: string, options: GetOptions): Promise<GetAnswer>;
  getRange(key: string, range: ByteRange, signal: AbortSignal | undefined): Promise<GetAnswer>;
  head(key: string, signal: AbortSignal | undefined): Promise<HeadAnswer>;
  list(options: ListOptions, limit: number): Promise<ListPage>;
}

type Refused = Extract<S3Answer<unknown>, { kind: 'refused' }>;

interface Facts {
  readonly ContentLength?: number | undefined;
  readonly ContentRange?: string | undefined;
  readonly ETag?: string | undefined;
  readonly LastModified?: Date | undefined;
}

export function openS3Reader(place: S3Place): S3Reader {
  const { client, bucket, timeoutMs, full } = place;
  let bucketSeen = false;

  /** A bare 404 means an absent key only in a bucket that is there. A bucket that goes later was empty by then. */
  async function checkBucket(signal: AbortSignal | undefined): Promise<void> {
    if (bucketSeen) return;
    const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: full(''), MaxKeys: 1 });
    const answer = await callS3(
      command,
      (http) => client.send(command, http),
      { timeoutMs, signal },
      () => undefined,
    );
    if (answer.kind === 'refused') throw s3Failure(answer, `a listing of bucket ${bucket}`, { bucket });
    bucketSeen = true;
  }

  async function absentOrThrow(key: string, answer: Refused, signal: AbortSignal | undefined) {
    const meaning = decideRefusedRead(answer);
    if (meaning === 'outside') {
      throw new VamplateError('invalid_input', 'The byte range lies outside the object.', { key });
    }
    if (meaning === 'unreadable') throw s3Failure(answer, `a read of ${key}`, { key });
    if (meaning === 'maybe_absent') await checkBucket(signal);
    return { kind: 'absent', storeTime: answer.storeTime } as const;
  }

  return {
    async get(key, { maxBytes, signal }) {
      const command = new GetObjectCommand({ Bucket: bucket, Key: full(key) });
      const answer = await callS3(
        command,
        (http) => client.send(command, http),
        { timeoutMs, signal },
        async (output) => {
          const meta = metaOf(key, output);
          if (meta.size <= maxBytes)
            return { kind: 'found', meta, body: await readBody(output.Body, meta.size) } as const;
          discardBody(output.Body);
          return { kind: 'too_large', meta } as const;
        },
      );
      if (answer.kind === 'refused') return absentOrThrow(key, answer, signal);
      bucketSeen = true;
      return { ...answer.output, storeTime: answer.storeTime };
    },

    async getRange(key, range, signal) {
      const command = new GetObjectCommand({ Bucket: bucket, Key: full(key), Range: rangeHeader(range) });
      const answer = await callS3(
        command,
        (http) => client.send(command, http),
        { timeoutMs, signal },
        async (output) => {
          const total = sizeOfContentRange(output.ContentRange);
          const sent = output.ContentLength ?? 0;
          const meta = metaOf(key, { ...output, ContentLength: total ?? sent });
          if (sent > maxRangeBytes) {
            discardBody(output.Body);
            return { kind: 'too_large', meta } as const;
          }
          const body = await readBody(output.Body, sent);
          if (total !== null) return { kind: 'found', meta, body } as const;
          // A server may answer a range with the whole object.
          const { from, to } = resolveRange(range, sent, key);
          return { kind: 'found', meta, body: body.subarray(from, to) } as const;
        },
      );
      if (answer.kind === 'refused') return absentOrThrow(key, answer, signal);
      bucketSeen = true;
      return { ...answer.output, storeTime: answer.storeTime };
    },

    async head(key, signal) {
      const command = new HeadObjectCommand({ Bucket: bucket, Key: full(key) });
      const answer = await callS3(
        command,
        (http) => client.send(command, http),
        { timeoutMs, signal },
        (output) => metaOf(key, output),
      );
      if (answer.kind === 'refused') return absentOrThrow(key, answer, signal);
      bucketSeen = true;
      return { kind: 'found', meta: answer.output, storeTime: answer.storeTime };
    },

    async list(options, limit) {
      const { prefix, delimiter, next, startAfter, signal } = options;
      const command = new ListObjectsV2Command({
        Bucket: bucket,
        Prefix: full(prefix),
        MaxKeys: limit,
        EncodingType: 'url',
        ...(delimiter === undefined ? {} : { Delimiter: delimiter }),
        ...(next === undefined ? {} : { ContinuationToken: next }),
        ...(startAfter === undefined || startAfter === '' || next !== undefined
          ? {}
          : { StartAfter: full(startAfter) }),
      });
      const answer = await callS3(
        command,
        (http) => client.send(command, http),
        { timeoutMs, signal },
        (output) => output,
      );
      if (answer.kind === 'refused') throw s3Failure(answer, `a listing of ${prefix}`, { prefix });
      bucketSeen = true;
      const { output, storeTime } = answer;
      const objects: ObjectMeta[] = [];
      for (const listed of output.Contents ?? []) {
        const key = place.own(decodeListed(listed.Key ?? ''));
        // Consoles make empty objects named like folders; they stand for no object.
        if (key === '' || (key.endsWith('/') && listed.Size === 0)) continue;
        objects.push(metaOf(key, { ...listed, ContentLength: listed.Size }));
      }
      const prefixes = (output.CommonPrefixes ?? []).map((common) =>
        place.own(decodeListed(common.Prefix ?? '')),
      );
      return { objects, prefixes, next: nextToken(output), storeTime };
    },
  };
}

function nextToken(output: {
  IsTruncated?: boolean | undefined;
  NextContinuationToken?: string | undefined;
}) {
  if (!output.IsTruncated) return null;
  if (output.NextContinuationToken) return output.NextContinuationToken;
  throw new VamplateError('unsupported', 'This store cut a listing short without saying how to go on.');
}

function metaOf(key: string, { ContentLength, ETag, LastModified }: Facts): ObjectMeta {
  if (LastModified === undefined || Number.isNaN(LastModified.getTime()) || ContentLength === undefined) {
    throw new VamplateError('unsupported', 'This store states no time or no size for an object.', { key });
  }
  return {
    key,
    size: ContentLength,
    etag: plainETag(ETag),
    storedAt: storageInstant(LastModified.getTime()),
  };
}

function rangeHeader({ start, end }: ByteRange): string {
  if (start < 0) return `bytes=${start}`;
  return `bytes=${start}-${end === undefined ? '' : end - 1}`;
}
