/** The process's lakes: opened once, told to the event hub when something changed. */
import { decodeDatasetId, encodeDatasetId } from '@/lib/contracts/dataset-id';
import { openStore } from '@/lib/engine/store/open-store';
import { Fleet } from '@/lib/lake/fleet';
import type { LakeSettings } from '@/lib/lake/lake-settings';
import { Lakes } from '@/lib/lake/lakes';
import { type Watched, WatchLoop } from '@/lib/lake/watch-loop';
import type { Runtime } from './runtime';

/** Made on first use; the watch loop begins with it and stops with the server. */
export function lakesOf(runtime: Runtime): Lakes {
  return runtime.once('lakes', () => {
    const { config, clock, hub, log } = runtime;
    const lakes = new Lakes({
      settings: (config.lakes as readonly LakeSettings[]).map((lake) => ({
        ...lake,
        foreignFolders: reportFolders(config.serving, lake.id),
      })),
      clock,
      watchIntervalMs: config.watchIntervalMs,
      openStore: ({ uri, endpoint, region, pathStyle }) =>
        openStore({
          uri,
          clock,
          ...(endpoint === undefined ? {} : { endpoint }),
          ...(region === undefined ? {} : { region }),
          ...(pathStyle === undefined ? {} : { pathStyle }),
        }),
      onChange: (lake, path, part, etag) => {
        hub.publish({ lake, dataset: path === null ? null : encodeDatasetId(path), part, etag });
      },
    });
    const loop = new WatchLoop(
      lakes,
      () => hub.watched().flatMap(watchedOf),
      (error) => log.warn({ error }, 'watching failed'),
    );
    loop.start();
    runtime.onStop(() => loop.stop());
    return lakes;
  });
}

/** Reports lie deeper than datasets are searched for: what is configured to hold them is not searched (E.2). */
function reportFolders(serving: Runtime['config']['serving'], lakeId: string): readonly string[] {
  return serving.flatMap(({ lake, state }) => {
    if (lake !== lakeId || state === undefined) return [];
    return [state === '' ? 'serving/v1' : `${state}/serving/v1`];
  });
}

/** The fleet over those lakes. */
export function fleetOf(runtime: Runtime): Fleet {
  return runtime.once('fleet', () => new Fleet(lakesOf(runtime)));
}

/** `lake` or `lake/dataset`; a name no dataset has is nobody's to read. */
function watchedOf(name: string): Watched[] {
  const slash = name.indexOf('/');
  if (slash === -1) return [{ lake: name, path: null }];
  try {
    return [{ lake: name.slice(0, slash), path: decodeDatasetId(name.slice(slash + 1)) }];
  } catch {
    return [];
  }
}
