/** Everything one version needs, read from its manifest, and whether a copy has all of it (B.6, C.10). */
import { unsupported } from '@/lib/base/errors';
import { objectsOf } from '@/lib/engine/lance/objects-of';
import { below, versionsFolder } from '@/lib/engine/lance/paths';
import { readManifest } from '@/lib/engine/lance/read-manifest';
import { findVersion } from '@/lib/engine/lance/read-versions';
import { type ImportIdentity, sameIdentity } from '@/lib/engine/serving/identity-rules';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import type { Copy } from './copy';
import { importIn, type MarkedImport } from './identity-metadata';

export interface ClosureObject {
  /** Key in the store of either copy. */
  readonly key: string;
  /** Null where the manifest does not record it. */
  readonly bytes: number | null;
}

export interface Closure {
  readonly version: bigint;
  /** The manifest last: whoever copies them in this order never shows a version without its files. */
  readonly objects: readonly ClosureObject[];
  readonly marked: MarkedImport;
  /** Null where the manifest does not record it. */
  readonly rows: number | null;
}

/** Most files one folder of an index or of blobs may hold here. */
const maxFolderPages = 10;

/** Null when the copy has no such version. @throws `unsupported` for a version that needs another dataset */
export async function closureOf({ store, root }: Copy, version: bigint): Promise<Closure | null> {
  const found = await findVersion(store, root, version);
  const manifest = found === null ? null : await readManifest(store, root, found);
  if (found === null || manifest === null) return null;
  const { own, foreign } = objectsOf(manifest.facts, null);
  if (foreign.length > 0) throw unsupported('This version needs files of another dataset.');
  const objects = own.objects.map(({ key, bytes }) => ({ key: below(root, key), bytes }));
  for (const folder of own.folders) objects.push(...(await filesIn(store, below(root, folder.key))));
  const { key, size } = { key: below(root, `${versionsFolder}${found.name}`), size: manifest.meta.size };
  return {
    version,
    objects: [...objects, { key, bytes: size }],
    marked: importIn(manifest.facts.schemaMetadata),
    rows: manifest.facts.counts.rows,
  };
}

async function filesIn(store: ObjectStore, prefix: string): Promise<ClosureObject[]> {
  const files: ClosureObject[] = [];
  let next: string | null = null;
  for (let pages = 0; pages < maxFolderPages; pages += 1) {
    const page = await store.list({ prefix, ...(next === null ? {} : { next }) });
    files.push(...page.objects.map(({ key, size }) => ({ key, bytes: size })));
    next = page.next;
    if (next === null) return files;
  }
  throw unsupported(`${prefix} holds more files than can be served here.`);
}

/** Whether every object is there in its length; only heads are asked, no data is read. */
export async function isWhole({ store }: Copy, closure: Closure): Promise<boolean> {
  for (const { key, bytes } of closure.objects) {
    const answer = await store.head(key);
    if (answer.kind === 'absent' || (bytes !== null && answer.meta.size !== bytes)) return false;
  }
  return true;
}

/** Whether the copy can produce this version. @throws `unavailable` without a definite answer */
export async function hasWhole(copy: Copy, version: bigint): Promise<boolean> {
  const closure = await closureOf(copy, version);
  return closure !== null && isWhole(copy, closure);
}

/** Whether the copy has this version whole, and it is this very import. @throws `unavailable` without a definite answer */
export async function holdsImport(copy: Copy, version: bigint, identity: ImportIdentity): Promise<boolean> {
  const closure = await closureOf(copy, version);
  if (closure?.marked.kind !== 'marked' || !sameIdentity(closure.marked.identity, identity)) return false;
  return isWhole(copy, closure);
}
