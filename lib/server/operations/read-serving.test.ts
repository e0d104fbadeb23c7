/** Serving through its routes: one verdict for each thing that can be wrong with a report, none of them healthy; old facts grow old. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExactJson } from '@/lib/base/exact-json';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { actionStage } from '@/lib/testing/action-stage';
import { faultyStore } from '@/lib/testing/faulty-store';
import { healthy, reportBytes } from '@/lib/testing/serving-simulation/report-builders';
import { statusOf } from '../status/status';

type Changes = Readonly<Record<string, ExactJson>>;

const folder = 'state/serving/v1/prod/berlin/osm-lance-v2/replicas';
const params = { env: 'prod', set: 'berlin' };
let stage: Awaited<ReturnType<typeof actionStage>>;

beforeEach(async () => {
  stage = await actionStage({
    config: {
      lakes: [{ id: 'test', uri: 'memory://test' }],
      serving: [{ env: 'prod', lake: 'test', state: 'state' }],
    },
  });
});
afterEach(async () => {
  stage.dispatch(null);
  await stage.routes.close();
});

async function put(replica: string, changes: Changes = healthy): Promise<void> {
  const body = reportBytes({ replica_id: replica, ...changes });
  await stage.inner.put(`${folder}/${replica}/status.json`, body);
}

/** Lets the watch look again. */
async function later(ms: number): Promise<void> {
  stage.advance(ms);
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
}

async function rowOf(changes: Changes) {
  await put('eu-1', changes);
  const { sets } = await stage.routes.get('serving');
  const row = sets[0]?.replicas[0];
  if (row === undefined) throw new Error('no row');
  return row;
}

const identity = { layout_abi: 2, set_id: 'berlin', family: 'osm-lance', source_id: 'berlin-260805' };
const mismatch = {
  import_id: 'a4f93eb5d7676df5',
  identity: { ...identity, manifest_sha256: 'a'.repeat(64), writer_abi: 2 },
};

describe('each thing that can be wrong is a verdict of its own', () => {
  it.each<[string, Changes, string, RegExp]>([
    ['nothing', healthy, 'healthy', /serves what it should/],
    ['another major version', { schema: 'lance-serving-status/2' }, 'unreadable', /does not know/],
    ['an id that does not re-derive', { 'clocks.import.active': mismatch }, 'invalid', /contradicts itself/],
    ['previous equal to active', { 'serving.previous': 'a4f93eb5d7676df5' }, 'invalid', /contradicts itself/],
    ['collectable without authority', { 'retention.collectable_count': 3 }, 'invalid', /contradicts itself/],
    ['a writer that was deposed', { ...healthy, 'fence.standing': 'deposed' }, 'deposed', /taken the place/],
    ['drift', {}, 'drift', /Head 9 is later than clean 7/],
    [
      'a head decision that the facts do not give',
      { ...healthy, 'clocks.history.decision': { kind: 'checkout_clean', clean: 7, head: 9 } },
      'drift',
      /later than clean/,
    ],
    [
      'a gate that the facts do not give',
      { ...healthy, 'retention.hold': 'no_gc_authority' },
      'disagrees',
      /else/,
    ],
  ])('%s', async (_, changes, verdict, sentence) => {
    const row = await rowOf(changes);
    expect(row.verdict).toBe(verdict);
    expect(row.sentence).toMatch(sentence);
  });

  it('names in words what contradicts itself, and shows none of it as served', async () => {
    const row = await rowOf({ 'clocks.import.active': mismatch });
    expect(row.problems).toEqual([
      { code: 'import_id_mismatch', sentence: expect.stringContaining('cb05c2354f556c8c') },
    ]);
    expect(row).toMatchObject({ servingVersion: null, operation: null });
  });

  it('never sends the address of a dataset that holds credentials', async () => {
    await put('eu-1', { 'lineage.dataset_uri': 's3://key:planted-secret@bucket/lance' });
    const reply = await stage.routes.reply('servingSet', { params });
    expect(await reply.text()).not.toContain('planted-secret');
  });

  it('a folder without a report is no report, and makes its set so', async () => {
    await put('eu-1');
    await stage.inner.put(`${folder}/eu-2/intents/a.json`, new Uint8Array());
    const { sets } = await stage.routes.get('serving');
    expect(sets[0]).toMatchObject({ verdict: 'no_report', worst: { replica: 'eu-2' } });
  });
});

