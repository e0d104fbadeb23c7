/** Writes a source folder as `read-source.ts` reads it: rows as JSON lines, and their digest in the manifest. */
import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { manifestName, type Row } from './source-rules';

/** @returns the digest of the manifest, 64 hex digits */
export function writeSource(sources: string, sourceId: string, rows: readonly Row[]): string {
  const body = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const manifest = `${sha256(body)}  rows.jsonl\n`;
  const folder = path.join(sources, sourceId);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'rows.jsonl'), body);
  writeFileSync(path.join(folder, manifestName), manifest);
  return sha256(manifest);
}

/** Whole or not at all, so that a process never reads half a wish. */
export function writeWish(sources: string, sourceId: string): void {
  const file = path.join(sources, 'desired.json');
  writeFileSync(`${file}.new`, JSON.stringify({ source_id: sourceId }));
  renameSync(`${file}.new`, file);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
