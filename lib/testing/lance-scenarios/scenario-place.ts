/** Two ways to one empty place, local or S3: our store and LanceDB's connection; each scenario writes at its own. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { type Connection, connect } from '@lancedb/lancedb';
import { type Clock, systemClock } from '@/lib/base/clock';
import { systemRandom, uuidHex } from '@/lib/base/random';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { openStore } from '@/lib/engine/store/open-store';
import { openS3Client } from '@/lib/engine/store/s3-client';

export interface ScenarioPlace {
  readonly store: ObjectStore;
  /** Two writes this far apart have times that no rounding of this store brings together. */
  readonly apartMs: number;
  /** A session of its own each time, so that nothing LanceDB has in memory hides an object that is gone. */
  connect(): Promise<Connection>;
  /** What LanceDB calls the place of a table, for shallow clones. */
  uriOf(table: string): string;
  /** The same place as a process sees it that opens it later by so many milliseconds; local places only. */
  later(ms: number): ObjectStore;
  remove(): Promise<void>;
}

export type OpenPlace = () => Promise<ScenarioPlace>;

export async function openLocalPlace(): Promise<ScenarioPlace> {
  const lake = mkdtempSync(path.join(tmpdir(), 'vamplate-scenario-'));
  const folder = path.join(lake, 'tables');
  mkdirSync(folder);
  const open = (clock: Clock) => openStore({ uri: pathToFileURL(folder).href, clock });
  return {
    store: open(systemClock),
    apartMs: 1_500,
    connect: () => connect(folder),
    uriOf: (table) => path.join(folder, `${table}.lance`),
    later: (ms) =>
      open({ ...systemClock, wall: () => (systemClock.wall() + ms) as ReturnType<Clock['wall']> }),
    remove: async () => rmSync(lake, { recursive: true, force: true }),
  };
}

/** A bucket of its own on the server that the environment names, with a prefix for each place. */
export async function openS3Places(endpoint: string): Promise<OpenPlace> {
  const region = process.env.VAMPLATE_S3_REGION ?? 'us-east-1';
  // A shallow clone opens its source with what the environment says, not with the connection's options.
  Object.assign(process.env, { AWS_ENDPOINT: endpoint, AWS_REGION: region, AWS_ALLOW_HTTP: 'true' });
  const given = process.env.VAMPLATE_S3_BUCKET;
  const bucket = given ?? `vamplate-${uuidHex(systemRandom).slice(0, 12)}`;
  if (given === undefined) {
    const client = openS3Client({ endpoint, region });
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    client.destroy();
  }
  return async () => {
    const uri = `s3://${bucket}/scenarios/${uuidHex(systemRandom)}`;
    const store = openStore({ uri, endpoint, region });
    return {
      store,
      // Times of single answers and of the store itself are whole seconds here.
      apartMs: 2_200,
      connect: () => connect(uri, { storageOptions: lanceOptions(endpoint, region) }),
      uriOf: (table) => `${uri}/${table}.lance`,
      later: () => {
        throw new Error('nobody moves the clock of an S3 server');
      },
      remove: () => empty(store),
    };
  };
}

export function lanceOptions(endpoint: string, region: string): Record<string, string> {
  return {
    awsEndpoint: endpoint,
    awsRegion: region,
    awsAccessKeyId: process.env.AWS_ACCESS_KEY_ID ?? '',
    awsSecretAccessKey: process.env.AWS_SECRET_ACCESS_KEY ?? '',
    allowHttp: 'true',
  };
}

async function empty(store: ObjectStore): Promise<void> {
  for (;;) {
    const page = await store.list({ prefix: '' });
    if (page.objects.length > 0) await store.deleteBatch(page.objects.map(({ key }) => key));
    if (page.next === null) return;
  }
}
