/** Which source a set's data is: the five values of an import, each parsed before it can be one (spec B.1, B.3). */
import type { Brand } from '@/lib/base/brand';
import type { Lineage } from './lineage-rules';
import { type Parsed, parsed, wrong } from './parsed-rules';

/** Name of the external build a dataset was imported from. */
export type SourceId = Brand<string, 'SourceId'>;

/** SHA-256 of the source's manifest in its one canonical spelling: 64 lower-case hex digits, equal as its 32 bytes are. */
export type SourceManifestSha256 = Brand<string, 'SourceManifestSha256'>;

export interface ImportIdentity {
  readonly lineage: Lineage;
  readonly sourceId: SourceId;
  readonly manifestSha256: SourceManifestSha256;
  /** Part of the identity: the same source through another writer is another import. */
  readonly writerAbi: number;
}

const maxSourceIdBytes = 128;
const outsideSourceId = /[^a-z0-9._-]/u;

/**
 * The first three checks are the source's own; the rest closes what it leaves open: `.` is a folder's name, and a
 * leading dot or hyphen or a trailing dot means something to shells and file systems.
 */
export function parseSourceId(text: string): Parsed<SourceId> {
  const field = 'source_bake_id';
  if (text === '') return wrong(field, { kind: 'empty' });
  const length = utf8Length(text);
  if (length > maxSourceIdBytes) return wrong(field, { kind: 'too_long', length });
  const illegal = outsideSourceId.exec(text)?.[0];
  if (illegal !== undefined) return wrong(field, { kind: 'illegal_character', character: illegal });
  if (text.includes('..') || text.startsWith('.') || text.endsWith('.')) {
    return wrong(field, { kind: 'illegal_character', character: '.' });
  }
  if (text.startsWith('-')) return wrong(field, { kind: 'illegal_character', character: '-' });
  return parsed(text as SourceId);
}

export function parseManifestSha256(text: string): Parsed<SourceManifestSha256> {
  const field = 'source_manifest_sha256';
  const got = utf8Length(text);
  if (got !== 64) return wrong(field, { kind: 'wrong_length', want: 64, got });
  if (!/^[0-9a-fA-F]{64}$/.test(text)) return wrong(field, { kind: 'not_hex' });
  return parsed(text.toLowerCase() as SourceManifestSha256);
}

/** Field by field over every value, the family included, which the import id does not hash (E.1). */
export function sameIdentity(a: ImportIdentity, b: ImportIdentity): boolean {
  return (
    a.lineage.setId === b.lineage.setId &&
    a.lineage.family === b.lineage.family &&
    a.lineage.layoutAbi === b.lineage.layoutAbi &&
    a.sourceId === b.sourceId &&
    a.manifestSha256 === b.manifestSha256 &&
    a.writerAbi === b.writerAbi
  );
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
