/** Runs between real servers on a real S3 server: they are killed, stopped, frozen, cut off and told the wrong time. */
import type { Connection } from '@lancedb/lancedb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { encodeDatasetId } from '@/lib/contracts/dataset-id';
import type { ReceiptView } from '@/lib/contracts/receipts';
import type { RunDetail } from '@/lib/contracts/runs';
import {
  type OpenPlace,
  openS3Places,
  type ScenarioPlace,
} from '@/lib/testing/lance-scenarios/scenario-place';
import { rows } from '@/lib/testing/lance-scenarios/scenarios';
import { openWire, type Wire } from './cut-wire';
import { Replica } from './replica';
import { type ReplicaOptions, runSteps, storyDataset, storyLake } from './replica-lines';

const endpoint = process.env.VAMPLATE_S3_ENDPOINT;
if (endpoint === undefined) throw new Error('VAMPLATE_S3_ENDPOINT is not set; run `npm run test:s3`');
const region = process.env.VAMPLATE_S3_REGION ?? 'us-east-1';
const storyMs = 240_000;
const params = { lake: storyLake, id: encodeDatasetId(storyDataset) };

let openPlace: OpenPlace;
let place: ScenarioPlace;
let replicas: Replica[] = [];
let wires: Wire[] = [];

beforeAll(async () => {
  openPlace = await openS3Places(endpoint);
});
afterEach(async () => {
  for (const replica of replicas) await replica.end();
  for (const wire of wires) await wire.close();
  replicas = [];
  wires = [];
  await place?.remove();
});
afterAll(() => expect(replicas).toEqual([]));

async function writeTable(db: Connection, first = 0): Promise<void> {
  const table = await db.createTable('events', rows(first, 60));
  for (const from of [100, 200, 300]) await table.add(rows(from, 10), { mode: 'overwrite' });
  await table.add(rows(400, 10));
  table.close();
}

/** Rows that LanceDB reads in each version, every one of them whole. */
async function readable(): Promise<readonly (readonly [number, number])[]> {
  const db = await place.connect();
  const table = await db.openTable('events');
  const counted: [number, number][] = [];
  for (const { version } of await table.listVersions()) {
    await table.checkout(version);
    counted.push([version, (await table.query().toArray()).length]);
  }
  table.close();
  db.close();
  return counted;
}

async function lake(): Promise<void> {
  place = await openPlace();
  const db = await place.connect();
  await writeTable(db);
  db.close();
}

async function replica(options: Partial<ReplicaOptions> = {}): Promise<Replica> {
  const { uri } = place.store;
  const started = await Replica.start({
    uri,
    endpoint: endpoint ?? '',
    region,
    wallOffsetMs: 0,
    halt: null,
    ...options,
  });
  replicas.push(started);
  return started;
}

async function plan(server: Replica): Promise<string> {
  const policy = { retainVersions: 2, youngGuardMs: 0 };
  return (await server.get('planCleanup', { params, body: { policy } })).plan.hash;
}

const start = { body: { dataset: storyDataset, reason: 'to make room' } };
async function run(server: Replica): Promise<string> {
  await server.get('probe', { params: { lake: storyLake } });
  return (await server.get('runPlan', { params: { hash: await plan(server) }, ...start })).run.run;
}

