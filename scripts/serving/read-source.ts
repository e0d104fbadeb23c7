/** Reads one source folder: its identity from the manifest alone, its rows only when they are needed, every byte checked. */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { VamplateError } from '@/lib/base/errors';
import { type ImportIdentity, parseManifestSha256, parseSourceId } from '@/lib/engine/serving/identity-rules';
import type { Lineage } from '@/lib/engine/serving/lineage-rules';
import { describeProblem, type Parsed } from '@/lib/engine/serving/parsed-rules';
import { manifestName, parseManifest, parseRows, type Row, sourceBounds } from './source-rules';

export type DigestOf = (bytes: Uint8Array) => string;

export const sha256Of: DigestOf = (bytes) => createHash('sha256').update(bytes).digest('hex');

export interface SourceContext {
  readonly sources: string;
  readonly lineage: Lineage;
  readonly writerAbi: number;
  /** Digest of a manifest, as an argument so that a test can force two to collide. */
  readonly digestOf: DigestOf;
}

/**
 * Which import a source is. The name is checked before a path is made of it (B.1).
 * @throws `invalid_input` for a name that is none, `unavailable` or `corrupt` for a manifest that cannot be read
 */
export async function identifySource(context: SourceContext, sourceId: string): Promise<ImportIdentity> {
  const { sources, lineage, writerAbi, digestOf } = context;
  const name = sound(parseSourceId(sourceId));
  const manifest = await readBounded(path.join(sources, name, manifestName), sourceBounds.manifestBytes);
  return {
    ...{ lineage, writerAbi, sourceId: name },
    manifestSha256: sound(parseManifestSha256(digestOf(manifest))),
  };
}

/** @throws as above, and `corrupt` where a file, or by now the manifest, is not what the identity says */
export async function readRows(context: SourceContext, identity: ImportIdentity): Promise<readonly Row[]> {
  const folder = path.join(context.sources, identity.sourceId);
  const manifest = await readBounded(path.join(folder, manifestName), sourceBounds.manifestBytes);
  if (context.digestOf(manifest) !== identity.manifestSha256) {
    throw new VamplateError(
      'corrupt',
      'The source is not the one that was asked for: its manifest has changed.',
    );
  }
  const rows: Row[] = [];
  for (const { name, sha256 } of parseManifest(text(manifest))) {
    const body = await readBounded(path.join(folder, name), sourceBounds.fileBytes);
    if (sha256Of(body) !== sha256)
      throw new VamplateError('corrupt', `${name} is not what its manifest says.`);
    rows.push(...parseRows(text(body), rows.length));
  }
  return rows;
}

/** No more than `most` bytes are ever in memory, whatever the file's length says. */
export async function readBounded(file: string, most: number): Promise<Uint8Array> {
  const handle = await open(file, 'r').catch((cause: unknown) => {
    throw new VamplateError('unavailable', `${path.basename(file)} cannot be read.`, {}, { cause });
  });
  try {
    const { size } = await handle.stat();
    if (size > most)
      throw new VamplateError('corrupt', `${path.basename(file)} is larger than ${most} bytes.`);
    const body = Buffer.alloc(size);
    let filled = 0;
    while (filled < size) {
      const { bytesRead } = await handle.read(body, filled, size - filled, filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return body.subarray(0, filled);
  } finally {
    await handle.close();
  }
}

function text(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new VamplateError('corrupt', 'The source is not UTF-8.');
  }
}

function sound<T>(parsed: Parsed<T>): T {
  if (parsed.kind === 'ok') return parsed.value;
  throw new VamplateError('invalid_input', describeProblem(parsed.field, parsed.problem));
}
