/** Writes the console's configuration for `up` into the data folder: lakes and cluster roots it was told of, its address. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { PlainError } from './say.mjs';

/**
 * @param {{ data: string, port: number, lakes: readonly { id: string, uri: string }[],
 *   clusters?: readonly { id: string, lake: string, root: string, writers?: string }[],
 *   serving?: readonly { env: string, lake: string, state: string }[] }} wanted
 * @returns {Promise<string>} the file
 */
export async function writeConfiguration({ data, port, lakes, clusters = [], serving = [] }) {
  const file = path.join(data, 'vamplate.config.json');
  const control = path.join(data, 'control');
  await mkdir(control, { recursive: true });
  const configuration = {
    bind: { host: '127.0.0.1', port },
    lakes: lakes.map((lake) => ({ ...lake, ...s3Settings(lake.uri) })),
    clusters,
    serving,
    control: pathToFileURL(control).href,
  };
  await writeFile(file, `${JSON.stringify(configuration, null, 2)}\n`, { mode: 0o600 });
  return file;
}

/**
 * A lake's id is its last folder in plain letters; a second one of that name gets a number.
 * @param {readonly string[]} uris
 * @param {readonly string[]} [taken]
 * @returns {{ id: string, uri: string }[]}
 */
export function lakeIds(uris, taken = []) {
  const ids = new Set(taken);
  return uris.map((uri) => {
    const last = decodeURIComponent(uri.replace(/\/+$/, '').split('/').at(-1) ?? '');
    const stem =
      last
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-+|-+$/g, '')
        .slice(0, 40) || 'lake';
    let id = stem;
    for (let number = 2; ids.has(id); number += 1) id = `${stem}-${number}`;
    ids.add(id);
    return { id, uri };
  });
}

/**
 * Cluster roots as the configuration names them; an id is the root's last folder, as a lake's is.
 * @param {readonly string[]} uris
 * @param {readonly { id: string, uri: string }[]} lakes
 * @param {readonly string[]} [taken]
 * @returns {{ id: string, lake: string, root: string }[]}
 */
export function clustersBelow(uris, lakes, taken = []) {
  const ids = lakeIds(uris, taken);
  return ids.map(({ id, uri }) => {
    const lake = lakes.find((one) => `${uri}/`.startsWith(`${one.uri.replace(/\/+$/, '')}/`));
    if (lake === undefined) throw new PlainError(`--cluster ${uri}: expected an address below a shown lake`);
    const root = decodeURIComponent(uri.slice(lake.uri.replace(/\/+$/, '').length)).replace(/^\/+|\/+$/g, '');
    return { id, lake: lake.id, root };
  });
}

/** Where the usual AWS variables name an endpoint of one's own, it is written down; credentials never are. */
function s3Settings(uri) {
  if (!uri.startsWith('s3://')) return {};
  const endpoint = process.env.AWS_ENDPOINT_URL_S3 || process.env.AWS_ENDPOINT_URL;
  const region = process.env.AWS_REGION || process.env.AWS_DEFAULT_REGION;
  return {
    ...(endpoint ? { endpoint, pathStyle: true } : {}),
    ...(region ? { region } : {}),
  };
}
