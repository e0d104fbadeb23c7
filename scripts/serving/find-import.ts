/** Searches the history of a copy for an import: markers narrow the search, only the whole identity proves it (C.1, D27). */
import { corrupt } from '@/lib/base/errors';
import { readManifestSummary } from '@/lib/engine/lance/read-manifest';
import { listVersions } from '@/lib/engine/lance/read-versions';
import type { ImportIdentity } from '@/lib/engine/serving/identity-rules';
import type { Reconcile } from '@/lib/engine/serving/reconcile-rules';
import type { Copy } from './copy';
import { importIn } from './identity-metadata';

export type FoundImport =
  | { readonly kind: 'absent'; readonly head: bigint | null }
  | { readonly kind: 'found'; readonly version: bigint; readonly head: bigint }
  /** Another import has its marker: permanent. */
  | { readonly kind: 'hash_conflict' };

/** Most versions searched; beyond them absence could not be told. */
const mostVersions = 1_000;

/**
 * The version that committed the import: the first that overwrote the table under its identity. Later commits inherit
 * the metadata and are none of it.
 * @throws `corrupt` where a version names an import that cannot be made out, or the history is too long to search
 */
export async function findImport(
  copy: Copy,
  candidate: ImportIdentity,
  reconcile: Reconcile,
): Promise<FoundImport> {
  const { store, root } = copy;
  const listing = await listVersions(store, root, { extent: 'all', keep: mostVersions });
  if (listing.count > listing.newest.length) throw corrupt('The history is too long to be searched.');
  for (const { name, size, version } of listing.newest.toReversed()) {
    const manifest = await readManifestSummary(store, root, { name, size });
    const marked = importIn(manifest?.facts.schemaMetadata ?? new Map());
    if (marked.kind === 'unreadable') throw corrupt(`Version ${version} names an import that is none.`);
    if (marked.kind === 'unmarked') continue;
    const verdict = reconcile(candidate, marked.identity).kind;
    if (verdict === 'hash_conflict') return { kind: 'hash_conflict' };
    const overwrote = manifest?.facts.transaction?.operation === 'Overwrite';
    if (verdict === 'same_import' && overwrote) {
      return { kind: 'found', version, head: listing.latest ?? version };
    }
  }
  return { kind: 'absent', head: listing.latest };
}
