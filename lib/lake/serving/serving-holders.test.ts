/** What replicas and seals hold, in plans and runs: asked when planning and again by the guard, and whatever is unclear keeps. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { connect } from '@lancedb/lancedb';
import { describe, expect, it } from 'vitest';
import { systemClock } from '@/lib/base/clock';
import { isVamplateError } from '@/lib/base/errors';
import { systemRandom } from '@/lib/base/random';
import { planCleanup } from '@/lib/engine/cleanup/plan-cleanup';
import { runCleanup } from '@/lib/engine/cleanup/run-cleanup';
import { openEngine } from '@/lib/engine/engine';
import { discoverReplicas } from '@/lib/engine/serving/discover-replicas';
import { importIdOf } from '@/lib/engine/serving/import-id-rules';
import { retireAddress } from '@/lib/engine/serving/retire-address';
import { retireReplica } from '@/lib/engine/serving/retire-replica';
import { claimOf } from '@/lib/engine/serving/retired-rules';
import { encodeOriginSeal, encodeSeal } from '@/lib/engine/serving/seal-records';
import { containerPlaces } from '@/lib/engine/serving/serving-names';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { openStore } from '@/lib/engine/store/open-store';
import { type CleanupStage, keeping } from '@/lib/testing/cleanup-stage';
import { faultyStore } from '@/lib/testing/faulty-store';
import { history, keptBecause } from '@/lib/testing/plan-stage';
import { anIdentity } from '@/lib/testing/serving-simulation/builders';
import { aReplica, servedAt, statusKey } from '@/lib/testing/serving-simulation/replica-stage';
import { healthy, reportBytes } from '@/lib/testing/serving-simulation/report-builders';
import { servingHolders } from './serving-holders';

const a = anIdentity();
const b = anIdentity({ source: 'berlin-260901' });
const name = 'replica eu-1 of berlin/osm-lance-v2 in prod';
const lakeUri = 's3://bucket/lakes';
const settings = { env: 'prod', lake: 'own', state: 'state', urls: [] as string[] };

interface Change {
  readonly urls?: string[];
  readonly reports?: ObjectStore;
  readonly answer?: () => Response;
}

/** Holders over a lake whose replicas report into the same store, unless `reports` is another. */
function holdersOver(store: ObjectStore, { urls = [], reports = store, answer }: Change = {}) {
  return servingHolders({
    own: { store, lake: { id: 'own', uri: store.kind === 'memory' ? lakeUri : store.uri } },
    environments: () => [{ settings: { ...settings, urls }, store: () => reports }],
    clock: { ...systemClock, wall: () => Date.UTC(2026, 0, 1) as ReturnType<typeof systemClock.wall> },
    fetch: async () => answer?.() ?? new Response(null, { status: 503 }),
  });
}

async function put(store: ObjectStore, key: string, body: Uint8Array): Promise<void> {
  await store.delete(key);
  expect(await store.create(key, body)).toMatchObject({ kind: 'written' });
}

/** Eight versions, of which a policy keeps the newest, and a report as `changes` say. */
async function staged(changes: Parameters<typeof reportBytes>[0] = {}, change: Change = {}) {
  const stage = await history(8);
  const uri = `${lakeUri}/lake/events`;
  const told = { ...healthy, 'lineage.dataset_uri': uri, ...changes };
  await put(stage.bare, statusKey, reportBytes(told));
  const context = { ...stage.context, outsideReasons: holdersOver(stage.bare, change) };
  return { stage, context, uri, told };
}
const serves = (version: number) => ({
  'retention.keep_versions': [version],
  'clocks.history': {
    ...{ publication_version: version, clean_version: version, clean_version_source: 'import_seal' },
    serving_version: { version, pinned_to_clean: false },
    ...{ observed_head: version, observed_at: null, locally_available: [version], recovery: null },
    known_maintenance: { versions: [], provenance: 'caller_asserted' },
    decision: { kind: 'serve_head', version },
  },
});
/** Versions that a plan lets go; for one that is refused, what it is refused for. */
async function going(context: CleanupStage['context']): Promise<readonly number[] | string> {
  try {
    const plan = await planCleanup(context, keeping(1));
    return plan.versions.map(({ version }) => Number(version));
  } catch (error) {
    if (!isVamplateError(error) || error.kind !== 'refused') throw error;
    return JSON.stringify(error.details);
  }
}

