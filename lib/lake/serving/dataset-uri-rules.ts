/** Which dataset of the configured lakes a report speaks of, from its address alone. */

export interface LakeAddress {
  readonly id: string;
  readonly uri: string;
}

/** @returns null when it lies in no configured lake. The innermost lake wins where one contains another. */
export function datasetOfUri(
  uri: string,
  lakes: readonly LakeAddress[],
): { readonly lake: string; readonly path: string } | null {
  const address = spelled(uri);
  const found = lakes
    .map(({ id, uri: lakeUri }) => ({ id, root: spelled(lakeUri) }))
    .filter(({ root }) => address === root || address.startsWith(`${root}/`))
    .sort((a, b) => b.root.length - a.root.length)[0];
  if (found === undefined) return null;
  return { lake: found.id, path: address.slice(found.root.length + 1) };
}

/** Without a slash at its end; a local folder as its name is, not as URLs spell it. */
function spelled(uri: string): string {
  const bare = uri.replace(/\/+$/, '');
  // As Lance names local tables: a plain path, in which nothing is an escape.
  if (bare.startsWith('/')) return `file://${bare}`;
  if (!bare.startsWith('file://')) return bare;
  try {
    return decodeURIComponent(bare);
  } catch {
    return bare;
  }
}
