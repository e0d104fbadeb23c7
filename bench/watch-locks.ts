/**
 * Two hundred cluster roots watched by one process on S3, their owners dead since just before: requests per root and
 * minute, the share of a processor, and how long after its threshold each root is called late.
 */
import pLimit from 'p-limit';
import { systemClock } from '@/lib/base/clock';
import { systemRandom, uuidHex } from '@/lib/base/random';
import { openEngine } from '@/lib/engine/engine';
import { encodeBeat } from '@/lib/engine/lock/lease-records';
import { beatName, leaseFolder, lockKey } from '@/lib/engine/lock/lock-names';
import { encodeLockRecord } from '@/lib/engine/lock/lock-record';
import { metered } from '@/lib/engine/store/metered-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { openStore } from '@/lib/engine/store/open-store';
import type { Bench } from './bench';
import { figure, median } from './figure';

const roots = 200;
const leaseMs = 30_000;
const minuteMs = 60_000;

export const watchLocks: Bench = {
  name: 'watch-locks',
  async run(setting) {
    const { server } = await setting.s3();
    const { endpoint, region, bucket } = server;
    const uri = `s3://${bucket}/locks-${uuidHex(systemRandom)}`;
    const { store, meter } = metered(openStore({ uri, endpoint, region }));
    const atOnce = pLimit(16);
    const keys = Array.from({ length: roots }, (_, at) => `cluster-${at}`);
    await Promise.all(keys.map((root) => atOnce(() => leaveDead(store, root))));

    const engine = openEngine({ store, clock: systemClock, random: systemRandom, conditionalDelete: true });
    const stops = keys.map(() => new AbortController());
    const delays: number[] = [];
    const watching = keys.map(async (root, at) => {
      const signal = stops[at]?.signal ?? AbortSignal.abort();
      const options = { configuredMs: null, signal };
      let late = false;
      for await (const { state, at: seenNow, evidence, lease } of engine.clusterLock(root).watch(options)) {
        if (late || state !== 'late' || evidence === null || evidence.seenAt === null) continue;
        late = true;
        delays.push(seenNow - evidence.seenAt - lease.lateMs);
      }
    });
    // The first looks read a beat each besides; the minute counts what every further one asks.
    await systemClock.sleep(leaseMs / 3);
    const before = { requests: meter.requests, bytes: meter.bytes, cpu: process.cpuUsage() };
    await systemClock.sleep(minuteMs);
    const { user, system } = process.cpuUsage(before.cpu);
    const requests = meter.requests - before.requests;
    for (const stop of stops) stop.abort();
    await Promise.all(watching);

    const ours = { ms: median(delays), requests, bytes: meter.bytes - before.bytes };
    const more = {
      leaseMs,
      perRootAndMinute: Number((requests / roots).toFixed(2)),
      cpuPercent: Number((((user + system) / 1_000 / minuteMs) * 100).toFixed(1)),
      late: delays.length,
      slowestMs: Math.round(Math.max(...delays)),
    };
    const about = { bench: 'watch-locks', store: 's3', size: roots, more } as const;
    setting.print(figure(about, { ours, peer: null }, null, ''));
  },
};

/** A record and one beat of an owner that is gone. */
async function leaveDead(store: ObjectStore, root: string): Promise<void> {
  const lockId = uuidHex(systemRandom);
  const record = { lockId, operation: 'serve', createdAt: '2026-11-17T09:00:00Z', pid: 1 };
  await store.create(lockKey(root), encodeLockRecord(record));
  const beat = encodeBeat({ lockId, sequence: 0, leaseMs });
  await store.create(`${leaseFolder(root, lockId)}${beatName(0)}`, beat);
}
