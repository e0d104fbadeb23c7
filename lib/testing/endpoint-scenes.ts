/** For every endpoint a request that succeeds, and what must be there first: real bodies over a real history. */
import type { Access } from '@/lib/contracts/endpoint';
import type { EndpointName } from '@/lib/contracts/endpoints';
import { formatVersionName } from '@/lib/engine/lance/version-names';
import { lockKey } from '@/lib/engine/lock/lock-names';
import { encodeLockRecord } from '@/lib/engine/lock/lock-record';
import { publishBranch } from '@/lib/engine/references/publish-branch';
import { referenceRules } from '@/lib/engine/references/reference-protocol-rules';
import { rootsOf } from '@/lib/server/clusters';
import { otherAdminToken, testTokens } from '@/lib/server/testing/test-runtime';
import { type CleanupRoutes, cleanupRoutes, dataset } from './cleanup-routes';
import { manifestBytes } from './manifest-bytes';
import { putMarker } from './plan-stage';
import type { Asked } from './routes-over';
import { healthy, reportBytes } from './serving-simulation/report-builders';
import { statusScenes } from './status-scenes';

const reason = 'because of a test';
const operators = { claim: 'groups', value: 'operators', role: 'operator' };
const attested = { processStopped: true, ioQuiescent: true, nothingElseRuns: true };
const lockRoot = 'og/brain';
const lockId = '01M7MBR2QRT5N2C9V6X3R1D0EH';
const record = { operation: 'apply', createdAt: '2026-11-17T09:00:00.120394Z', pid: 17 };
const inLake = { params: { lake: 'test' } };
const ofDataset = { params: dataset };
const policy = { retainVersions: 2, youngGuardMs: 0 };

const replicas = 'state/serving/v1/prod/berlin/osm-lance-v2/replicas';
/** Nobody listens there. */
const silent = 'http://127.0.0.1:9/serving/v1/status';
const berlin = { env: 'prod', set: 'berlin' };
const askingToPin = {
  params: berlin,
  body: {
    ...{ replica: 'eu-1', request: { action: 'pin_clean' }, reason },
    expected: { epoch: 12, generation: null, active: 'a4f93eb5d7676df5', clean: '7', head: '7' },
  },
};

/** What an endpoint is asked with; the caller is the test's to choose. */
export type Scene = (server: CleanupRoutes, caller: Access) => Promise<Asked>;

const plain =
  (asked: Asked = {}): Scene =>
  async () =>
    asked;

/** One server over a dataset of six versions, with a lake that grants all and a lock root. */
export function openScene(controlUri: string): Promise<CleanupRoutes> {
  return cleanupRoutes({
    config: {
      lakes: [{ id: 'test', uri: 's3://test/lake', gc: 'retire' }],
      clusters: [{ id: 'brain', lake: 'test', root: lockRoot }],
      serving: [{ env: 'prod', lake: 'test', state: 'state' }],
      control: controlUri,
      // Nobody answers there: a browser is led back with the reason.
      oidc: { issuer: 'http://127.0.0.1:9', clientId: 'vamplate', roles: [operators] },
    },
    environment: { VAMPLATE_OIDC_CLIENT_SECRET: 'any' },
  });
}

