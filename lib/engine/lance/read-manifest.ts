/** Brings manifests and transactions from a store: only the bytes needed, bounded, one identity throughout (B.1, D7). */
import { corrupt, unsupported, VamplateError } from '@/lib/base/errors';
import type { ETag, ObjectMeta, ObjectStore, ReadOptions, StoreTime } from '@/lib/engine/store/object-store';
import { type Decoded, decodeManifest, summariseManifest } from './decode-manifest';
import type { ManifestFacts, ManifestSummary, TransactionFacts, UnknownField } from './manifest-facts';
import { type FileTail, footerBytes, tailBytes } from './manifest-file';
import { below, transactionKey, versionsFolder } from './paths';
import { named, readTail } from './read-tail';
import { decodeTransaction } from './transaction-kind';
import { parseVersionName } from './version-names';

export interface ManifestReading<T> {
  readonly facts: T;
  /** Which object these facts are of; a manifest is immutable, so its ETag is the key of every cache. */
  readonly meta: ObjectMeta;
  /**
   * null when the manifest states the version of its file name. Otherwise the file is mismatched and the dataset is
   * read-only for cleanup (D7).
   */
  readonly mismatch: { readonly named: bigint; readonly stated: bigint } | null;
  readonly storeTime: StoreTime;
}

/** The object to read: its name below `_versions/` and, when a listing told, its size. */
export interface ManifestName {
  readonly name: string;
  readonly size?: number;
}

/** No manifest file of a real table is larger; beyond it the dataset is unsupported, not a reason to run out. */
const maxFileBytes = 512 * 1024 * 1024;
/** Most bytes of one file that are decoded at once. */
const maxDecodedBytes = 64 * 1024 * 1024;
/** A file up to this size is read in one request. */
const oneReadBytes = 1024 * 1024;
const maxTransactionBytes = 64 * 1024 * 1024;

/**
 * All facts of one manifest.
 * @param root key of the dataset (or branch) below the store, '' for the store's own root
 * @returns null when there is no such object
 * @throws `corrupt` for damaged bytes, `unsupported` beyond the bounds, `conflict` when it changed between two reads
 */
export function readManifest(
  store: ObjectStore,
  root: string,
  manifest: ManifestName,
  options: ReadOptions = {},
): Promise<ManifestReading<ManifestFacts> | null> {
  return read(store, root, manifest, options, decodeManifest);
}

/** As `readManifest`, without the lists that grow with the table. */
export function readManifestSummary(
  store: ObjectStore,
  root: string,
  manifest: ManifestName,
  options: ReadOptions = {},
): Promise<ManifestReading<ManifestSummary> | null> {
  return read(store, root, manifest, options, summariseManifest);
}

/** A `.txn` file by its name below `_transactions/`; null when it is not there. */
export async function readTransaction(
  store: ObjectStore,
  root: string,
  fileName: string,
  options: ReadOptions = {},
): Promise<{
  transaction: TransactionFacts;
  unknownFields: readonly UnknownField[];
  meta: ObjectMeta;
} | null> {
  const key = below(root, transactionKey(fileName));
  const answer = await store.get(key, { ...options, maxBytes: maxTransactionBytes });
  if (answer.kind === 'absent') return null;
  if (answer.kind === 'too_large') throw tooLarge(key, answer.meta.size);
  return { ...named(key, () => decodeTransaction(answer.body)), meta: answer.meta };
}

async function read<T extends ManifestSummary>(
  store: ObjectStore,
  root: string,
  manifest: ManifestName,
  options: ReadOptions,
  decode: (tail: FileTail) => Decoded<T>,
): Promise<ManifestReading<T> | null> {
  const key = below(root, `${versionsFolder}${manifest.name}`);
  const first = await readTail(store, key, firstReadBytes(manifest.size), options);
  if (first === null) return null;
  if (first.meta.size > maxFileBytes) throw tooLarge(key, first.meta.size);

  let tail = first.tail;
  let decoded = named(key, () => decode(tail));
  // At most twice: first the message, then the sections it points to.
  for (let reads = 0; decoded.kind === 'more'; reads += 1) {
    if (reads === 2) throw corrupt(`${key} is damaged: its parts lie ever further back`, { key });
    tail = await extendTail(store, key, tail, decoded.start, first.meta.etag, options);
    decoded = named(key, () => decode(tail));
  }

  const { facts } = decoded;
  const name = parseVersionName(manifest.name);
  const namedVersion = name.kind === 'attached' || name.kind === 'detached' ? name.version : null;
  const mismatch =
    namedVersion === null || namedVersion === facts.version
      ? null
      : { named: namedVersion, stated: facts.version };
  return { facts, meta: first.meta, mismatch, storeTime: first.storeTime };
}

function firstReadBytes(size: number | undefined): number {
  return size !== undefined && size <= oneReadBytes ? Math.max(size, footerBytes) : tailBytes;
}

async function extendTail(
  store: ObjectStore,
  key: string,
  tail: FileTail,
  start: number,
  etag: ETag,
  options: ReadOptions,
): Promise<FileTail> {
  const total = tail.start + tail.bytes.length - start;
  if (total > maxDecodedBytes) throw tooLarge(key, total);
  const answer = await store.getRange(key, { start, end: tail.start }, options);
  if (answer.kind !== 'found' || answer.meta.etag !== etag || answer.body.length !== tail.start - start) {
    throw new VamplateError('conflict', `${key} changed while it was read`, { key });
  }
  const bytes = new Uint8Array(total);
  bytes.set(answer.body);
  bytes.set(tail.bytes, answer.body.length);
  return { start, bytes };
}

function tooLarge(key: string, bytes: number): VamplateError {
  return unsupported(`${key} is larger than this reader takes in (${bytes} bytes)`, { key, bytes });
}