describe('D14 a replica', () => {
  it('that reports a version holds it, and the plan names the replica', async () => {
    const { context } = await staged(serves(3));
    const plan = await planCleanup(context, keeping(1));
    expect(plan.versions.map(({ version }) => Number(version))).toEqual([1, 2, 4, 5, 6, 7]);
    expect(keptBecause(plan, 3n)).toEqual([`outside ${name}`]);
  });

  it('of another dataset holds nothing here', async () => {
    const { context, stage } = await staged(serves(3));
    await put(stage.bare, statusKey, reportBytes({ ...healthy, ...serves(3) }));
    expect(await going(context)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('that names its own copy, of the lineage that is sealed here, holds what it serves', async () => {
    const { context, stage } = await staged({ ...serves(3), 'lineage.dataset_uri': 'file:///var/copy' });
    expect(await going(context)).toContain(3);
    const { originSeal } = containerPlaces('lake/events');
    await put(stage.bare, originSeal, encodeOriginSeal({ identity: a, originPublication: 2n }));
    expect(await going(context)).toEqual([1, 4, 5, 6, 7]);
  });

  it('that falls silent holds what it had from clean on, until it is retired; then a new report counts', async () => {
    const { context, stage, told } = await staged({
      ...serves(3),
      'clocks.history.locally_available': [1, 3, 5],
    });
    expect(await going(context)).toEqual([1, 2, 4, 5, 6, 7]);
    stage.time.now += 91_000;
    expect(await going(context)).toEqual([1, 2, 4, 6, 7]);
    await retired(stage.bare);
    expect(await going(context)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    await put(stage.bare, statusKey, reportBytes({ ...told, 'fence.seq': 99 }));
    expect(await going(context)).toEqual([1, 2, 4, 5, 6, 7]);
  });

  it('that lost its place is as one that fell silent', async () => {
    const { context } = await staged({
      ...serves(3),
      ...{ 'clocks.history.locally_available': [3, 5], 'fence.standing': 'deposed' },
    });
    expect(await going(context)).toEqual([1, 2, 4, 6, 7]);
  });

  it.each<[string, (stage: CleanupStage) => Promise<void>]>([
    [
      'is of a later version',
      (s) => put(s.bare, statusKey, reportBytes({ schema: 'lance-serving-status/2' })),
    ],
    ['is no document', (s) => put(s.bare, statusKey, randomBytes(100))],
    [
      'contradicts itself',
      (s) => put(s.bare, statusKey, reportBytes({ ...healthy, 'retention.collectable_count': 3 })),
    ],
    [
      'is not there, though its folder is',
      async (s) => {
        await s.bare.delete(statusKey);
        await put(s.bare, statusKey.replace('status', 'intents/1'), Uint8Array.of(1));
      },
    ],
  ])('whose report %s may hold any version, until it is retired', async (_, spoil) => {
    const { context, stage } = await staged(serves(3));
    await spoil(stage);
    expect(await going(context)).toContain(name);
    stage.time.now += 91_000;
    await retired(stage.bare);
    expect(await going(context)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    await put(stage.bare, statusKey, reportBytes({ schema: 'lance-serving-status/3' }));
    expect(await going(context)).toContain(name);
  });

  it('and all others hold everything while nothing can be listed', async () => {
    const { stage } = await staged(serves(3));
    const silent = faultyStore(stage.bare, (call) => (call.verb === 'list' ? call.lost() : call.effect()));
    const outsideReasons = holdersOver(stage.bare, { reports: silent });
    expect(await going({ ...stage.context, outsideReasons })).toContain('who else holds versions');
  });

  it('beyond those that are looked at may hold any version', async () => {
    const { context, stage } = await staged(serves(3));
    expect(await going(context)).not.toContain('beyond the first');
    for (let set = 0; set <= 200; set += 1) {
      await put(stage.bare, `state/serving/v1/prod/set-${set}/about`, Uint8Array.of(1));
    }
    expect(await going(context)).toContain('what replicas beyond the first hundreds report');
  });

  it('may go back to its previous import: where nothing tells its version, it holds everything', async () => {
    const previous = importIdOf(b);
    const { context, stage } = await staged({
      ...serves(3),
      ...{ 'serving.previous': previous, 'clocks.import.previous': { import_id: previous, identity: null } },
    });
    expect(await going(context)).toContain(
      `where import ${previous}, which ${name} serves or may go back to,`,
    );
    await seal(stage.bare, b, 2n);
    expect(await going(context)).toEqual([1, 4, 5, 6, 7]);
  });

  it('is asked again before anything goes: one that came after the plan is honoured', async () => {
    const { context, stage, told } = await staged(serves(3));
    const plan = await planCleanup(context, keeping(1));
    await put(stage.bare, statusKey, reportBytes({ ...told, ...serves(5), 'fence.seq': 99 }));
    const report = await runCleanup(context, plan);
    expect(report.retired.map(Number)).not.toContain(5);
    expect((await stage.versions()).map(Number)).toEqual([3, 5, 8]);
  });

  it('that cannot be asked before the effects keeps what was planned', async () => {
    const { context, stage } = await staged(serves(3));
    const plan = await planCleanup(context, keeping(1));
    await put(stage.bare, statusKey, randomBytes(100));
    await runCleanup(context, plan).catch(() => undefined);
    expect(await stage.versions()).toHaveLength(8);
  });
});

describe('D14 an address', () => {
  const url = 'https://eu-2.example/serving/v1/status';
  const body = (changes: Parameters<typeof reportBytes>[0]) => new Response(reportBytes(changes).slice());

  it('that answers holds what it reports, and one that does not may hold anything', async () => {
    let answer: () => Response = () => new Response(null, { status: 503 });
    const { context, uri } = await staged(serves(3), { urls: [url], answer: () => answer() });
    expect(await going(context)).toContain('the replica at eu-2.example');
    const other = { 'lineage.dataset_uri': uri, replica_id: 'eu-2' };
    answer = () => body({ ...healthy, ...other, ...serves(6) });
    expect(await going(context)).toEqual([1, 2, 4, 5, 7]);
  });

  it('that is silent holds nothing once it was given up, in plan and guard, until it answers', async () => {
    let answer = (): Response => {
      throw new TypeError('fetch failed');
    };
    const { context, stage, uri } = await staged(serves(3), { urls: [url], answer: () => answer() });
    await retireAddress(stage.bare, 'prod', url, {
      actor: 'ada',
      reason: 'gone',
      at: '2026-01-01T00:00:00Z',
    });
    const plan = await planCleanup(context, keeping(1));
    expect(plan.versions.map(({ version }) => Number(version))).toEqual([1, 2, 4, 5, 6, 7]);
    answer = () => body({ ...healthy, 'lineage.dataset_uri': uri, replica_id: 'eu-2', ...serves(6) });
    await runCleanup(context, plan);
    expect((await stage.versions()).map(Number)).toEqual([3, 6, 8]);
    answer = () => new Response('{');
    expect(await going(context)).toContain('the replica at eu-2.example');
  });

  it('with the older report holds all of a dataset that has what it serves sealed, and nothing else', async () => {
    const phaseB = JSON.stringify({
      lifecycle: { serving: { active: importIdOf(a), previous: null }, operation: { state: 'idle' } },
      ...{ artifact_present: true, cgroup_memory: { current_bytes: null, max_bytes: null } },
    });
    const { context, stage } = await staged(serves(3), { urls: [url], answer: () => new Response(phaseB) });
    expect(await going(context)).toEqual([1, 2, 4, 5, 6, 7]);
    await seal(stage.bare, a, 2n);
    expect(await going(context)).toContain('which version the replica at eu-2.example serves');
  });
});

async function seal(store: ObjectStore, identity: typeof a, version: bigint | null): Promise<void> {
  const key = containerPlaces('lake/events').importSeal(importIdOf(identity));
  await put(store, key, encodeSeal({ identity, publicationVersion: version, observedHead: null }));
}

async function retired(store: ObjectStore): Promise<void> {
  const { replicas } = await discoverReplicas({ store, state: 'state', env: 'prod', nowMs: 0 });
  const [replica] = replicas;
  const claim = replica === undefined ? null : claimOf(replica.reading);
  if (replica === undefined || claim === null) throw new Error('nothing was seen');
  await retireReplica(store, replica.place, claim, {
    actor: 'ada',
    reason: 'gone',
    at: '2026-01-01T00:00:00Z',
  });
}

describe('D14 a sealed publication', () => {
  it('is kept whatever the policy, without any replica', async () => {
    const stage = await history(8);
    const context = { ...stage.context, outsideReasons: holdersOver(stage.bare) };
    await seal(stage.bare, a, 2n);
    await seal(stage.bare, b, 4n);
    const plan = await planCleanup(context, keeping(1));
    expect(plan.versions.map(({ version }) => Number(version))).toEqual([1, 3, 5, 6, 7]);
    expect(keptBecause(plan, 2n)).toEqual([`outside sealed import ${importIdOf(a)}`]);
    await runCleanup(context, plan);
    expect((await stage.versions()).map(Number)).toEqual([2, 4, 8]);
  });

  it('without its version holds everything, until a replica or the pointer found it again', async () => {
    const { context, stage, uri } = await staged(serves(3));
    await seal(stage.bare, b, null);
    expect(await going(context)).toContain(`where import ${importIdOf(b)} was published`);
    const found = { ...serves(6), 'lineage.dataset_uri': uri, 'serving.active': importIdOf(b) };
    const identity = { import_id: importIdOf(b), identity: null };
    await put(stage.bare, statusKey, reportBytes({ ...healthy, ...found, 'clocks.import.active': identity }));
    expect(await going(context)).toEqual([1, 2, 3, 4, 5, 7]);
  });

  it.each(['import-seals/0123456789abcdef.json', 'origin-seal.json', 'published.json'])(
    'whose %s cannot be read holds everything',
    async (entry) => {
      const { context, stage } = await staged(serves(3));
      await put(stage.bare, `lake/events.serving/${entry}`, randomBytes(50));
      expect(await going(context)).toMatch(/the (seal of import|origin seal|pointer)/);
    },
  );
});

it('D14 a table that LanceDB wrote, on a local disk: what a replica serves opens after the run', async () => {
  const lake = mkdtempSync(path.join(tmpdir(), 'vamplate-holders-'));
  try {
    const store = openStore({ uri: pathToFileURL(lake).href });
    const table = await (await connect(lake)).createTable('t', [{ id: 0 }]);
    for (let id = 1; id < 6; id += 1) await table.add([{ id }]);
    const reporter = aReplica(store, 1, { datasetUri: `${store.uri}/t.lance` });
    await reporter.start();
    const started = await reporter.startImport(a);
    if (started.kind !== 'started') throw new Error(started.kind);
    await reporter.activate(a, started.generation, servedAt(3));
    const engine = openEngine({
      ...{ store, clock: systemClock, random: systemRandom, conditionalDelete: true, clockMarginMs: 0 },
      outsideReasons: holdersOver(store),
    }).dataset('t.lance');
    const plan = await engine.planCleanup(keeping(1));
    expect(keptBecause(plan, 3n)).toContain(`outside ${name}`);
    expect((await engine.runCleanup(plan)).outcome).toBe('completed');
    await table.checkout(3);
    expect(await table.countRows()).toBe(3);
    await expect(table.checkout(2)).rejects.toThrow();
  } finally {
    rmSync(lake, { recursive: true, force: true });
  }
}, 60_000);
