/** Where a bench's dataset lies, and the two ways to it: our store, and LanceDB's connection with its requests counted. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { type Connection, connect } from '@lancedb/lancedb';
import pLimit from 'p-limit';
import type { OpenStoreOptions } from '@/lib/engine/store/open-store';
import { openS3Client } from '@/lib/engine/store/s3-client';
import type { CountingProxy } from './counting-proxy';
import type { S3Server } from './s3-server';

export interface Place {
  readonly store: 'local' | 's3';
  /** Opens the lake for us; plain data, so that a process of its own can open it too. */
  readonly options: Pick<OpenStoreOptions, 'uri' | 'endpoint' | 'region'>;
  connect(): Promise<Connection>;
  /** Requests LanceDB has sent so far; null where they cannot be counted. */
  readonly peerRequests: () => number | null;
  /** Those of them that delete. */
  readonly peerDeletes: () => number | null;
}

export function localPlace(folder: string): Place {
  return {
    store: 'local',
    options: { uri: pathToFileURL(folder).href },
    connect: () => connect(folder),
    peerRequests: () => null,
    peerDeletes: () => null,
  };
}

export function s3Place(server: S3Server, proxy: CountingProxy, prefix: string): Place {
  const { endpoint, region, bucket } = server;
  return {
    store: 's3',
    options: { uri: `s3://${bucket}/${prefix}`, endpoint, region },
    connect: () =>
      connect(`s3://${bucket}/${prefix}`, {
        storageOptions: {
          awsEndpoint: proxy.endpoint,
          awsRegion: region,
          awsAccessKeyId: process.env.AWS_ACCESS_KEY_ID ?? '',
          awsSecretAccessKey: process.env.AWS_SECRET_ACCESS_KEY ?? '',
          allowHttp: 'true',
        },
      }),
    peerRequests: proxy.requests,
    peerDeletes: proxy.deletes,
  };
}

/** Puts a folder's files below a prefix: paths inside manifests are relative, so the copy is the same table. */
export async function upload(server: S3Server, folder: string, prefix: string): Promise<void> {
  const client = openS3Client(server);
  const atOnce = pLimit(16);
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  await Promise.all(
    files.map((file) =>
      atOnce(async () => {
        const Key = `${prefix}/${path.relative(folder, file).split(path.sep).join('/')}`;
        await client.send(new PutObjectCommand({ Bucket: server.bucket, Key, Body: await readFile(file) }));
      }),
    ),
  );
  client.destroy();
}
