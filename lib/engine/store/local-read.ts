/** Reads local files whole, bounded, and never torn: a file that changes under the read is read again. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { VamplateError } from '@/lib/base/errors';
import { maxRangeBytes, resolveRange } from './key-rules';
import {
  errorCode,
  isMissing,
  type LocalRoot,
  localFailure,
  metaOf,
  statObject,
  tokenOf,
} from './local-root';
import type { ByteRange, GetAnswer, HeadAnswer, StoreTime } from './object-store';

/** O_NONBLOCK: opening a pipe must not wait for its writer. */
const readFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const rereads = 3;

interface Wanted {
  /** null: the whole object, if it has no more than `maxBytes`. */
  readonly range: ByteRange | null;
  readonly maxBytes: number;
  readonly signal: AbortSignal | undefined;
}

export async function readLocal(
  root: LocalRoot,
  key: string,
  wanted: Wanted,
  storeTime: () => StoreTime,
): Promise<GetAnswer> {
  for (let attempt = 1; attempt <= rereads; attempt += 1) {
    wanted.signal?.throwIfAborted();
    const handle = await openObject(root, key);
    if (handle === null) return { kind: 'absent', storeTime: storeTime() };
    try {
      const answer = await readOpened(handle, key, wanted, storeTime);
      if (answer !== null) return answer;
    } catch (error) {
      throw localFailure(error, key);
    } finally {
      await handle.close();
    }
  }
  throw new VamplateError('unavailable', 'The file keeps changing while it is read.', { key });
}

export async function headLocal(
  root: LocalRoot,
  key: string,
  storeTime: () => StoreTime,
): Promise<HeadAnswer> {
  const path = await root.find(key);
  const stats = path === null ? null : await statObject(root, path);
  if (stats === null) return { kind: 'absent', storeTime: storeTime() };
  return { kind: 'found', meta: metaOf(key, stats), storeTime: storeTime() };
}

/** null when the file was written to in between. */
async function readOpened(
  handle: FileHandle,
  key: string,
  { range, maxBytes }: Wanted,
  storeTime: () => StoreTime,
): Promise<GetAnswer | null> {
  const stats = await handle.stat({ bigint: true });
  if (!stats.isFile()) return { kind: 'absent', storeTime: storeTime() };
  const meta = metaOf(key, stats);
  const { from, to } = range === null ? { from: 0, to: meta.size } : resolveRange(range, meta.size, key);
  if (to - from > (range === null ? maxBytes : maxRangeBytes)) {
    return { kind: 'too_large', meta, storeTime: storeTime() };
  }
  const body = await readBytes(handle, from, to - from);
  const after = await handle.stat({ bigint: true });
  if (body.length !== to - from || tokenOf(after) !== meta.etag) return null;
  return { kind: 'found', meta, body, storeTime: storeTime() };
}

async function readBytes(handle: FileHandle, from: number, length: number): Promise<Uint8Array> {
  const body = new Uint8Array(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await handle.read(body, read, length - read, from + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return body.subarray(0, read);
}

async function openObject(root: LocalRoot, key: string): Promise<FileHandle | null> {
  const path = await root.find(key);
  if (path === null) return null;
  try {
    return await open(path, readFlags).catch(async (error: unknown) => {
      if (errorCode(error) !== 'ELOOP') throw error;
      return open(await root.follow(path), readFlags);
    });
  } catch (error) {
    // ENXIO: a socket lies there, which is no object.
    if (errorCode(error) === 'ENXIO') return null;
    if (!isMissing(error)) throw localFailure(error, key);
    await root.real();
    return null;
  }
}
