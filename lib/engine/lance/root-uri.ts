/** The address of a dataset's or branch's root, spelled so that it compares with base paths in manifests. */

import type { ObjectStore } from '@/lib/engine/store/object-store';
import { below } from './paths';

/**
 * A local folder is named by its plain path: its store's URI is not percent-encoded, so as a URI a `%` in a folder's
 * name would be taken for an escape.
 * @param root key below the store, '' for its own root
 */
export function rootUri(store: Pick<ObjectStore, 'kind' | 'uri'>, root: string): string {
  const place = store.kind === 'local' ? store.uri.replace(/^file:\/\//, '') : store.uri;
  return below(place.replace(/\/$/, ''), root).replace(/\/$/, '');
}
