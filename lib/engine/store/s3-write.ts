/** Writes and deletes of S3: each request goes out once, and its answer is written, conflict or unknown (decision D1). */
import { DeleteObjectCommand, DeleteObjectsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { Clock } from '@/lib/base/clock';
import { VamplateError } from '@/lib/base/errors';
import type { ChangeOptions, DeleteAnswer, WriteAnswer } from './object-store';
import {
  decideRefusedDelete,
  decideRefusedWrite,
  fitsXml,
  plainETag,
  type WriteCondition,
} from './s3-answer-rules';
import { callS3, type S3Answer, s3Failure } from './s3-call';
import type { S3Place } from './s3-place';

export interface S3Writer {
  create(key: string, body: Uint8Array, change?: ChangeOptions): Promise<WriteAnswer>;
  /** @param ifMatch the header's value, already spelled as this service wants it */
  replace(key: string, body: Uint8Array, ifMatch: string, change?: ChangeOptions): Promise<WriteAnswer>;
  put(key: string, body: Uint8Array, change?: ChangeOptions): Promise<WriteAnswer>;
  delete(key: string, change?: ChangeOptions): Promise<DeleteAnswer>;
  deleteIfMatch(key: string, ifMatch: string, change?: ChangeOptions): Promise<DeleteAnswer>;
  deleteBatch(keys: readonly string[], change?: ChangeOptions): Promise<readonly DeleteAnswer[]>;
}

/** A 409 says that nothing was written; so often the request is sent again before giving up. */
const repeats = 8;

type Refused = Extract<S3Answer<unknown>, { kind: 'refused' }>;

export function openS3Writer(place: S3Place, clock: Clock): S3Writer {
  const { client, bucket, timeoutMs, full } = place;

  /** `meaning` decides what a refusal means; `repeat` is handled here, the rest is handed back. */
  async function sent<T, M extends string>(
    what: string,
    send: () => Promise<S3Answer<T>>,
    meaning: (refused: Refused) => M | 'repeat',
  ): Promise<{ kind: 'ok'; answer: Extract<S3Answer<T>, { kind: 'ok' }> } | { kind: M; refused: Refused }> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await send();
      if (answer.kind === 'ok') return { kind: 'ok', answer };
      if (!answer.sent) throw s3Failure(answer, what, { outcome: 'not_written' });
      const decided = meaning(answer);
      if (decided !== 'repeat') return { kind: decided, refused: answer };
      if (attempt >= repeats) throw s3Failure(answer, what, { outcome: 'not_written' });
      await clock.sleep(10 * 2 ** attempt);
    }
  }

  async function write(
    key: string,
    body: Uint8Array,
    condition: WriteCondition,
    change: ChangeOptions | undefined,
    ifMatch?: string,
  ) {
    const what = `a write of ${key}`;
    const send = () => {
      const command = new PutObjectCommand({
        Bucket: bucket,
        Key: full(key),
        Body: body,
        ContentLength: body.length,
        ...(condition === 'absent' ? { IfNoneMatch: '*' } : {}),
        ...(ifMatch === undefined ? {} : { IfMatch: ifMatch }),
      });
      return callS3(
        command,
        (http) => client.send(command, http),
        { timeoutMs, ...change },
        (output) => plainETag(output.ETag),
      );
    };
    const result = await sent(what, send, (refused) => decideRefusedWrite(condition, refused));
    if (result.kind === 'ok') {
      return { kind: 'written', etag: result.answer.output, storeTime: result.answer.storeTime } as const;
    }
    if (result.kind === 'conflict') return { kind: 'conflict', storeTime: result.refused.storeTime } as const;
    return { kind: 'unknown', cause: s3Failure(result.refused, what, { key, outcome: 'unknown' }) } as const;
  }

  async function remove(key: string, change?: ChangeOptions, ifMatch?: string): Promise<DeleteAnswer> {
    const what = `a delete of ${key}`;
    const condition = ifMatch === undefined ? 'none' : 'match';
    const send = () => {
      const command = new DeleteObjectCommand({
        Bucket: bucket,
        Key: full(key),
        ...(ifMatch === undefined ? {} : { IfMatch: ifMatch }),
      });
      return callS3(
        command,
        (http) => client.send(command, http),
        { timeoutMs, ...change },
        () => undefined,
      );
    };
    const result = await sent(what, send, (refused) => decideRefusedDelete(condition, refused));
    if (result.kind === 'ok' || result.kind === 'deleted') return { kind: 'deleted' };
    if (result.kind === 'conflict') return { kind: 'conflict' };
    return { kind: 'unknown', cause: s3Failure(result.refused, what, { key, outcome: 'unknown' }) };
  }

  async function removeTogether(
    keys: readonly string[],
    change?: ChangeOptions,
  ): Promise<ReadonlyMap<string, DeleteAnswer>> {
    const what = `a delete of ${keys.length} objects`;
    const send = () => {
      const command = new DeleteObjectsCommand({
        Bucket: bucket,
        Delete: { Objects: keys.map((key) => ({ Key: full(key) })), Quiet: false },
      });
      return callS3(
        command,
        (http) => client.send(command, http),
        { timeoutMs, ...change },
        (output) => output,
      );
    };
    const result = await sent(what, send, (refused) => decideRefusedDelete('none', refused));
    const answers = new Map<string, DeleteAnswer>();
    if (result.kind !== 'ok') {
      const cause = s3Failure(result.refused, what, { outcome: 'unknown' });
      return new Map(keys.map((key) => [key, { kind: 'unknown', cause }] as const));
    }
    const { Deleted = [], Errors = [] } = result.answer.output;
    for (const { Key } of Deleted) if (Key !== undefined) answers.set(place.own(Key), { kind: 'deleted' });
    for (const { Key, Code } of Errors) {
      if (Key === undefined) continue;
      const cause = new VamplateError('unavailable', `S3: ${Code} to ${what}.`, {
        key: place.own(Key),
        code: Code,
      });
      answers.set(place.own(Key), Code === 'NoSuchKey' ? { kind: 'deleted' } : { kind: 'unknown', cause });
    }
    return answers;
  }

  return {
    create: (key, body, change) => write(key, body, 'absent', change),
    replace: (key, body, ifMatch, change) => write(key, body, 'match', change, ifMatch),
    put: (key, body, change) => write(key, body, 'none', change),
    delete: (key, change) => remove(key, change),
    deleteIfMatch: (key, ifMatch, change) => remove(key, change, ifMatch),
    async deleteBatch(keys, change) {
      const together = keys.filter(fitsXml);
      const answers = new Map(together.length === 0 ? [] : await removeTogether(together, change));
      for (const key of keys) if (!fitsXml(key)) answers.set(key, await remove(key, change));
      const cause = new VamplateError('unavailable', 'S3 said nothing about this key.', {
        outcome: 'unknown',
      });
      return keys.map((key) => answers.get(key) ?? { kind: 'unknown', cause });
    },
  };
}
