/**
 * A dataset's id in URLs and on the wire: its path below the lake with `=` as `=3D`, `~` as `=7E`, then `/` as `~`;
 * the lake's own root is `~`. Encoding and decoding are inverse for every path; decoding happens once, here.
 */
import { VamplateError } from '@/lib/base/errors';

const ROOT = '~';

/** @param path folder below the lake, `''` for the lake itself, without leading or trailing slash */
export function encodeDatasetId(path: string): string {
  if (path === '') return ROOT;
  return path.replaceAll('=', '=3D').replaceAll('~', '=7E').replaceAll('/', '~');
}

/**
 * @param id the id as the wire spells it, percent-decoding already done
 * @throws `invalid_input` when no path encodes to this id
 */
export function decodeDatasetId(id: string): string {
  if (id === ROOT) return '';
  const path = id.replaceAll('~', '/').replace(/=(3D|7E)/g, (_, hex) => (hex === '3D' ? '=' : '~'));
  if (
    encodeDatasetId(path) !== id ||
    path.split('/').some((part) => part === '' || part === '.' || part === '..')
  ) {
    throw new VamplateError('invalid_input', 'This is not the id of a dataset.', { id });
  }
  return path;
}

/** Next hands page params percent-encoded and route params decoded; pages decode exactly once, through this. */
export function decodePageParam(param: string): string {
  try {
    return decodeURIComponent(param);
  } catch (cause) {
    throw new VamplateError(
      'invalid_input',
      'The address holds a broken percent-encoding.',
      { param },
      { cause },
    );
  }
}

/** The console's address of a dataset, ready for `href`. */
export function datasetHref(lake: string, id: string, rest = ''): string {
  return `/datasets/${encodeURIComponent(lake)}/${encodeURIComponent(id)}${rest}`;
}

/** What names a dataset where a person types it or reads it alone: its path below the lake; the lake's id for the lake's own root. */
export function datasetTypedName(lake: string, path: string): string {
  return path === '' ? lake : path;
}

/** `prod/eu/orders.lance`: how the console names a place in words. @param id a dataset's; null: the lake itself */
export function placeName(lake: string, id: string | null): string {
  const path = id === null ? '' : decodeDatasetId(id);
  return path === '' ? lake : `${lake}/${path}`;
}
