/** Reads a dataset the way the product does and spells it the way the official engine does, for comparison. */
import { decodeBranch, decodeTag } from '@/lib/engine/lance/decode-reference';
import type { ManifestFacts } from '@/lib/engine/lance/manifest-facts';
import { below, refsFolder } from '@/lib/engine/lance/paths';
import { readManifest } from '@/lib/engine/lance/read-manifest';
import { listVersions } from '@/lib/engine/lance/read-versions';
import { parseReferenceKey } from '@/lib/engine/lance/reference-names';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import type { TrueTable, TrueVersion } from './lance-fixtures';

/** `rows` is null where the manifest does not record them. */
export type ReadVersion = Omit<TrueVersion, 'rows'> & { readonly rows: number | null };

export async function readVersions(store: ObjectStore, root: string): Promise<readonly ReadVersion[]> {
  return (await readManifests(store, root)).map(spelledLikeTheEngine);
}

/** All manifests, oldest first. */
export async function readManifests(store: ObjectStore, root: string): Promise<readonly ManifestFacts[]> {
  const listing = await listVersions(store, root, { extent: 'all' });
  const manifests: ManifestFacts[] = [];
  for (const entry of listing.newest.toReversed()) {
    const reading = await readManifest(store, root, entry);
    if (reading === null) throw new Error(`${entry.name} vanished`);
    if (reading.mismatch !== null) throw new Error(`${entry.name} states another version`);
    manifests.push(reading.facts);
  }
  return manifests;
}

/** The engine's words for index kinds, by the type of their details. A vector index has one type for all kinds. */
const indexTypes: Readonly<Record<string, string>> = {
  BTreeIndexDetails: 'BTree',
  InvertedIndexDetails: 'FTS',
  VectorIndexDetails: 'IvfPq',
};

export function readIndices(manifest: ManifestFacts): TrueTable['indices'] {
  return manifest.indices.map(({ name, fieldIds, detailsType }) => ({
    name,
    type: indexTypes[detailsType ?? ''] ?? String(detailsType),
    columns: fieldIds.map((id) => manifest.fields.find((field) => field.id === id)?.name ?? `field ${id}`),
  }));
}

export async function readReferences(
  store: ObjectStore,
  root: string,
): Promise<{ readonly tags: Record<string, number>; readonly branches: readonly string[] }> {
  const tags: Record<string, number> = {};
  const branches: string[] = [];
  const page = await store.list({ prefix: below(root, refsFolder) });
  for (const { key } of page.objects) {
    const named = parseReferenceKey(key.slice(below(root, '').length));
    const answer = await store.get(key, { maxBytes: 1024 * 1024 });
    if (answer.kind !== 'found') throw new Error(`${key} vanished`);
    if (named.kind === 'tag') {
      const tag = decodeTag(named.name, answer.body);
      if (tag.kind === 'found') tags[named.name] = Number(tag.reference.version);
    }
    if (named.kind === 'branch' && decodeBranch(named.name, answer.body).kind === 'found')
      branches.push(named.name);
  }
  return { tags, branches };
}

function spelledLikeTheEngine({ version, committedAt, counts }: ManifestFacts): ReadVersion {
  return {
    version: Number(version),
    timestamp: committedAt === null ? 'not recorded' : new Date(committedAt.ms).toISOString(),
    rows: counts.rows,
    metadata: {
      total_fragments: String(counts.fragments),
      total_data_files: String(counts.dataFiles),
      total_files_size: String(counts.dataBytes),
      total_data_file_rows: String(counts.physicalRows),
      total_deletion_files: String(counts.deletionFiles),
      total_deletion_file_rows: String(counts.deletedRows),
      total_rows: String(counts.physicalRows - counts.deletedRows),
    },
  };
}
