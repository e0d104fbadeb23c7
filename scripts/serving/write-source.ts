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
  writeWhole(path.join(folder, manifestName), manifest);
  return sha256(manifest);
}

export function writeWish(sources: string, sourceId: string): void {
  writeWhole(path.join(sources, 'desired.json'), JSON.stringify({ source_id: sourceId }));
}

/** Whole or not at all, so that a process never reads half of it and takes it for another. */
function writeWhole(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