export const scenes: Readonly<Record<EndpointName, Scene>> = {
  health: plain(),
  signIn: plain({ body: { token: testTokens.viewer } }),
  session: plain(),
  signOut: plain(),
  signOutEverywhere: plain(),
  startOidc: plain(),
  finishOidc: plain(),
  openApi: plain(),
  metrics: plain(),
  events: plain({ query: { watch: 'test' } }),
  lakes: plain(),
  capabilities: plain(inLake),
  probe: plain(inLake),
  attention: plain(),
  datasets: plain(),
  dataset: plain(ofDataset),
  versions: plain(ofDataset),
  version: plain({ params: { ...dataset, version: '2' } }),
  ribbon: plain(ofDataset),
  countVersions: plain(ofDataset),
  references: plain(ofDataset),
  leases: plain(ofDataset),
  retirements: plain(ofDataset),
  intents: plain(ofDataset),
  storage: plain(ofDataset),
  fleetReferences: plain(),
  fleetLeases: plain(),
  fleetRetirements: plain(),
  fleetIntents: plain(),
  locks: plain(),
  lock: plain({ params: { root: 'brain' } }),
  freeze: plain(inLake),
  freezeLake: plain({ ...inLake, body: { reason } }),
  unfreezeLake: async ({ routes }) => {
    const { freeze } = await routes.get('freezeLake', { ...inLake, body: { reason } });
    return { ...inLake, body: { reason, etag: freeze.etag } };
  },
  createTag: plain({ ...ofDataset, body: { name: 'v1', version: '1' } }),
  moveTag: async (server) => {
    const etag = await tagged(server);
    return { params: { ...dataset, tag: 'v1' }, body: { version: '2', etag } };
  },
  deleteTag: async (server) => {
    const etag = await tagged(server);
    return { params: { ...dataset, tag: 'v1' }, body: { etag, reason } };
  },
  takeLease: plain({ ...ofDataset, body: { version: '1', ttlMs: 60_000 } }),
  renewLease: async (server, caller) => ({ params: { ...dataset, lease: await leased(server, caller) } }),
  releaseLease: async (server, caller) => ({ params: { ...dataset, lease: await leased(server, caller) } }),
  cancelRetirement: async (server) => {
    await putMarker(server.stage, 2n, 'draining');
    server.stage.time.now += 3_600_000;
    const { items } = await server.routes.get('retirements', ofDataset);
    const body = { namespace: 'main', kind: 'draining', since: items[0]?.since, reason };
    return { params: { ...dataset, version: '2', marker: 'f'.repeat(32) }, body };
  },
  settleIntents: plain(ofDataset),
  deleteBranch: async (server) => {
    await branched(server);
    return { params: { ...dataset, branch: 'exp' }, body: { reason, typedName: 'exp' } };
  },
  verifyVersion: plain({ params: { ...dataset, version: '2' } }),
  forceUnlock: async (server) => {
    await locked(server, encodeLockRecord({ lockId, ...record }));
    return { params: { root: 'brain' }, body: { lockId, reason, ...attested } };
  },
  quarantineLock: async (server) => {
    const etag = await locked(server, new TextEncoder().encode('{'));
    return { params: { root: 'brain' }, body: { etag, reason, ...attested } };
  },
  serving: plain(),
  servingSet: async (server) => {
    await reported(server);
    return { params: { env: 'prod', set: 'berlin' } };
  },
  servingReplica: async (server) => {
    await reported(server);
    return { params: { env: 'prod', set: 'berlin', replica: 'eu-1' } };
  },
  askReplica: async (server) => {
    await reported(server);
    return askingToPin;
  },
  servingIntent: async (server) => {
    await reported(server);
    const { intent } = await server.routes.get('askReplica', askingToPin);
    return { params: { ...berlin, intent: intent.id } };
  },
  retireReplica: async (server) => {
    await server.stage.bare.put(`${replicas}/eu-2/status.json`, new TextEncoder().encode('{'));
    await reported(server);
    return { params: { ...berlin, replica: 'eu-2' }, body: { reason, typedName: 'eu-2' } };
  },
  retireAddress: async ({ routes }) => {
    // Only here: while it is silent an address keeps every version from all other scenes.
    for (const { urls } of routes.runtime.config.serving) urls.push(silent);
    return { params: { env: 'prod' }, body: { url: silent, reason, typedName: new URL(silent).host } };
  },
  activity: plain(),
  ownBytes: plain(inLake),
  previewCleanup: plain({ ...ofDataset, body: { policy } }),
  planCleanup: plain({ ...ofDataset, body: { policy } }),
  finishRetirement: async (server) => {
    await putMarker(server.stage, 5n, 'sealed');
    return { params: { ...dataset, version: '5', marker: 'f'.repeat(32) } };
  },
  plans: plain(),
  plan: async (server) => ({ params: { hash: (await server.plan()).hash } }),
  approvePlan: async (server) => ({ params: { hash: (await server.plan()).hash } }),
  runPlan: async (server) => ({
    params: { hash: (await server.plan()).hash },
    body: { dataset: server.stage.root.key, reason },
  }),
  approvals: plain(),
  approval: async (server) => ({ params: { hash: await askedByAnother(server) } }),
  approveRequest: async (server) => ({
    params: { hash: await askedByAnother(server) },
    body: { reason, typedName: 'exp' },
  }),
  runs: plain(),
  run: async (server) => ({ params: { run: await running(server) } }),
  stopRun: async (server) => ({ params: { run: await running(server) } }),
  changeRate: async (server) => ({ params: { run: await running(server) }, body: { rate: 5 } }),
  receipt: async (server) => {
    const run = await running(server);
    await server.ended(run);
    return { params: { run } };
  },
  verifyReceipt: plain({ body: { text: 'no receipt' } }),
  receiptKeys: plain(),
  ...statusScenes,
};

