/** Where copies of status pages are published: an address that no dataset and nothing of the console's lies above. */
import { z } from 'zod';
import { slug } from '@/lib/contracts/status-pages';
import { parseStoreUri, type StorePlace } from '@/lib/engine/store/open-store';

const exportKey = z
  .string()
  .max(512)
  .regex(
    /^(?:[A-Za-z0-9][A-Za-z0-9._-]*\/)*[A-Za-z0-9][A-Za-z0-9._-]*\.html$/,
    'expected the name of a file below the address, such as status/index.html',
  );

export const statusExportSettings = z
  .strictObject({
    uri: z
      .string()
      .max(2_048)
      .refine(
        (text) => placeOf(text) !== null,
        'expected file:///absolute/folder, s3://bucket or s3://bucket/prefix',
      )
      .meta({ description: 'An address outside every lake. A folder must be there.' }),
    pages: z
      .record(slug, exportKey)
      .refine((pages) => Object.keys(pages).length <= 100, 'expected at most 100 pages')
      .refine(
        (pages) => new Set(Object.values(pages)).size === Object.keys(pages).length,
        'expected no name twice',
      )
      .meta({ description: 'By the slug of a status page: the name of its copy below the address.' }),
  })
  .meta({
    description:
      'Where copies of status pages are written whenever they change. Secret pages too, where named.',
  });

interface Settings {
  readonly lakes: readonly { readonly uri: string }[];
  readonly control?: string | undefined;
  readonly statusExport?: z.output<typeof statusExportSettings> | undefined;
}

interface Problem {
  readonly path: readonly string[];
  readonly message: string;
}

/** What stands in the way of publishing: a copy never lies in a lake, where everything may be a dataset's. */
export function statusExportProblems({ lakes, control, statusExport }: Settings): readonly Problem[] {
  if (statusExport === undefined) return [];
  const missing =
    control === undefined
      ? [{ path: ['statusExport'], message: 'expected control to be set, where status pages are kept' }]
      : [];
  const kept = [...lakes.map(({ uri }) => uri), ...(control === undefined ? [] : [control])];
  const inside = Object.entries(statusExport.pages).flatMap(([page, key]) => {
    const copy = partsOf(statusExport.uri, key);
    const taken = kept.some((uri) => isWithin(copy, partsOf(uri)));
    const message = 'expected a place outside every lake and outside control';
    return taken ? [{ path: ['statusExport', 'pages', page], message }] : [];
  });
  return [...missing, ...inside];
}

/** The store, then the parts of the path; null where nothing is known to lie below it. */
function partsOf(uri: string, key = ''): readonly string[] | null {
  const place = placeOf(uri);
  if (place === null) return null;
  const below = place.kind === 's3' ? place.prefix : place.folder;
  const parts = `${below}/${key}`.split('/').filter((part) => part !== '' && part !== '.');
  return [place.kind === 's3' ? `s3 ${place.bucket}` : 'local', ...parts];
}

function isWithin(inner: readonly string[] | null, outer: readonly string[] | null): boolean {
  if (inner === null || outer === null) return false;
  return outer.every((part, place) => inner[place] === part);
}

function placeOf(uri: string): StorePlace | null {
  try {
    return parseStoreUri(uri);
  } catch {
    return null;
  }
}
