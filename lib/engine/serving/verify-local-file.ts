/** Verifies a local file without keeping it in the page cache, and not at all where its marker still holds (D.4, G.4). */
import { execFile } from 'node:child_process';
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { decodeFileMarker, encodeFileMarker, type FileState, isWarm } from './file-marker-rules';

/** Hands a file's clean pages back to the system; the file itself stays as it is. */
export type DropPages = (path: string) => Promise<void>;

export interface FileVerification {
  readonly kind: 'verified' | 'mismatch';
  /** Bytes that were hashed: 0 where the marker held. */
  readonly hashedBytes: number;
}

/** Markers are small; a larger file is none. */
const markerMaxBytes = 4_096;

export function fileMarkerPath(path: string): string {
  return `${path}.verified.json`;
}

/**
 * Whether a file holds what it should. A marker that is missing, malformed or of another state of the file costs one
 * whole reading and is no error; it is not renewed, so a file that was touched stays slow until it is built again.
 * @throws what the file system throws for a file that cannot be read
 */
export async function verifyLocalFile(
  path: string,
  wantedSha256: string,
  dropPages: DropPages = dropPagesOf,
): Promise<FileVerification> {
  if (isWarm(await readMarker(path), await stateOf(path), wantedSha256)) {
    return { kind: 'verified', hashedBytes: 0 };
  }
  const { sha256, bytes } = await hashFile(path, dropPages);
  return { kind: sha256 === wantedSha256.toLowerCase() ? 'verified' : 'mismatch', hashedBytes: bytes };
}

/** Called once a file was built: hashes it and records what it is now. @returns its digest, lower-case hex */
export async function recordLocalFile(path: string, dropPages: DropPages = dropPagesOf): Promise<string> {
  const before = await stateOf(path);
  const { sha256 } = await hashFile(path, dropPages);
  const text = encodeFileMarker({ ...before, sha256 });
  const unfinished = `${fileMarkerPath(path)}.new`;
  await writeFile(unfinished, text);
  await rename(unfinished, fileMarkerPath(path));
  return sha256;
}

/** Reads a file from start to end for a conversion and lets go of its pages, also when the reader gives up. */
export async function* readOnce(
  path: string,
  dropPages: DropPages = dropPagesOf,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    for await (const part of createReadStream(path)) yield part as Uint8Array;
  } finally {
    await dropPages(path).catch(() => undefined);
  }
}

/** With GNU's `dd`, since Node has no `posix_fadvise`; elsewhere it rejects, and the pages stay until they are needed. */
export const dropPagesOf: DropPages = async (path) => {
  await promisify(execFile)('dd', [`if=${path}`, 'iflag=nocache', 'count=0', 'status=none'], {
    timeout: 10_000,
  });
};

async function hashFile(path: string, dropPages: DropPages): Promise<{ sha256: string; bytes: number }> {
  const hash: Hash = createHash('sha256');
  let bytes = 0;
  for await (const part of readOnce(path, dropPages)) {
    hash.update(part);
    bytes += part.length;
  }
  return { sha256: hash.digest('hex'), bytes };
}

async function readMarker(path: string) {
  const place = fileMarkerPath(path);
  const there = await stat(place).catch(() => null);
  if (there === null || !there.isFile() || there.size > markerMaxBytes) return null;
  return decodeFileMarker(await readFile(place, 'utf8').catch(() => ''));
}

async function stateOf(path: string): Promise<FileState> {
  const { size, mtimeNs } = await stat(path, { bigint: true });
  return { bytes: Number(size), modifiedNs: mtimeNs };
}
