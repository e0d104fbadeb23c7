/** Bodies of tags as the verbs write them: what an earlier writer recorded stays as it spelled it. */
import { corrupt, VamplateError } from '@/lib/base/errors';
import { isJsonObject, parseExactJsonBytes } from '@/lib/base/exact-json';
import { type CanonicalTag, encodeCanonicalTag, rfc3339 } from './canonical-records';
import type { TargetVersion } from './find-reference';

export type TagMetadata = Readonly<Record<string, string>>;

export interface WrittenTag {
  readonly key: string;
  readonly etag: string;
  /** `released`: without a generation, where the store cannot take a publication back (D4). */
  readonly way: 'protocol' | 'released';
  /** What the store leaves open, one sentence each; empty when nothing. */
  readonly notExcluded: readonly string[];
}

const maxMetadataEntries = 1_000;
const maxTagBytes = 64 * 1024;

export interface TagWriting {
  /** Null for the released form. */
  readonly generation: string | null;
  readonly target: TargetVersion;
  /** Milliseconds since the epoch by the host's clock: only people read it. */
  readonly writtenAt: number;
  readonly metadata?: TagMetadata | undefined;
  /** The body being replaced; null for a new tag. */
  readonly before: Uint8Array | null;
}

/** @throws `invalid_input` when it would be larger than any tag is */
export function tagBody({ generation, target, writtenAt, metadata, before }: TagWriting): Uint8Array {
  const now = rfc3339(writtenAt);
  const kept = before === null ? { createdAt: now, metadata: {} } : keptOf(before);
  const tag: CanonicalTag = {
    generation,
    branch: target.place.branch,
    version: target.place.version,
    createdAt: kept.createdAt,
    updatedAt: now,
    manifestSize: target.manifestBytes,
    metadata: metadata ?? kept.metadata,
  };
  const body = encodeCanonicalTag(tag);
  if (body.length > maxTagBytes || Object.keys(tag.metadata).length > maxMetadataEntries) {
    throw new VamplateError('invalid_input', 'This tag would be too large.', { maxBytes: maxTagBytes });
  }
  return body;
}

/** Texts as they are spelled: a time of another writer may be finer than ours. */
function keptOf(before: Uint8Array): { readonly createdAt: string | null; readonly metadata: TagMetadata } {
  const json = parseExactJsonBytes(before);
  if (!isJsonObject(json)) throw corrupt('A tag is not a JSON object.');
  const { createdAt, metadata } = json;
  const entries = isJsonObject(metadata) ? Object.entries(metadata) : [];
  return {
    createdAt: typeof createdAt === 'string' ? createdAt : null,
    metadata: Object.fromEntries(
      entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
  };
}
