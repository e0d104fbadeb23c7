/** Drift and descendant through the routes: proven, asserted, contradicted or unknown by the history that lies in a lake (E.6). */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ExactJson } from '@/lib/base/exact-json';
import { formatVersionName } from '@/lib/engine/lance/version-names';
import { actionStage } from '@/lib/testing/action-stage';
import { manifestBytes } from '@/lib/testing/manifest-bytes';
import { reportBytes } from '@/lib/testing/serving-simulation/report-builders';

const place = { env: 'prod', set: 'berlin', replica: 'eu-1' };
const folder = 'state/serving/v1/prod/berlin/osm-lance-v2/replicas';
const [append, rewrite] = [100, 104];
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

/** Versions 8 and 9 of the dataset that the replica names, each made by what is given; null: it is not there. */
async function history(...operations: readonly (number | null)[]): Promise<void> {
  for (const [at, operation] of operations.entries()) {
    if (operation === null) continue;
    const version = BigInt(8 + at);
    const key = `served.lance/_versions/${formatVersionName('v2', version)}`;
    await stage.inner.put(key, manifestBytes({ version, operation }));
  }
}

const asserted: Readonly<Record<string, ExactJson>> = {
  'clocks.history.known_maintenance': { versions: [8, 9], provenance: 'caller_asserted' },
  'clocks.history.decision': { kind: 'serve_known_descendant', version: 9, provenance: 'caller_asserted' },
  'clocks.history.serving_version': { version: 9, pinned_to_clean: false },
};

async function certainty(changes: Readonly<Record<string, ExactJson>> = {}, replica = 'eu-1') {
  const uri = { 'lineage.dataset_uri': 's3://test/lake/served.lance' };
  await stage.inner.put(
    `${folder}/${replica}/status.json`,
    reportBytes({ replica_id: replica, ...uri, ...changes }),
  );
  // What was looked at before is too old to be shown.
  stage.advance(11_000);
  const { headCertainty } = (await stage.routes.get('servingReplica', { params: { ...place, replica } }))
    .replica;
  return headCertainty;
}

it('a drift whose history holds an append is proven, and says which version that is', async () => {
  await history(rewrite, append);
  expect(await certainty()).toMatchObject({
    ...{ of: 'drift', certainty: 'proven', sentence: expect.stringMatching(/version 9 was made by Append/) },
    walk: {
      lake: 'test',
      path: 'served.lance',
      from: '8',
      to: '9',
      verified: ['8'],
      endedAt: '9',
      operation: 'Append',
    },
  });
});

it('a drift whose history is all maintenance is none', async () => {
  await history(rewrite, rewrite);
  expect(await certainty()).toMatchObject({
    of: 'drift',
    certainty: 'contradicted',
    walk: { verified: ['8', '9'] },
  });
});

it('a drift whose versions are not in the lake is unknown', async () => {
  await history(rewrite, null);
  const told = await certainty();
  expect(told).toMatchObject({
    certainty: 'unknown',
    walk: { verified: ['8'], endedAt: '9', operation: null },
  });
  expect(told?.sentence).toMatch(/version 9 is not in the lake/i);
});

it('a descendant that is asserted is proven by such a history, and contradicted by another', async () => {
  await history(rewrite, rewrite);
  expect(await certainty(asserted)).toMatchObject({ of: 'descendant', certainty: 'proven' });
  await history(append);
  stage.advance(5 * 60_000 + 1);
  expect(await certainty({ ...asserted, 'fence.seq': 49 })).toMatchObject({ certainty: 'contradicted' });
});

it('outside the configured lakes a descendant is only asserted and a drift unknown, and nothing is walked', async () => {
  const elsewhere = { 'lineage.dataset_uri': 's3://elsewhere/served.lance' };
  expect(await certainty({ ...asserted, ...elsewhere })).toMatchObject({ certainty: 'asserted', walk: null });
  expect(await certainty(elsewhere, 'eu-2')).toMatchObject({ certainty: 'unknown', walk: null });
});

