/** Makes what the benches share, once each and only on demand, and takes all of it away at the end. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BenchSetting } from './bench';
import { type CountingProxy, openCountingProxy } from './counting-proxy';
import { localHistory } from './histories';
import { localPlace, type Place, s3Place, upload } from './places';
import { type S3Server, startS3Server } from './s3-server';

export async function openSetting(): Promise<{ setting: BenchSetting; close: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vamplate-bench-'));
  let s3: Promise<{ server: S3Server; proxy: CountingProxy }> | undefined;
  const lakes = new Map<number, Promise<string>>();
  const places = new Map<string, Promise<Place>>();

  const lakeOf = (versions: number): Promise<string> =>
    once(lakes, versions, () => localHistory(folder, versions));
  const setting: BenchSetting = {
    folder,
    s3: () => {
      s3 ??= startS3Server().then(async (server) => ({
        server,
        proxy: await openCountingProxy(server.endpoint),
      }));
      return s3;
    },
    history: (store, versions) =>
      once(places, `${store}/${versions}`, async () => {
        const lake = await lakeOf(versions);
        if (store === 'local') return localPlace(lake);
        const { server, proxy } = await setting.s3();
        await upload(server, lake, `history-${versions}`);
        return s3Place(server, proxy, `history-${versions}`);
      }),
    print: (figure) => process.stdout.write(`${JSON.stringify(figure)}\n`),
  };
  const close = async () => {
    const started = await s3?.catch(() => undefined);
    await started?.proxy.close();
    await started?.server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { setting, close };
}

function once<Key, Value>(
  kept: Map<Key, Promise<Value>>,
  key: Key,
  make: () => Promise<Value>,
): Promise<Value> {
  const found = kept.get(key);
  if (found !== undefined) return found;
  const made = make();
  kept.set(key, made);
  return made;
}
