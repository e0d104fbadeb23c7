/** The dataset of one schedule as it lies in the store before anybody moves, and what each manifest in it needs. */
import { formatVersionName } from '@/lib/engine/lance/version-names';
import { datasetRoot } from '@/lib/engine/retirement/dataset-path';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { type FragmentSpec, manifestBytes } from '@/lib/testing/manifest-bytes';

export const root = datasetRoot('', 'lake/events');
export const cloneRoot = 'lake/copy';
export const dayMs = 86_400_000;
export const minuteMs = 60_000;

export const utf8 = (text: string) => new TextEncoder().encode(text);
export const at = (entry: string) => `${root.key}/${entry}`;
export const manifestAt = (folder: string, version: bigint) =>
  `${folder}/_versions/${formatVersionName('v2', version)}`;
export const manifestKey = (version: bigint) => manifestAt(root.key, version);
export const branchFolder = (name: string) => at(`tree/${name}`);

/** Which objects of a version's own dataset a file list stands for. */
export interface Snapshot {
  readonly version: bigint;
  /** Files below `data/`, of the dataset itself. */
  readonly files: readonly string[];
  /** Files below the main dataset's `data/`, by a base path. */
  readonly borrowed?: readonly string[];
  readonly branch?: string;
  readonly committedAtMs: number;
  /** Makes the name of its transaction its own, as an id does in Lance. */
  readonly by?: string;
}

/** Where a version's transaction lies. */
export function transactionOf(
  folder: string,
  { version, by = 't' }: Pick<Snapshot, 'version' | 'by'>,
): string {
  return `${folder}/_transactions/${version - 1n}-${by}.txn`;
}

/** Makes manifests, and remembers by their bytes what each needs: the ledger knows a manifest by what was written. */
export class Manifests {
  private readonly needs = new Map<string, readonly string[]>();
  private readonly snapshots = new Map<string, Snapshot>();

  make(folder: string, snapshot: Snapshot): Uint8Array {
    const { version, files, borrowed = [], branch, committedAtMs } = snapshot;
    const transaction = transactionOf(folder, snapshot);
    const transactionFile = transaction.slice(transaction.lastIndexOf('/') + 1);
    const fragments: FragmentSpec[] = [
      ...files.map((path, id) => ({ id, files: [{ path }] })),
      ...borrowed.map((path, index) => ({ id: 100 + index, files: [{ path, baseId: 1 }] })),
    ];
    const body = manifestBytes({
      ...{ version, committedAtMs: Math.floor(committedAtMs), transactionFile, fragments },
      ...(branch === undefined ? {} : { branch }),
      basePaths:
        borrowed.length === 0
          ? []
          : [{ id: 1, name: null, isDatasetRoot: true, path: `memory:///${root.key}` }],
    });
    const own = files.map((path) => `${folder}/data/${path}`);
    const elsewhere = borrowed.map((path) => at(`data/${path}`));
    this.needs.set(bytesKey(body), [...own, transaction, ...elsewhere]);
    this.snapshots.set(bytesKey(body), snapshot);
    return body;
  }

  /** Full keys; null for bytes that are no manifest of this world. */
  needsOf(body: Uint8Array): readonly string[] | null {
    return this.needs.get(bytesKey(body)) ?? null;
  }

  snapshotOf(body: Uint8Array): Snapshot | null {
    return this.snapshots.get(bytesKey(body)) ?? null;
  }
}

function bytesKey(body: Uint8Array): string {
  return Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1');
}

/**
 * Stores a version: its files, its transaction, its manifest last.
 * @param fresh the files that come with it; the others lie there already, or have gone and must not come back
 */
export async function commitVersion(
  store: ObjectStore,
  manifests: Manifests,
  folder: string,
  snapshot: Snapshot,
  fresh: readonly string[] = snapshot.files,
): Promise<'written' | 'conflict' | 'unknown'> {
  const files = fresh.map((file) => `${folder}/data/${file}`);
  for (const key of [...files, transactionOf(folder, snapshot)]) {
    const answer = await store.create(key, utf8('x'));
    // A manifest is written only over what is surely there.
    if (answer.kind === 'unknown') return 'unknown';
  }
  const answer = await store.create(manifestAt(folder, snapshot.version), manifests.make(folder, snapshot));
  return answer.kind;
}