it('a head that is clean has nothing to be explained', async () => {
  const head = {
    'clocks.history.observed_head': 7,
    'clocks.history.decision': { kind: 'serve_head', version: 7 },
    'clocks.history.serving_version': { version: 7, pinned_to_clean: false },
  };
  expect(await certainty(head)).toBeNull();
});

it('replicas of one dataset share one walk, and so does everybody who looks', async () => {
  await history(rewrite, append);
  await certainty();
  await certainty({}, 'eu-2');
  stage.takeAsked();
  const { replicas } = await stage.routes.get('servingSet', { params: place });
  await Promise.all(Array.from({ length: 5 }, () => stage.routes.get('servingSet', { params: place })));
  expect(replicas.map(({ headCertainty }) => headCertainty?.certainty)).toContain('proven');
  expect(stage.takeAsked().filter((call) => call.includes('_versions'))).toEqual([]);
});

it('a store that does not answer proves nothing, and the page is there all the same', async () => {
  await history(rewrite, append);
  const walking = new Promise<void>((resolve) => {
    stage.dispatch((call) => {
      if (!call.key.includes('_versions')) return call.effect();
      resolve();
      return new Promise(() => undefined);
    });
  });
  const asked = certainty();
  await walking;
  stage.advance(5_001);
  const told = await asked;
  expect(told).toMatchObject({
    certainty: 'unknown',
    walk: { verified: [], verifiedTotal: null, endedAt: null },
  });
  expect(told?.sentence).toMatch(/no whole answer within 5 s/);
});

const verified: Readonly<Record<string, ExactJson>> = {
  ...asserted,
  'clocks.history.known_maintenance': { versions: [8, 9], provenance: 'lance_history_verified' },
  'clocks.history.decision': {
    ...{ kind: 'serve_known_descendant', version: 9, provenance: 'lance_history_verified' },
  },
};

it.each([
  ['verified', verified],
  ['asserted', asserted],
])(
  'a descendant that is %s against the history disagrees on its page, the board and Overview',
  async (_, said) => {
    await history(append);
    await certainty({ ...said, operation: { state: 'idle' } });
    const { replica } = await stage.routes.get('servingReplica', { params: place });
    const problem = {
      code: 'history_contradicts',
      sentence: expect.stringMatching(/version 8 was made by Append/),
    };
    expect(replica).toMatchObject({ verdict: 'disagrees', sentence: problem.sentence, problems: [problem] });
    const { sets } = await stage.routes.get('serving', {});
    expect(sets[0]).toMatchObject({
      verdict: 'disagrees',
      replicas: [{ verdict: 'disagrees', problems: [problem] }],
    });
    const { items } = await stage.routes.get('attention', {});
    expect(items.filter(({ kind }) => kind === 'serving_unwell')).toMatchObject([
      { object: 'berlin', evidence: expect.stringMatching(/eu-1: .*version 8 was made by Append/) },
    ]);
  },
);

it('the board alone begins the walk, waits for none, and keeps what it found while it walks again', async () => {
  await history(append);
  const uri = { 'lineage.dataset_uri': 's3://test/lake/served.lance' };
  await stage.inner.put(
    `${folder}/eu-1/status.json`,
    reportBytes({ ...uri, ...verified, operation: { state: 'idle' } }),
  );
  const shown = async () => (await stage.routes.get('serving', {})).sets[0]?.verdict;
  await shown();
  await expect.poll(shown).toBe('disagrees');
  stage.advance(5 * 60_000 + 1);
  await stage.inner.put(`${folder}/eu-1/status.json`, reportBytes({ ...uri, ...verified, 'fence.seq': 49 }));
  stage.dispatch((call) => (call.key.includes('_versions') ? new Promise(() => undefined) : call.effect()));
  expect(await shown()).toBe('disagrees');
});
