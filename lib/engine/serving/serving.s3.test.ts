/** Reports, intents, retirements and publications under the conditional writes of a real S3 server. */
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '@/lib/base/clock';
import { systemRandom, uuidHex } from '@/lib/base/random';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { openStore } from '@/lib/engine/store/open-store';
import { openS3Client } from '@/lib/engine/store/s3-client';
import { aLineage, anIdentity } from '@/lib/testing/serving-simulation/builders';
import { aReplica, servedAt, statusKey, storedReport } from '@/lib/testing/serving-simulation/replica-stage';
import { askReplica, findIntent } from './ask-replica';
import { discoverReplicas } from './discover-replicas';
import { importIdOf } from './import-id-rules';
import type { Intent } from './intent-schema';
import { publishImport, readPointer } from './publish-import';
import { readSealedImports } from './read-sealed-imports';
import { retireReplica } from './retire-replica';
import { claimOf } from './retired-rules';
import { containerPlaces, replicaPlaces } from './serving-names';
import { servingRules } from './serving-rules';
import { verifySeals } from './verify-seals';

const endpoint = process.env.VAMPLATE_S3_ENDPOINT;
if (endpoint === undefined) throw new Error('VAMPLATE_S3_ENDPOINT is not set; run `npm run test:s3`');
const service = { endpoint, region: process.env.VAMPLATE_S3_REGION ?? 'us-east-1' };
const given = process.env.VAMPLATE_S3_BUCKET;
const bucket = given ?? `vamplate-${uuidHex(systemRandom).slice(0, 12)}`;
const open = () => openStore({ uri: `s3://${bucket}/serving/${uuidHex(systemRandom)}`, ...service });

beforeAll(async () => {
  if (given !== undefined) return;
  const client = openS3Client(service);
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
});

let processes = 0;
function replica(store: ObjectStore) {
  processes += 1;
  return aReplica(store, processes, { clock: systemClock });
}
const a = anIdentity();
const b = anIdentity({ source: 'berlin-260901' });

describe('G.5.73 a report on S3', () => {
  it('has one owner at last among processes that claim at once, and the others never write again', async () => {
    const store = open();
    const rivals = Array.from({ length: 4 }, () => replica(store));
    await Promise.all(rivals.map((one) => one.start()));
    await Promise.all(rivals.map((one) => one.publish()));
    const owners = rivals.filter(({ standing }) => standing === 'owner');
    expect(owners).toHaveLength(1);
    const { fence } = await storedReport(store);
    expect(fence).toMatchObject({ epoch: owners[0]?.report.fence.epoch, standing: 'owner' });
    const answers = await Promise.all(
      rivals.filter((one) => !owners.includes(one)).map((one) => one.publish()),
    );
    expect(answers.filter((told) => told === 'written' || told === 'unsettled')).toEqual([]);
    expect((await storedReport(store)).fence).toEqual(fence);
  });

  it('hands no generation out twice over restarts, and keeps what is served', async () => {
    const store = open();
    const generations: number[] = [];
    for (const [at, identity] of [a, b].entries()) {
      const process = replica(store);
      await process.start();
      const started = await process.startImport(identity);
      if (started.kind !== 'started') throw new Error(started.kind);
      generations.push(started.generation);
      await process.activate(identity, started.generation, servedAt(at + 1));
    }
    expect(generations).toEqual([1, 2]);
    expect((await storedReport(store)).serving).toMatchObject({
      ...{ active: importIdOf(b), previous: importIdOf(a) },
    });
  });

  it('is found by listing, fresh by the time of the store, until it is given up', async () => {
    const store = open();
    await replica(store).start();
    const found = async () =>
      (await discoverReplicas({ store, state: 'state', env: 'prod', nowMs: 0 })).replicas[0];
    const one = await found();
    expect(one).toMatchObject({ key: statusKey, freshness: { kind: 'fresh' }, reading: { kind: 'read' } });
    const claim = one === undefined ? null : claimOf(one.reading);
    if (one === undefined || claim === null) throw new Error('nothing was seen');
    const record = { actor: 'ada', reason: 'gone', at: '2026-01-01T00:00:00Z' };
    expect(await retireReplica(store, one.place, claim, record)).toMatchObject(record);
    const second = await retireReplica(store, one.place, claim, { ...record, actor: 'bob' });
    expect(second.actor).toBe('ada');
  });

  it('an intent is asked once and answered once, whoever beats', async () => {
    const store = open();
    const process = replica(store);
    await process.start();
    const generation = await failing(process);
    const places = replicaPlaces('state', 'prod', aLineage(), 'eu-1');
    const intent: Intent = {
      ...{ schema: 'lance-serving-intent/1', id: 'one', action: 'dismiss_failure', actor_label: 'op' },
      ...{ reason: 'known', at: '2026-01-01T00:00:00Z', params: {} },
      expected: { epoch: 1, generation, active: null, clean: null, head: null },
    };
    await askReplica(store, places, intent);
    await expect(askReplica(store, places, { ...intent, reason: 'other' })).rejects.toMatchObject({
      kind: 'conflict',
    });
    await process.beat();
    const answered = (await findIntent(store, places, 'one'))?.result;
    expect(answered).toMatchObject({ outcome: 'done', by: { epoch: 1 } });
    await process.beat();
    expect((await findIntent(store, places, 'one'))?.result).toEqual(answered);
  });
});

async function failing(process: ReturnType<typeof replica>): Promise<number> {
  const started = await process.startImport(a);
  if (started.kind !== 'started') throw new Error(started.kind);
  await process.fail(a, started.generation, { kind: 'source', message: null });
  return started.generation;
}

describe('a publication on S3', () => {
  const places = containerPlaces('lake/berlin');
  const publish = async (store: ObjectStore, identity: typeof a, replicaId: string) => {
    const found = await readPointer(store, places);
    return publishImport(
      { store, places, clock: systemClock, rules: servingRules },
      {
        seal: { identity, publicationVersion: 1n, observedHead: 1n },
        outgoing: found?.pointer ?? null,
        objects: new Map([[`mirror/${importIdOf(identity)}.lance`, Uint8Array.of(1)]]),
        by: { replicaId, epoch: 1, generation: 1 },
      },
    );
  };

  it('of two replicas at once loses none: one is published, the other plans again from it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const store = open();
      const ends = await Promise.all([publish(store, a, 'eu-1'), publish(store, b, 'eu-2')]);
      const kinds = ends.map(({ kind }) => kind);
      expect(kinds).toContain('published');
      const [late] = kinds[0] === 'published' ? ([[b, 'eu-2']] as const) : ([[a, 'eu-1']] as const);
      if (!kinds.every((kind) => kind === 'published')) {
        expect(kinds).toContain('replan');
        expect(await publish(store, late[0], late[1])).toEqual({ kind: 'published' });
      }
      const pointer = (await readPointer(store, places))?.pointer;
      expect(pointer).toMatchObject({ publish_seq: 2 });
      expect(new Set([pointer?.active.import_id, pointer?.previous?.import_id])).toEqual(
        new Set([importIdOf(a), importIdOf(b)]),
      );
      const active = pointer?.active.import_id === importIdOf(a) ? a : b;
      expect(await verifySeals(store, places, importIdOf(active))).toMatchObject({
        ...{ origin: 'verified', active: 'verified', published: importIdOf(active) },
      });
      const { seals, unread } = await readSealedImports(store, places);
      expect([seals.length, unread]).toEqual([2, []]);
    }
  });
});
