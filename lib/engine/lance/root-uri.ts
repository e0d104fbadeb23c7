/** The address of a dataset's or branch's root, spelled so that it compares with base paths in manifests. */
import { below } from './paths';

/**
 * A local folder is named by its plain path: its store's URI is not percent-encoded, so as a URI a `%` in a folder's
 * name would be taken for an escape.
 * @param store what an object store says of itself
 * @param root key below the store, '' for its own root
 */
export function rootUri(store: { readonly kind: string; readonly uri: string }, root: string): string {
  const place = store.kind === 'local' ? store.uri.replace(/^file:\/\//, '') : store.uri;
  return below(place.replace(/\/$/, ''), root).replace(/\/$/, '');
}
