/** Where a story about a lock is told: a console of its own beside processes that want the lock, locally or on a real S3 server. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startS3Server } from '@/bench/s3-server';
import { openStore } from '@/lib/engine/store/open-store';
import { storyPlace } from '@/lib/testing/lock-stories/story-place';
import { type RunningConsole, startConsole } from './console';

export type PlaceKind = 'local' | 's3';

export interface LockStoryPlace {
  readonly console: RunningConsole;
  /** As the processes open it. */
  readonly uri: string;
  readonly kind: 'own' | 'cluster';
  /** The id of the one root that the console watches. */
  readonly root: string;
  /** Keys that the work of one lock id wrote. */
  worked(lockId: string): Promise<number>;
  close(): Promise<void>;
}

/** Whether an S3 server is there, or can be started here. */
export const servesS3 = process.env.VAMPLATE_S3_ENDPOINT !== undefined || existsSync('/usr/bin/radosgw');

export async function openLockPlace(kind: PlaceKind): Promise<LockStoryPlace> {
  return kind === 'local' ? openLocal() : openS3();
}

async function openLocal(): Promise<LockStoryPlace> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vamplate-lock-page-'));
  const lake = path.join(folder, 'lake');
  await mkdir(lake);
  const remove = () => rm(folder, { recursive: true, force: true });
  return over({ uri: pathToFileURL(lake).href, kind: 'own' }, {}, remove);
}

async function openS3(): Promise<LockStoryPlace> {
  const server = await startS3Server();
  const { endpoint, region, bucket } = server;
  const env = { AWS_ENDPOINT_URL_S3: endpoint, AWS_REGION: region };
  return over({ uri: `s3://${bucket}/lake`, kind: 'cluster', endpoint, region }, env, server.stop);
}

interface Opened {
  readonly uri: string;
  readonly kind: 'own' | 'cluster';
  readonly endpoint?: string;
  readonly region?: string;
}

/** @param end of what the console and the processes stand on; done last */
async function over(
  { kind, ...service }: Opened,
  env: Readonly<Record<string, string>>,
  end: () => Promise<void>,
): Promise<LockStoryPlace> {
  const store = openStore(service);
  const { uri } = service;
  const watched = `${uri}/${storyPlace(store, kind).root}`;
  try {
    const args = ['--no-demo', '--lake', uri, '--cluster', watched];
    const running = await startConsole({ args, env });
    return {
      ...{ console: running, uri, kind, root: watched.split('/').at(-1) ?? '' },
      worked: async (lockId) => (await store.list({ prefix: `work/${lockId}/` })).objects.length,
      close: async () => {
        await running.stop();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}
