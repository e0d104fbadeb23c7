/** Two replicas on one real S3 server: one sample per slot, one page for both, one roll-up. */
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { beforeAll, expect, it } from 'vitest';
import { type Clock, storageInstant, systemClock } from '@/lib/base/clock';
import { systemRandom, uuidHex } from '@/lib/base/random';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { openStore } from '@/lib/engine/store/open-store';
import { openS3Client } from '@/lib/engine/store/s3-client';
import { ManualClock } from '@/lib/testing/manual-clock';
import { createLog } from '../runtime';
import { madePage, withLink } from './page-rules';
import { PageShelf } from './page-shelf';
import { Records } from './records';
import type { SampleRecord } from './sample-record';
import { SampleStore } from './sample-store';
import { rollUpGraceMs, Sampler, samplesStayMs } from './sampler';
import { dayMs, slotMs } from './slot-rules';

const endpoint = process.env.VAMPLATE_S3_ENDPOINT;
if (endpoint === undefined) throw new Error('VAMPLATE_S3_ENDPOINT is not set; run `npm run test:s3`');
const region = process.env.VAMPLATE_S3_REGION ?? 'us-east-1';
const bucket = process.env.VAMPLATE_S3_BUCKET ?? `vamplate-${uuidHex(systemRandom).slice(0, 12)}`;
const uri = `s3://${bucket}/control-${uuidHex(systemRandom).slice(0, 8)}`;
const open = (): ObjectStore => openStore({ uri, endpoint, region });

beforeAll(async () => {
  if (process.env.VAMPLATE_S3_BUCKET !== undefined) return;
  const client = openS3Client({ endpoint, region });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
});

/** The same server, whose days pass as a test says. */
function timed(store: ObjectStore, clock: Clock): ObjectStore {
  const storeTime = () => storageInstant(clock.wall());
  return {
    ...store,
    get: async (key, options) => ({ ...(await store.get(key, options)), storeTime: storeTime() }),
    list: async (options) => ({ ...(await store.list(options)), storeTime: storeTime() }),
  };
}

function replica(id: string, clock: Clock, store = timed(open(), clock)) {
  const records = new Records();
  const made: number[] = [];
  const sampler = new Sampler({
    ...{ store: new SampleStore(store), records, clock, random: systemRandom, log: createLog('silent'), id },
    collect: async (slot) => sampleOf(slot, id),
    onMade: async (slot) => void made.push(slot),
  });
  return { records, sampler, made, turn: () => sampler.turn(AbortSignal.timeout(60_000)) };
}

function sampleOf(slot: number, by: string): SampleRecord {
  const target = {
    ...({ key: '["dataset","a","x"]', name: by, state: 'working', code: 'working' } as const),
    ...{ lastCommitAt: null, lastProvenAt: null, retention: null, versions: 1, bytes: null },
  };
  const at = new Date(slot).toISOString();
  return { format: 1, slot: at, at, by, lakes: [], targets: [target] };
}

it('two replicas keep one sample per slot, roll up once, and remove what is named', async () => {
  const clock = new ManualClock();
  const [a, b] = [replica('a', clock), replica('b', clock)];
  for (let slot = 0; slot < 5; slot += 1) {
    await Promise.all([a.turn(), b.turn()]);
    clock.advance(slotMs);
  }
  expect(a.made.length + b.made.length).toBe(5);
  const store = open();
  const keys = async (prefix: string) =>
    (await store.list({ prefix: `_vamplate/status/${prefix}` })).objects.length;
  expect(await keys('samples/')).toBe(5);
  expect(a.records.recorded()).toEqual(b.records.recorded());
  clock.advance(dayMs + rollUpGraceMs);
  await Promise.all([a.sampler.sweep(), b.sampler.sweep()]);
  expect(await keys('days/')).toBe(1);
  clock.advance(samplesStayMs);
  await Promise.all([a.sampler.sweep(), b.sampler.sweep()]);
  expect(await keys('samples/')).toBe(0);
  const fresh = replica('c', clock);
  await fresh.turn();
  expect(fresh.records.recorded().days.get('["dataset","a","x"]')?.get('2030-01-01')?.slice(0, 6)).toBe(
    'wwwww-',
  );
}, 120_000);

it('a replica whose clock is an hour ahead of the server’s records nothing', async () => {
  const ahead = replica('a', new ManualClock(systemClock.wall() + 3_600_000), open());
  await expect(ahead.turn()).rejects.toMatchObject({ kind: 'unavailable' });
  const right = replica('b', systemClock, open());
  await right.turn();
  expect([ahead.made.length, right.made.length]).toEqual([0, 1]);
}, 120_000);

it('two replicas lose none of their changes of one page', async () => {
  const clock = systemClock;
  const shelves = ['a', 'b'].map(() => new PageShelf({ store: open(), clock, random: systemRandom }));
  const by = { by: 'ann', at: new Date(clock.wall()).toISOString() };
  const settings = {
    ...({
      slug: 'maps',
      title: 'Maps',
      level: 'labels',
      visibility: 'public',
      timeZone: 'UTC',
      canary: false,
    } as const),
    ...{
      targets: [{ kind: 'lake' as const, lake: 'a', label: null, description: null }],
      salt: '0'.repeat(32),
    },
  };
  const made = await Promise.allSettled(
    shelves.map((shelf) => shelf.change('maps', (before) => madePage(before, settings, by))),
  );
  expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const link = (n: number) => ({
    ...{
      id: `01M7MBR2QRT5N2C9V6X3R1D0E${n}`,
      note: `${n}`,
      madeAt: by.at,
      madeBy: 'ann',
      revokedAt: null,
      sha256: 'a'.repeat(64),
    },
    expiresAt: new Date(clock.wall() + dayMs).toISOString(),
  });
  await Promise.all(
    shelves.flatMap((shelf, n) =>
      [0, 1, 2].map((m) => shelf.change('maps', (before) => withLink(before, 'maps', link(n * 3 + m), by))),
    ),
  );
  for (const shelf of shelves) {
    await shelf.look();
    const notes = shelf.known('maps')?.record.page?.links.map(({ note }) => note);
    expect(notes?.toSorted()).toEqual(['0', '1', '2', '3', '4', '5']);
  }
}, 120_000);
