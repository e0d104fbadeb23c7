/** What a source folder says: its manifest of digests, and rows in JSON lines. Bounded in every direction; pure. */
import { z } from 'zod';
import { VamplateError } from '@/lib/base/errors';

export const manifestName = 'SHA256SUMS';

export const sourceBounds = {
  manifestBytes: 64 * 1024,
  files: 64,
  fileBytes: 16 * 1024 * 1024,
  rows: 200_000,
} as const;

export interface SourceFile {
  readonly name: string;
  /** 64 lower-case hex digits. */
  readonly sha256: string;
}

export type Row = Readonly<Record<string, string | number | boolean | null>>;

const rowSchema = z.record(
  z.string().min(1).max(64),
  z.union([z.string(), z.number(), z.boolean(), z.null()]),
);

/**
 * The manifest as `sha256sum` writes it: a digest, two spaces and a plain file name a line.
 * @throws `corrupt` for any other line, no line, a repeated name or too many
 */
export function parseManifest(text: string): readonly SourceFile[] {
  const lines = text.split('\n').filter((line) => line !== '');
  if (lines.length === 0) throw wrong('the manifest names no file');
  if (lines.length > sourceBounds.files)
    throw wrong(`the manifest names more than ${sourceBounds.files} files`);
  const files = lines.map((line) => {
    const [, sha256, name] = /^([0-9a-f]{64}) {2}([A-Za-z0-9_-][A-Za-z0-9._-]{0,127})$/.exec(line) ?? [];
    if (sha256 === undefined || name === undefined)
      throw wrong('a line of the manifest is no digest and name');
    return { name, sha256 };
  });
  if (new Set(files.map(({ name }) => name)).size < files.length) throw wrong('the manifest repeats a name');
  return files;
}

/** @throws `corrupt` for a line that is no flat JSON object, and beyond the bound of rows */
export function parseRows(text: string, already: number): readonly Row[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (already + lines.length > sourceBounds.rows) throw wrong(`it has more than ${sourceBounds.rows} rows`);
  return lines.map((line, index) => {
    const row = rowSchema.safeParse(json(line));
    if (!row.success) throw wrong(`line ${index + 1} is no flat JSON object`);
    return row.data;
  });
}

function json(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function wrong(why: string): VamplateError {
  return new VamplateError('corrupt', `The source is not as it should be: ${why}.`);
}
