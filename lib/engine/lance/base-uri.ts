/** Compares where things lie however they are spelled: URIs, absolute paths, doubled or trailing slashes (spec G.4). */

const schemeAndRest = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/is;
const fileSchemes = new Set(['file', 'file-object-store']);

/**
 * One spelling for one place: `scheme://authority/segments` without percent-escapes or trailing slash; a plain
 * absolute path is a `file` URI. null for what names no place by itself (a relative path, a broken escape, a climb
 * above the root): whoever protects by location must then refuse, not ignore.
 */
export function normaliseUri(uri: string): string | null {
  if (uri.startsWith('/')) return withSegments('file://', uri);
  const [, scheme, rest] = schemeAndRest.exec(uri) ?? [];
  if (scheme === undefined || rest === undefined) return null;
  const lower = scheme.toLowerCase();
  const decoded = decodeOrNull(rest);
  if (decoded === null) return null;
  if (fileSchemes.has(lower)) return withSegments('file://', decoded.replace(/^localhost(?=\/)/, ''));
  const slash = decoded.indexOf('/');
  const authority = slash === -1 ? decoded : decoded.slice(0, slash);
  return withSegments(`${lower}://${authority}`, slash === -1 ? '' : decoded.slice(slash));
}

/**
 * The key of `uri` below a store, '' for the store's own root, or null when it lies elsewhere or cannot be placed.
 * @param storeUri `ObjectStore.uri`
 */
export function keyBelow(storeUri: string, uri: string): string | null {
  const root = normaliseUri(storeUri);
  const place = normaliseUri(uri);
  if (root === null || place === null) return null;
  if (place === root) return '';
  const prefix = root.endsWith('/') ? root : `${root}/`;
  return place.startsWith(prefix) ? place.slice(prefix.length) : null;
}

function withSegments(start: string, path: string): string | null {
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  return [start, ...segments].join('/');
}

function decodeOrNull(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
