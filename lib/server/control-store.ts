/** The store that `control` names, where console-wide objects live: opened once per process, on first use. */
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { openStore, parseStoreUri } from '@/lib/engine/store/open-store';
import type { Runtime } from './runtime';

/** null where the configuration names no `control`. Nothing is asked of the store yet. */
export function controlStoreOf(runtime: Runtime): ObjectStore | null {
  return runtime.once('control store', () => {
    const { control } = runtime.config;
    if (control === undefined) return null;
    // Never made here: an unmounted disk would be an empty folder, and what was ended or revoked would stand again.
    return openStore({ uri: control, ...storeAddressOf(runtime, control) });
  });
}

/** A bucket that a lake has too is reached as that lake's settings say. */
export function storeAddressOf({ config }: Runtime, address: string) {
  const place = parseStoreUri(address);
  const lake = config.lakes.find(({ uri }) => {
    // Other lakes, `memory://` among them, lie in no bucket.
    if (place.kind !== 's3' || !uri.startsWith('s3:')) return false;
    const other = parseStoreUri(uri);
    return other.kind === 's3' && other.bucket === place.bucket;
  });
  return {
    ...(lake?.endpoint === undefined ? {} : { endpoint: lake.endpoint }),
    ...(lake?.region === undefined ? {} : { region: lake.region }),
    ...(lake?.pathStyle === undefined ? {} : { pathStyle: lake.pathStyle }),
  };
}
