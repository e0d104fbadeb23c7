/** A console with serving environments: what a replica serves stays, in previews, plans and runs, and the page is told by whom. */
import { afterEach, expect, it } from 'vitest';
import type { ExactJson } from '@/lib/base/exact-json';
import { type CleanupRoutes, cleanupRoutes, dataset } from '@/lib/testing/cleanup-routes';
import { statusKey } from '@/lib/testing/serving-simulation/replica-stage';
import { healthy, reportBytes } from '@/lib/testing/serving-simulation/report-builders';

let server: CleanupRoutes;
afterEach(() => server.close());

const serves2: Readonly<Record<string, ExactJson>> = {
  ...healthy,
  'retention.keep_versions': [],
  'clocks.history.publication_version': 2,
  'clocks.history.clean_version': 2,
  'clocks.history.observed_head': 2,
  'clocks.history.locally_available': [2],
  'clocks.history.decision': { kind: 'serve_head', version: 2 },
  'clocks.history.serving_version': { version: 2, pinned_to_clean: false },
};

async function opened(): Promise<(seq: number) => Promise<void>> {
  server = await cleanupRoutes({
    lake: { uri: 's3://bucket/lakes', foreignFolders: ['state/serving/v1'] },
    config: {
      lakes: [{ id: 'test', uri: 's3://bucket/lakes' }],
      serving: [{ env: 'prod', lake: 'test', state: 'state' }],
    },
  });
  const { stage } = server;
  return async (seq) => {
    await stage.bare.put(
      statusKey,
      reportBytes({ ...serves2, 'lineage.dataset_uri': 's3://bucket/lakes/lake/events', 'fence.seq': seq }),
    );
  };
}

it('D14 a preview keeps what a replica serves, and names the replica', async () => {
  await (await opened())(1);
  const { preview } = await server.routes.get('previewCleanup', {
    ...{ params: dataset, body: { policy: { retainVersions: 2, youngGuardMs: 0 } }, role: 'viewer' },
  });
  expect(preview.versions.listed.map(({ version }) => version)).toEqual(['1', '3', '4']);
  expect(preview.kept.listed.find(({ version }) => version === '2')?.because).toMatchObject([
    { kind: 'outside', subject: 'replica eu-1 of berlin/osm-lance-v2 in prod' },
  ]);
});

it('D14 a replica that reports a version after the plan was made keeps it from the run', async () => {
  const report = await opened();
  const plan = await server.plan();
  await report(1);
  const { run } = await server.startRun(plan.hash);
  expect((await server.ended(run)).outcome).not.toBe('failed');
  expect(await server.stage.versions()).toContain(2n);
});
