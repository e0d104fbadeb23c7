/** Opens the store that a lake's URI names: a local folder or an S3 prefix. */
import { fileURLToPath } from 'node:url';
import { type Clock, systemClock } from '@/lib/base/clock';
import { VamplateError } from '@/lib/base/errors';
import { openLocalStore } from './local-store';
import type { ETagSpelling, ObjectStore } from './object-store';
import { retryingStore } from './retrying-store';
import { openS3Client, type S3ClientOptions } from './s3-client';
import { openS3Store } from './s3-store';

export interface OpenStoreOptions extends S3ClientOptions {
  /**
   * `file:///folder` or `s3://bucket/prefix`, read as Lance reads it: a file URI is percent-decoded to a path; the key
   * prefix of an S3 URI is its path in URL spelling, so `s3://b/a b` and `s3://b/a%20b` are the same lake whose keys
   * begin with `a%20b/`.
   */
  readonly uri: string;
  /** Local only: the folder that holds `_vamplate`, when it is not the root. */
  readonly controlRoot?: string;
  /** Local only: make a missing folder. */
  readonly createRoot?: boolean;
  /** S3 only: what an earlier probe learned. */
  readonly etagSpelling?: ETagSpelling | null;
  readonly clock?: Clock;
}

export type StorePlace =
  | { readonly kind: 'local'; readonly folder: string }
  | { readonly kind: 's3'; readonly bucket: string; readonly prefix: string };

/** Reads of S3 are repeated up to three times; nothing is asked of the store yet. @throws `invalid_input` for another URI */
export function openStore(options: OpenStoreOptions): ObjectStore {
  const place = parseStoreUri(options.uri);
  const clock = options.clock ?? systemClock;
  if (place.kind === 'local') {
    const { controlRoot, createRoot = false } = options;
    return openLocalStore({
      root: place.folder,
      createRoot,
      clock,
      ...(controlRoot === undefined ? {} : { controlRoot }),
    });
  }
  const { bucket, prefix } = place;
  const store = openS3Store({
    client: openS3Client(options),
    bucket,
    prefix,
    clock,
    etagSpelling: options.etagSpelling ?? null,
  });
  return retryingStore(store, { clock });
}

/** @throws `invalid_input` when the URI names no folder and no bucket */
export function parseStoreUri(uri: string): StorePlace {
  const url = parseUrl(uri);
  if (url?.protocol === 'file:' && url.host === '' && !url.search && !url.hash) {
    try {
      return { kind: 'local', folder: fileURLToPath(url) };
    } catch {
      throw invalidUri(uri);
    }
  }
  if (url?.protocol === 's3:' && url.host !== '' && !url.search && !url.hash && !url.username && !url.port) {
    return { kind: 's3', bucket: url.host, prefix: url.pathname.replace(/^\/+|\/+$/g, '') };
  }
  throw invalidUri(uri);
}

function parseUrl(uri: string): URL | null {
  try {
    return new URL(uri);
  } catch {
    return null;
  }
}

function invalidUri(uri: string): VamplateError {
  return new VamplateError('invalid_input', 'A store URI is file:///folder or s3://bucket/prefix.', { uri });
}