describe('age', () => {
  it('a report that nobody renews is stale, also when no look ends any more', async () => {
    await put('eu-1');
    expect((await stage.routes.get('serving')).sets[0]?.verdict).toBe('healthy');
    stage.setGone(true);
    await later(91_000);
    const { sets, environments, meta } = await stage.routes.get('serving');
    expect(sets[0]).toMatchObject({
      verdict: 'stale',
      replicas: [{ confidence: 'stale', freshUntil: null }],
    });
    expect(environments[0]?.problem).not.toBeNull();
    expect(meta.complete).toBe(false);
  });

  it('a replica that is not there is not found; without a listing nothing is said', async () => {
    await put('eu-1');
    const ask = (replica: string) =>
      stage.routes.reply('servingReplica', { params: { ...params, replica } }).then(({ status }) => status);
    expect(await ask('eu-1')).toBe(200);
    expect(await ask('eu-9')).toBe(404);
    stage.setGone(true);
    await later(20_000);
    expect(await ask('eu-9')).toBe(503);
    expect(await ask('eu-1')).toBe(200);
  });
});

describe('a set with its reports', () => {
  it('has the reader’s own head decision with its row of the table beside what is stated', async () => {
    await put('eu-1', {
      'clocks.history.known_maintenance': { versions: [8, 9], provenance: 'caller_asserted' },
    });
    const { replicas, worst } = await stage.routes.get('servingSet', { params });
    expect(worst).toEqual({ lineage: 'osm-lance-v2', replica: 'eu-1' });
    expect(replicas[0]?.report?.head).toEqual({
      stated: { kind: 'checkout_clean', version: '7', provenance: null, reason: null },
      derived: { kind: 'serve_known_descendant', version: '9', provenance: 'caller_asserted', reason: null },
      row: 4,
      agrees: false,
    });
  });

  it('two lineages with one name of a replica must be told apart', async () => {
    await put('eu-1');
    const other = folder.replace('v2', 'v3');
    await stage.inner.put(`${other}/eu-1/status.json`, new TextEncoder().encode('{'));
    const place = { ...params, replica: 'eu-1' };
    expect((await stage.routes.reply('servingReplica', { params: place })).status).toBe(400);
    const query = { lineage: 'osm-lance-v3' };
    const { replica } = await stage.routes.get('servingReplica', { params: place, query });
    expect(replica.verdict).toBe('unreadable');
  });

  it('knows the dataset of a configured lake that it serves', async () => {
    await put('eu-1', { ...healthy, 'lineage.dataset_uri': 's3://test/lake/eu/events.lance' });
    const { replicas } = await stage.routes.get('servingSet', { params });
    expect(replicas[0]?.dataset).toEqual({ lake: 'test', id: 'eu~events.lance' });
  });
});

it('however many ask, the store is looked at once', async () => {
  await put('eu-1');
  stage.takeAsked();
  await Promise.all(Array.from({ length: 20 }, () => stage.routes.get('serving')));
  expect(stage.takeAsked().filter((call) => call.startsWith('get '))).toHaveLength(1);
});

it('a set that is not well is one row of Overview, and Prometheus hears of it', async () => {
  await put('eu-1');
  await put('eu-2', { 'fence.seq': 1 });
  const { items } = await stage.routes.get('attention');
  expect(items).toMatchObject([
    {
      ...{ kind: 'serving_unwell', severity: 'attention', object: 'berlin', detail: 'prod' },
      evidence: expect.stringMatching(/^eu-2: Head 9 is later than clean 7/),
      href: '/serving/prod/berlin?replica=eu-2&lineage=osm-lance-v2',
    },
  ]);
  const text = await (await stage.routes.reply('metrics')).text();
  expect(text).toContain('vamplate_attention_items{kind="serving_unwell"} 1\n');
  stage.setGone(true);
  await later(91_000);
  const gone = (await stage.routes.get('attention')).items.map(({ kind, object }) => `${kind} ${object}`);
  expect(gone).toEqual(expect.arrayContaining(['serving_unwell berlin', 'serving_unknown prod']));
});

describe('what was recorded of a set', () => {
  it('is not recorded where no place for samples is named', async () => {
    await put('eu-1');
    const { recorded } = await stage.routes.get('servingSet', { params });
    expect(recorded).toEqual({ known: 'none', spans: [] });
  });

  it('is the day of its samples, once what was recorded before could be read', async () => {
    let broken = true;
    const control = faultyStore(openMemoryStore({ now: () => stage.clock.wall() }), (call) =>
      broken ? call.lost() : call.effect(),
    );
    stage.routes.runtime.once('control store', () => control);
    await put('eu-1');
    const recorded = async () => (await stage.routes.get('servingSet', { params })).recorded;
    expect(await recorded()).toEqual({ known: 'unread', spans: [] });
    await later(1_000);
    expect(await recorded()).toEqual({ known: 'unread', spans: [] });
    broken = false;
    await vi.waitFor(async () => {
      await later(10_000);
      const { spans } = await recorded();
      expect(spans.map(({ state }) => state)).toEqual([null, 'working']);
    });
    expect(statusOf(stage.routes.runtime)?.records.recorded().newest?.targets.size).toBe(1);
  });
});