async function tagged({ routes }: CleanupRoutes): Promise<string> {
  return (await routes.get('createTag', { ...ofDataset, body: { name: 'v1', version: '1' } })).tag.etag;
}

/** The caller's own lease, or the operator's where the caller can have none. */
async function leased({ routes }: CleanupRoutes, caller: Access): Promise<string> {
  const body = { version: '2', ttlMs: 600_000 };
  const role = caller === 'admin' ? caller : 'operator';
  return (await routes.get('takeLease', { ...ofDataset, body, role })).lease.id;
}

/** Under way, and slow enough to be met. */
async function running(server: CleanupRoutes): Promise<string> {
  return (await server.startRun((await server.plan()).hash, { rate: 1 })).run;
}

async function branched({ stage }: CleanupRoutes): Promise<void> {
  const writeClone = async () => {
    const basePaths = [{ id: 0, name: null, isDatasetRoot: true, path: `memory:///${stage.root.key}` }];
    const fragments = [{ id: 0, files: [{ path: '3.lance', baseId: 0 }] }];
    const body = manifestBytes({ version: 3n, branch: 'exp', basePaths, fragments });
    await stage.bare.create(stage.key(`tree/exp/_versions/${formatVersionName('v2', 3n)}`), body);
  };
  await publishBranch(
    { ...stage.context, store: stage.bare, rules: referenceRules, memory: null },
    { name: 'exp', parent: null, version: 3n, writeClone },
  );
  // Nobody writes to it any more.
  stage.time.now += 3_600_000;
}

/** The deletion of a branch that waits for a second person. @returns its hash */
async function askedByAnother(server: CleanupRoutes): Promise<string> {
  await branched(server);
  server.routes.runtime.config.secondApprover.push('delete_branch');
  const reply = await server.routes.get('deleteBranch', {
    ...{ params: { ...dataset, branch: 'exp' }, body: { reason, typedName: 'exp' } },
    bearer: otherAdminToken,
  });
  if (!('waits' in reply)) throw new Error('it did not wait');
  return reply.waits.hash;
}

/** A replica's report, once the server has seen it. */
async function reported(server: CleanupRoutes): Promise<void> {
  const key = `${replicas}/eu-1/status.json`;
  await server.stage.bare.put(key, reportBytes({ replica_id: 'eu-1', ...healthy }));
  for (let looks = 0; looks < 1_000; looks += 1) {
    if ((await server.routes.get('serving')).sets.length > 0) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error('the report was never seen');
}

/** Watched for as long as it takes to know what it is. @returns its ETag */
async function locked(server: CleanupRoutes, body: Uint8Array): Promise<string> {
  const { stage, routes } = server;
  await stage.bare.put(lockKey(lockRoot), body);
  await routes.get('locks');
  await server.pass(
    (async () => {
      for (let looks = 0; looks < 100_000; looks += 1) {
        const state = rootsOf(routes.runtime)[0]?.latest()?.state;
        if (state !== undefined && state !== 'held-observing') return;
        await new Promise((resolve) => setImmediate(resolve));
      }
      throw new Error('the lock was never known');
    })(),
  );
  const answer = await stage.bare.head(lockKey(lockRoot));
  return answer.kind === 'found' ? answer.meta.etag : '';
}
