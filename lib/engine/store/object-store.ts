/**
 * What the engine asks of an object store (object-stores.md, A1 to A7). Keys are relative to the store's root,
 * without a leading slash, exactly as the store spells them; a backend refuses keys with empty, `.` or `..`
 * segments. A read says found, absent, or throws `unavailable`: it never turns an error into absence.
 */
import type { StorageInstant } from '@/lib/base/clock';

/** The store's token for one content of one object; opaque, compared only for equality. */
export type ETag = string;

export interface ObjectMeta {
  readonly key: string;
  readonly size: number;
  readonly etag: ETag;
  /** Last-Modified by the store's clock; whole seconds in some answers (A5). */
  readonly storedAt: StorageInstant;
}

/** Time of the answer by the store's own clock (`Date`), or null when the store states none (A6). */
export type StoreTime = StorageInstant | null;

export type GetAnswer =
  | {
      readonly kind: 'found';
      readonly meta: ObjectMeta;
      readonly body: Uint8Array;
      readonly storeTime: StoreTime;
    }
  | { readonly kind: 'absent'; readonly storeTime: StoreTime }
  /** The object is larger than `maxBytes`; no more than that was read. */
  | { readonly kind: 'too_large'; readonly meta: ObjectMeta; readonly storeTime: StoreTime };

export type HeadAnswer =
  | { readonly kind: 'found'; readonly meta: ObjectMeta; readonly storeTime: StoreTime }
  | { readonly kind: 'absent'; readonly storeTime: StoreTime };

export interface ListPage {
  readonly objects: readonly ObjectMeta[];
  /** Common prefixes when a delimiter was given; each ends with it. */
  readonly prefixes: readonly string[];
  /** Token for the next page, null at the end. */
  readonly next: string | null;
  readonly storeTime: StoreTime;
}

/** Decision D1. `unknown`: the effect may still land at any later moment. Never retried blindly. */
export type WriteAnswer =
  | { readonly kind: 'written'; readonly etag: ETag; readonly storeTime: StoreTime }
  | { readonly kind: 'conflict'; readonly storeTime: StoreTime }
  | { readonly kind: 'unknown'; readonly cause: unknown };

export type DeleteAnswer =
  /** Plain deletes do not tell whether the object was there. */
  | { readonly kind: 'deleted' }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'unknown'; readonly cause: unknown };

/** How a store wants the ETag spelled in If-Match; null while no conditional write has told. */
export type ETagSpelling = 'quoted' | 'unquoted';

export interface StoreTraits {
  readonly etagSpelling: ETagSpelling | null;
  /** Why the times of objects may come from more than one clock (A5), or null when nothing says so. */
  readonly clockCaveat: string | null;
}

export interface ReadOptions {
  readonly signal?: AbortSignal;
}

export interface GetOptions extends ReadOptions {
  /** Upper bound of bytes read; required, every read of the outside world is bounded. */
  readonly maxBytes: number;
}

export interface ByteRange {
  /** First byte, or negative: the last `-start` bytes (suffix range). */
  readonly start: number;
  /** Exclusive end; ignored for a suffix range. */
  readonly end?: number;
}

export interface ListOptions extends ReadOptions {
  readonly prefix: string;
  readonly delimiter?: '/';
  /** Page token of the page before. */
  readonly next?: string;
  /**
   * Lists only keys after this one (exclusive); only with stores whose listing is ordered. With a delimiter it must
   * not reach below a common prefix (stores disagree whether that prefix is then listed): `invalid_input`.
   */
  readonly startAfter?: string;
  /** At most this many objects and prefixes, 1 to 1,000 (default 1,000). */
  readonly limit?: number;
}

export interface ChangeOptions {
  /**
   * Called right before every attempt of a change, what a backend repeats below this interface included; it must not
   * wait. When it throws, that attempt is not sent, the call ends with its error, and the attempts before it had no
   * effect; of a batch a part may be done (D19).
   */
  readonly beforeSend?: () => void;
}

export interface ObjectStore {
  readonly kind: 'memory' | 'local' | 's3';
  /** For people and messages: `s3://bucket/prefix` or `file:///folder`; no credentials. */
  readonly uri: string;
  /** The root as Lance's object store spells it inside control files: no leading or trailing slash (decision D6). */
  readonly rootPath: string;
  /** Whether pages come in lexicographic (UTF-8 byte) order of the key. */
  readonly ordered: boolean;

  get(key: string, options: GetOptions): Promise<GetAnswer>;
  /** A part of an object. `meta.size` is the whole object's size. A range outside the object is `invalid_input`. */
  getRange(key: string, range: ByteRange, options?: ReadOptions): Promise<GetAnswer>;
  head(key: string, options?: ReadOptions): Promise<HeadAnswer>;
  list(options: ListOptions): Promise<ListPage>;

  /** Create if absent (A1). */
  create(key: string, body: Uint8Array, options?: ChangeOptions): Promise<WriteAnswer>;
  /** Replace if the ETag still matches (A2). */
  replace(key: string, body: Uint8Array, etag: ETag, options?: ChangeOptions): Promise<WriteAnswer>;
  /** Unconditional write: only for the `_clock` object, whose content means nothing (spec D). */
  put(key: string, body: Uint8Array, options?: ChangeOptions): Promise<WriteAnswer>;
  delete(key: string, options?: ChangeOptions): Promise<DeleteAnswer>;
  /** Delete if the ETag still matches (A3); where the probe found it missing, decision D4 applies, not this call. */
  deleteIfMatch(key: string, etag: ETag, options?: ChangeOptions): Promise<DeleteAnswer>;
  /** At most 1,000 keys; answers in the order of the keys. */
  deleteBatch(keys: readonly string[], options?: ChangeOptions): Promise<readonly DeleteAnswer[]>;

  /** What this backend knows of its own service beside the calls; absent where there is nothing to know. */
  traits?(): Promise<StoreTraits>;
  /**
   * Local folders only (decision D3): runs `work` while the operating system's lock of spec F.9 is held for a canonical
   * reference key. Reentrant within `work`. `unsupported` where no such lock can be had. See `reference-lock.ts`.
   */
  withReferenceLock?<T>(key: string, work: () => Promise<T>): Promise<T>;
}