async function ended(server: Replica, id: string): Promise<RunDetail> {
  for (;;) {
    const now = await server.get('run', { params: { run: id } }).catch(() => null);
    if (now?.run.state === 'ended') return now.run;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

async function said(server: Replica, id: string, sentence: RegExp): Promise<RunDetail> {
  for (;;) {
    const now = await server.get('run', { params: { run: id } }).catch(() => null);
    if (now?.run.log.some((line) => sentence.test(line.sentence))) return now.run;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

async function receiptOf(server: Replica, id: string): Promise<ReceiptView> {
  const { verdict } = await server.get('receipt', { params: { run: id } });
  if (verdict.kind !== 'valid') throw new Error(verdict.sentence);
  return verdict.receipt;
}

const kept = [
  [4, 10],
  [5, 20],
] as const;

async function expectWhole(server: Replica, id: string): Promise<ReceiptView> {
  expect(await readable()).toEqual(kept);
  const receipt = await receiptOf(server, id);
  expect(receipt.verification).toMatchObject({ kind: 'passed', versionsVerified: 2 });
  expect(receipt.retired.listed).toEqual(['1', '2', '3']);
  const markers = await place.store.list({ prefix: `${storyDataset}/_refs/version_lease_gc/` });
  expect(markers.objects.filter(({ key }) => !key.endsWith('/_clock'))).toEqual([]);
  return receipt;
}

describe('kill -9 of the owner', () => {
  it.each(runSteps.filter((at) => at !== 'seal'))(
    'right before %s: another replica finishes, and LanceDB reads every kept version',
    async (at) => {
      await lake();
      const [first, second] = await Promise.all([replica({ halt: { at, how: 'kill' } }), replica()]);
      const id = await run(first);
      await first.died();
      const done = await ended(second, id);
      expect(done).toMatchObject({ outcome: 'completed', failure: null });
      const receipt = await expectWhole(second, id);
      // The receipt that was kept first stands; once its register says so, a run has ended.
      const own = at === 'take' || at === 'receipt';
      if (!own) expect(receipt.takeovers).toBe(at === 'end' || at === 'tell' ? 0 : 1);
      if (!own) expect(done.takeovers).toBe(at === 'tell' ? 0 : 1);
    },
    storyMs,
  );
});

describe('kill -9 of the owner between its drains and its seals', () => {
  it(
    'another replica has the run and waits for those drains, which nobody else may end for a quarter of an hour',
    async () => {
      await lake();
      const [first, second] = await Promise.all([replica({ halt: { at: 'seal', how: 'kill' } }), replica()]);
      const id = await run(first);
      await first.died();
      const now = await said(second, id, /^Waiting for the drains/);
      expect(now).toMatchObject({ state: 'running', takeovers: 1, counts: { versions: 0 } });
      expect((await readable()).map(([version]) => version)).toEqual([1, 2, 3, 4, 5]);
    },
    storyMs,
  );
});

describe('two replicas', () => {
  it(
    'started on one dataset: one after the other, nothing kept is lost, each run has its receipt',
    async () => {
      await lake();
      const [first, second] = await Promise.all([replica(), replica()]);
      await first.get('probe', { params: { lake: storyLake } });
      const hashes = [await plan(first), await plan(second)];
      const ids = await Promise.all(
        [first, second].map(async (server, at) => {
          return (await server.get('runPlan', { params: { hash: hashes[at] ?? '' }, ...start })).run.run;
        }),
      );
      const done = await Promise.all(ids.map((id, at) => ended(at === 0 ? second : first, id)));
      expect(done.map(({ outcome }) => outcome)).toContain('completed');
      expect(await readable()).toEqual(kept);
      const gone = await Promise.all(ids.map(async (id) => (await receiptOf(first, id)).retired.total));
      expect(gone.reduce((sum, one) => sum + one, 0)).toBe(3);
    },
    storyMs,
  );

  it(
    'D19 one stopped past its take-over and continued: it sends nothing more, and its run has one end',
    async () => {
      await lake();
      const [first, second] = await Promise.all([
        replica({ halt: { at: 'delete_objects', how: 'stop' } }),
        replica(),
      ]);
      const id = await run(first);
      await first.says('at');
      const done = await ended(second, id);
      expect(done).toMatchObject({ outcome: 'completed', takeovers: 1 });
      const before = await place.store.list({ prefix: `${storyDataset}/` });
      first.signal('SIGCONT');
      const again = await ended(first, id);
      expect(again).toMatchObject({ outcome: 'completed', takeovers: 1, endedAt: done.endedAt });
      expect((await place.store.list({ prefix: `${storyDataset}/` })).objects).toEqual(before.objects);
      await expectWhole(first, id);
    },
    storyMs,
  );
});

describe('a lake', () => {
  it(
    'frozen during a run: the run ends and says why, and deletes nothing after it',
    async () => {
      await lake();
      const [first, second] = await Promise.all([
        replica({ halt: { at: 'commit', how: 'hold' } }),
        replica(),
      ]);
      const id = await run(first);
      await first.says('at');
      await second.get('freezeLake', { params: { lake: storyLake }, body: { reason: 'an audit' } });
      first.goOn();
      const done = await ended(second, id);
      expect(done).toMatchObject({ outcome: 'failed', failure: 'story-admin froze the lake: an audit' });
      expect((await readable()).map(([version]) => version)).toEqual([1, 2, 3, 4, 5]);
      expect(await receiptOf(second, id)).toMatchObject({ retired: { total: 0 }, left: { total: 3 } });
    },
    storyMs,
  );

  it(
    'whose store is away for 30 s: the run is gone on with, and ends whole',
    async () => {
      await lake();
      const wire = await openWire(endpoint);
      wires.push(wire);
      const server = await replica({ endpoint: wire.endpoint, halt: { at: 'delete_objects', how: 'hold' } });
      const id = await run(server);
      await server.says('at');
      wire.cut();
      server.goOn();
      await new Promise((resolve) => setTimeout(resolve, 30_000));
      wire.mend();
      expect(await ended(server, id)).toMatchObject({ outcome: 'completed' });
      await expectWhole(server, id);
    },
    storyMs,
  );

  it(
    'D12 with one replica an hour off: its plans live as long as others, and it finishes what others left',
    async () => {
      await lake();
      const hour = 3_600_000;
      const [first, second] = await Promise.all([
        replica({ wallOffsetMs: -hour, halt: { at: 'delete_manifest', how: 'kill' } }),
        replica({ wallOffsetMs: hour }),
      ]);
      const id = await run(first);
      await first.died();
      expect(await ended(second, id)).toMatchObject({ outcome: 'completed', takeovers: 1 });
      await expectWhole(second, id);
      const { plan: own } = await second.get('plan', { params: { hash: await plan(second) } });
      expect(own.state).toBe('alive');
    },
    storyMs,
  );

  it(
    'D10 whose table is dropped and made again between plan and run: nothing of the new one goes',
    async () => {
      await lake();
      const server = await replica();
      await server.get('probe', { params: { lake: storyLake } });
      const hash = await plan(server);
      const db = await place.connect();
      await db.dropTable('events');
      await writeTable(db, 5_000);
      db.close();
      const before = await place.store.list({ prefix: `${storyDataset}/` });
      const refused = await server.reply('runPlan', { params: { hash }, ...start });
      expect(refused.status).toBe(422);
      expect(await refused.text()).toMatch(/the manifest of version 1 is another one/);
      expect((await place.store.list({ prefix: `${storyDataset}/` })).objects).toEqual(before.objects);
    },
    storyMs,
  );
});
