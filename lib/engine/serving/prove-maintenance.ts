/** Walks the history of a dataset from clean to head and proves which versions are maintenance; bounded, writes nothing (E.6). */
import { isVamplateError } from '@/lib/base/errors';
import type { ManifestSummary } from '@/lib/engine/lance/manifest-facts';
import { below, transactionKey } from '@/lib/engine/lance/paths';
import { readManifestSummary, readTransaction } from '@/lib/engine/lance/read-manifest';
import { formatVersionName } from '@/lib/engine/lance/version-names';
import { metered } from '@/lib/engine/store/metered-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import {
  belongsTo,
  endAt,
  type MaintenancePolicy,
  type MaintenanceProof,
  type VersionEvidence,
} from './maintenance-rules';

export interface ProofOptions extends Partial<MaintenancePolicy> {
  readonly store: ObjectStore;
  /** Key of the dataset below the store, '' for the store's own root. */
  readonly root: string;
  readonly clean: bigint;
  readonly head: bigint;
  /** Most versions looked at (default 1,000). */
  readonly maxVersions?: number;
  /** Most bytes read (default 64 MiB); what is being read when they are reached is finished. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

/**
 * @returns the versions from clean + 1 on that are maintenance without a gap, and what ended them
 * @throws `unavailable` where the store gave no answer: that says nothing about a version
 */
export async function proveMaintenance(options: ProofOptions): Promise<MaintenanceProof> {
  const { clean, head, maxVersions = 1_000, maxBytes = 64 * 1024 * 1024, acceptsConfig = false } = options;
  const { store, meter } = metered(options.store);
  const verified: bigint[] = [];
  const proof = (end: MaintenanceProof['end']): MaintenanceProof => ({ clean, head, verified, end });
  for (let version = clean + 1n; version <= head; version += 1n) {
    if (verified.length >= maxVersions) return proof({ kind: 'bound', version, of: 'versions' });
    const evidence = await evidenceOf({ ...options, store }, version, () => maxBytes - meter.bytes);
    if (evidence === null) return proof({ kind: 'bound', version, of: 'bytes' });
    const end = endAt(version, evidence, { acceptsConfig });
    if (end !== null) return proof(end);
    verified.push(version);
  }
  return proof({ kind: 'at_head' });
}

/** Null when there is no room for it among the bytes that are left. */
async function evidenceOf(
  { store, root, signal }: ProofOptions,
  version: bigint,
  bytesLeft: () => number,
): Promise<VersionEvidence | null> {
  const options = signal === undefined ? {} : { signal };
  try {
    if (bytesLeft() <= 0) return null;
    const manifest = await manifestOf(store, root, version, options);
    if (manifest === null) return { kind: 'missing', what: 'manifest' };
    if (manifest.version !== version) return unreadable(`its manifest states version ${manifest.version}`);
    const { transaction, transactionFile } = manifest;
    if (transaction !== null) return { kind: 'read', operation: transaction.operation };
    if (transactionFile === null) return { kind: 'missing', what: 'transaction' };
    const file = await store.head(below(root, transactionKey(transactionFile)), options);
    if (file.kind === 'absent') return { kind: 'missing', what: 'transaction' };
    if (file.meta.size > bytesLeft()) return null;
    const read = await readTransaction(store, root, transactionFile, options);
    if (read === null) return { kind: 'missing', what: 'transaction' };
    return belongsTo(transactionFile, read.transaction)
      ? { kind: 'read', operation: read.transaction.operation }
      : unreadable('its transaction file is of another transaction');
  } catch (error) {
    if (!isVamplateError(error) || error.kind === 'unavailable') throw error;
    return unreadable(error.message);
  }
}

async function manifestOf(
  store: ObjectStore,
  root: string,
  version: bigint,
  options: { readonly signal?: AbortSignal },
): Promise<ManifestSummary | null> {
  for (const scheme of ['v2', 'v1'] as const) {
    const name = formatVersionName(scheme, version);
    const read = await readManifestSummary(store, root, { name }, options);
    if (read !== null) return read.facts;
  }
  return null;
}

function unreadable(because: string): VersionEvidence {
  return { kind: 'unreadable', because };
}
