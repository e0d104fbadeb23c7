/** A real S3 server for the benches: one of the operator's own from the environment, else the one of `s3-server.sh`. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { openS3Client } from '@/lib/engine/store/s3-client';

export interface S3Server {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  stop(): Promise<void>;
}

const run = promisify(execFile);
const script = path.resolve('scripts/s3-server.sh');

export async function startS3Server(): Promise<S3Server> {
  const own = process.env.VAMPLATE_S3_ENDPOINT;
  const started = own === undefined ? await startOurs() : async () => {};
  const endpoint = process.env.VAMPLATE_S3_ENDPOINT;
  if (endpoint === undefined) throw new Error('the S3 server named no endpoint');
  const region = process.env.VAMPLATE_S3_REGION ?? 'us-east-1';
  const bucket = `vamplate-bench-${process.pid}-${Date.now()}`;
  await openS3Client({ endpoint, region }).send(new CreateBucketCommand({ Bucket: bucket }));
  return { endpoint, region, bucket, stop: started };
}

/** Starts it and takes its endpoint and credentials into this process's environment. */
async function startOurs(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vamplate-bench-s3-'));
  const stop = async () => {
    await run('bash', [script, 'stop', folder]);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const { stdout } = await run('bash', [script, 'start', folder]);
    for (const line of stdout.split('\n')) {
      const [, name, value] = /^([A-Z0-9_]+)=(.*)$/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) process.env[name] = value;
    }
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
  return stop;
}
