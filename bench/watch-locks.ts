/**
 * A console that watches two hundred cluster roots on an S3 server, their owners dead since just before: what it asks per
 * root and minute, its share of a processor, and how long after its threshold each root is called late and silent.
 */
import pLimit from 'p-limit';
import { startConsole } from '@/e2e/support/console';
import { systemClock } from '@/lib/base/clock';
import { systemRandom, uuidHex } from '@/lib/base/random';
import { type LockRow, locksReply } from '@/lib/contracts/locks';
import { encodeBeat } from '@/lib/engine/lock/lease-records';
import { beatName, leaseFolder, lockKey } from '@/lib/engine/lock/lock-names';
import { encodeLockRecord } from '@/lib/engine/lock/lock-record';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { openStore } from '@/lib/engine/store/open-store';
import type { Bench } from './bench';
import { openCountingProxy } from './counting-proxy';
import { figure, median } from './figure';
import { lookTally } from './look-tally';
import { processTimeMs } from './process-time';

const roots = 200;
const leaseMs = 30_000;
const lateMs = (2 * leaseMs) / 3;
const silentMs = 1.5 * leaseMs;
const minuteMs = 60_000;

export const watchLocks: Bench = {
  name: 'watch-locks',
  async run(setting) {
    const { server } = await setting.s3();
    const { endpoint, region, bucket } = server;
    const lake = `s3://${bucket}/locks-${uuidHex(systemRandom)}`;
    const tally = lookTally();
    const proxy = await openCountingProxy(endpoint, tally.note);
    try {
      const keys = Array.from({ length: roots }, (_, at) => `cluster-${at}`);
      const store = openStore({ uri: lake, endpoint, region });
      const atOnce = pLimit(16);
      await Promise.all(keys.map((root) => atOnce(() => leaveDead(store, root))));

      const env = { AWS_ENDPOINT_URL_S3: proxy.endpoint, AWS_REGION: region };
      const watched = keys.flatMap((root) => ['--cluster', `${lake}/${root}`]);
      const running = await startConsole({ args: ['--no-demo', '--lake', lake, ...watched], env });
      try {
        const ask = () => locksOf(running.baseUrl, running.tokens.viewer);
        // The first looks read a beat each besides; the minute counts what every further one asks.
        while ((await ask()).some(({ beatSeenAt }) => beatSeenAt === null))
          await systemClock.sleep(leaseMs / 15);
        const cpu = await processTimeMs(running.pid);
        tally.begin();
        await systemClock.sleep(leaseMs);
        const late = delays(await ask(), 'late', lateMs);
        await systemClock.sleep(minuteMs - leaseMs);
        const looks = tally.end(keys);
        const cpuMs = (await processTimeMs(running.pid)) - cpu;
        const silent = delays(await ask(), 'silent', silentMs);
        const ours = { ms: median(late), requests: looks.requests, bytes: 0 };
        const more = {
          leaseMs,
          perRootAndMinute: Number((looks.requests / roots).toFixed(2)),
          cpuPercent: Number(((cpuMs / minuteMs) * 100).toFixed(1)),
          late: late.length,
          slowestLateMs: Math.max(...late),
          silent: silent.length,
          silentMs: Math.round(median(silent)),
          slowestSilentMs: Math.max(...silent),
        };
        const about = { bench: 'watch-locks', store: 's3', size: roots, more } as const;
        setting.print(figure(about, { ours, peer: null }, null, ''));
      } finally {
        await running.stop();
      }
    } finally {
      await proxy.close();
    }
  },
};

async function locksOf(baseUrl: string, token: string): Promise<readonly LockRow[]> {
  const headers = { authorization: `Bearer ${token}` };
  const reply = await fetch(`${baseUrl}/api/v1/locks`, { headers });
  return locksReply.parse(await reply.json()).items;
}

/** How long after its threshold each root was called so. @throws when one in ten is called something else */
function delays(rows: readonly LockRow[], state: 'late' | 'silent', thresholdMs: number): number[] {
  const told = rows.flatMap((row) =>
    row.state === state && row.since !== null && row.beatSeenAt !== null
      ? [Date.parse(row.since) - Date.parse(row.beatSeenAt) - thresholdMs]
      : [],
  );
  if (told.length < 0.9 * roots) {
    const other = rows.find((row) => row.state !== state);
    throw new Error(
      `${told.length} of ${roots} are ${state}; ${other?.root} is ${other?.state}: ${JSON.stringify(other?.flags)}`,
    );
  }
  return told;
}

/** A record and one beat of an owner that is gone. */
async function leaveDead(store: ObjectStore, root: string): Promise<void> {
  const lockId = uuidHex(systemRandom);
  const record = { lockId, operation: 'serve', createdAt: '2026-11-17T09:00:00Z', pid: 1 };
  await store.create(lockKey(root), encodeLockRecord(record));
  const beat = encodeBeat({ lockId, sequence: 0, leaseMs });
  await store.create(`${leaseFolder(root, lockId)}${beatName(0)}`, beat);
}
