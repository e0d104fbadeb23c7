/** Where two people are asked for: what one asks for waits, another has it done, once, on what was seen; the journal names both. */
import { afterEach, describe, expect, it } from 'vitest';
import type { AskedAction } from '@/lib/contracts/approvals';
import type { EndpointName } from '@/lib/contracts/endpoints';
import { formatLeaseName } from '@/lib/engine/leases/lease-names';
import { lockKey } from '@/lib/engine/lock/lock-names';
import { encodeLockRecord } from '@/lib/engine/lock/lock-record';
import { createMarker } from '@/lib/engine/retirement/write-marker';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { actionStage } from '@/lib/testing/action-stage';
import { branchStage } from '@/lib/testing/branch-stage';
import { putVersions, rootOf } from '@/lib/testing/lake-stage';
import type { Asked } from '@/lib/testing/routes-over';
import { rootsOf } from '../clusters';
import { otherAdminToken, testTokens } from '../testing/test-runtime';

type Stage = Awaited<ReturnType<typeof actionStage>>;

interface Scene {
  readonly stage: Stage;
  readonly name: EndpointName;
  readonly asked: Asked;
  readonly typedName: string;
  readonly statements: readonly string[];
  /** Whether the object is as it was. */
  readonly stands: () => Promise<boolean>;
  /** Time passes, for the store too. */
  readonly pass: (ms: number) => void;
  /** Somebody else changes the object. */
  readonly change: () => Promise<void>;
}

const opened: Stage['routes'][] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const reason = 'its machine is gone';
const attested = { processStopped: true, ioQuiescent: true, nothingElseRuns: true };
const lockRoot = 'og/brain';
const lockId = '01M7MBR2QRT5N2C9V6X3R1D0EH';
const record = { operation: 'apply', createdAt: '2026-11-17T09:00:00.120394Z', pid: 17 };

async function openStage(action: AskedAction, store?: ObjectStore): Promise<Stage> {
  const stage = await actionStage({
    ...(store === undefined ? {} : { store }),
    config: {
      secondApprover: [action],
      lakes: [{ id: 'test', uri: 'memory://test' }],
      clusters: [{ id: 'brain', lake: 'test', root: lockRoot }],
    },
  });
  opened.push(stage.routes);
  return stage;
}

async function branchScene(): Promise<Scene> {
  const branches = await branchStage();
  const stage = await openStage('delete_branch', branches.bare);
  const before = await branches.remains();
  const versions = `${branches.root.key}/tree/exp/_versions/`;
  return {
    ...{ stage, name: 'deleteBranch', typedName: 'exp', statements: [] },
    asked: {
      params: { lake: 'test', id: 'lake~events', branch: 'exp' },
      body: { reason, typedName: 'exp' },
    },
    pass(ms) {
      stage.advance(ms);
      branches.time.now += ms;
    },
    stands: async () => (await branches.remains()).join() === before.join(),
    async change() {
      const { objects } = await branches.bare.list({ prefix: versions });
      const answer = await branches.bare.get(objects[0]?.key ?? '', { maxBytes: 100_000 });
      const name = `${versions}${2n ** 64n - 1n - 9n}.manifest`;
      await branches.bare.put(name, answer.kind === 'found' ? answer.body : new Uint8Array());
    },
  };
}

async function sealScene(): Promise<Scene> {
  const stage = await openStage('cancel_seal');
  const { inner } = stage;
  const path = 'events.lance';
  const marker = 'd'.repeat(32);
  await putVersions(inner, path, 1, 3);
  const name = { namespace: 'main', version: 2n, markerOperationId: marker, marker: 'sealed' } as const;
  const manifest = `lake/${path}/_versions/${2n ** 64n - 1n - 2n}.manifest`;
  const seal = () => createMarker(inner, rootOf(inner, path), name, [manifest]);
  await seal();
  const lease = { namespace: 'main', version: 2n, ttlMicros: 86_400_000_000n, id: 'e'.repeat(32) };
  await inner.create(`${path}/${formatLeaseName(lease)}`, new Uint8Array());
  stage.advance(15 * 60_000 + 6_000);
  const sealKeys = async () =>
    (await inner.list({ prefix: `${path}/_refs/version_lease_gc/` })).objects.filter(({ key }) =>
      key.includes(marker),
    );
  const { items } = await stage.routes.get('retirements', { params: { lake: 'test', id: path } });
  return {
    ...{ stage, name: 'cancelRetirement', typedName: path, statements: ['processStopped'] },
    asked: {
      params: { lake: 'test', id: path, version: '2', marker },
      body: {
        ...{ namespace: 'main', kind: 'sealed', since: items[0]?.since, reason },
        ...{ processStopped: true, typedName: path },
      },
    },
    pass: stage.advance,
    stands: async () => (await sealKeys()).length > 0,
    async change() {
      for (const { key } of await sealKeys()) await inner.delete(key);
      stage.advance(2_000);
      await seal();
    },
  };
}

async function lockScene(action: 'force_unlock' | 'quarantine_lock'): Promise<Scene> {
  const stage = await openStage(action);
  const { inner, routes } = stage;
  const key = lockKey(lockRoot);
  const utf8 = (text: string) => new TextEncoder().encode(text);
  const unreadable = action === 'quarantine_lock';
  const latest = () => rootsOf(routes.runtime)[0]?.latest() ?? null;
  const etagOf = async () => {
    const answer = await inner.head(key);
    return answer.kind === 'found' ? answer.meta.etag : null;
  };
  const until = async (holds: () => boolean) => {
    for (let turn = 0; turn < 2_000 && !holds(); turn += 1) await new Promise((go) => setImmediate(go));
    expect(holds()).toBe(true);
  };
  /** Looks until the watch knows what it is. */
  const watched = async (known: () => boolean) => {
    for (let looks = 0; looks < 60 && !known(); looks += 1) {
      const before = latest()?.at;
      await until(() => routes.clock.waits.length > 0);
      stage.advance(6_000);
      await until(() => latest()?.at !== before);
    }
    expect(known()).toBe(true);
  };
  await inner.put(key, unreadable ? utf8('{') : encodeLockRecord({ lockId, ...record }));
  await routes.get('locks');
  await until(() => latest() !== null);
  await watched(() => latest()?.state !== 'held-observing');
  const etag = (await etagOf()) ?? '';
  const typedName = unreadable ? etag : lockId;
  return {
    ...{ stage, name: unreadable ? 'quarantineLock' : 'forceUnlock', typedName },
    statements: Object.keys(attested),
    asked: {
      params: { root: 'brain' },
      body: { reason, ...attested, ...(unreadable ? { etag } : { lockId }) },
    },
    pass: stage.advance,
    stands: async () => (await etagOf()) === etag,
    async change() {
      const other = { lockId: '01M7MBR2QRT5N2C9V6X3R1D0EJ', ...record };
      await inner.put(key, unreadable ? utf8('{"') : encodeLockRecord(other));
      const now = await etagOf();
      await watched(() => latest()?.record?.etag === now && latest()?.state !== 'held-observing');
    },
  };
}

async function ask({ stage, name, asked }: Scene): Promise<string> {
  const reply = await stage.routes.reply(name, asked);
  const body = (await reply.json()) as { waits: { hash: string } };
  expect(reply.status, JSON.stringify(body)).toBe(200);
  return body.waits.hash;
}

function approve({ stage, typedName, statements }: Scene, hash: string, more: Asked = {}) {
  const body = { reason: 'I looked at it', typedName, statements, ...(more.body as object | undefined) };
  return stage.routes.reply('approveRequest', {
    ...{ params: { hash }, bearer: otherAdminToken },
    ...more,
    body,
  });
}

async function codesOf(reply: Response): Promise<readonly string[]> {
  expect(reply.status).toBe(422);
  const { error } = (await reply.json()) as { error: { details: { reasons: { code: string }[] } } };
  return error.details.reasons.map(({ code }) => code);
}

describe.each([
  ['delete_branch', branchScene],
  ['cancel_seal', sealScene],
  ['force_unlock', () => lockScene('force_unlock')],
  ['quarantine_lock', () => lockScene('quarantine_lock')],
] as const)('%s', (action, open) => {
  it('is asked for by one, approved by another, done once, and told with both names', async () => {
    const scene = await open();
    const { routes, journal } = scene.stage;
    const hash = await ask(scene);
    expect(await scene.stands()).toBe(true);
    const { items } = await routes.get('approvals', { role: 'viewer' });
    expect(items).toMatchObject([{ hash, action, actor: 'test-admin', reason, state: 'waiting' }]);
    const { approval } = await routes.get('approval', { params: { hash }, role: 'viewer' });
    expect(approval).toMatchObject({ typedName: scene.typedName, changes: [], approvedBy: null });
    expect(approval.statements).toEqual(scene.statements);
    expect(approval.seen.map(({ is }) => is)).toEqual(approval.seen.map(({ was }) => was));

    const reply = await approve(scene, hash);
    expect(reply.status, await reply.clone().text()).toBe(200);
    expect(await reply.json()).toMatchObject({ complete: true, approval: { state: 'used' } });
    expect(await scene.stands()).toBe(false);
    const name = action === 'cancel_seal' ? 'cancel_retirement' : action;
    expect((await journal()).map((line) => [line.kind, line.action, line.actor, line.askedBy])).toEqual([
      ['intent', 'ask_approval', 'test-admin', undefined],
      ['outcome', 'ask_approval', 'test-admin', undefined],
      ['intent', name, 'test-other-admin', 'test-admin'],
      ['outcome', name, 'test-other-admin', 'test-admin'],
    ]);
    expect((await journal()).at(-1)).toMatchObject({ result: 'done', reason, planHash: hash });
    expect(await codesOf(await approve(scene, hash))).toEqual(['used']);
    expect((await routes.get('approvals')).items).toEqual([]);
  });

  it('is refused to its asker, to a wrong name, to another hash, and after half an hour', async () => {
    const scene = await open();
    const hash = await ask(scene);
    expect(await codesOf(await approve(scene, hash, { bearer: testTokens.admin }))).toEqual(['own_request']);
    expect((await approve(scene, hash, { body: { typedName: 'another' } })).status).toBe(400);
    expect((await approve(scene, 'a'.repeat(64))).status).toBe(404);
    if (scene.statements.length > 0)
      expect((await approve(scene, hash, { body: { statements: [] } })).status).toBe(400);
    scene.pass(30 * 60_000);
    expect(await codesOf(await approve(scene, hash))).toEqual(['request_lapsed']);
    expect(await scene.stands()).toBe(true);
    expect((await scene.stage.journal()).at(-1)).toMatchObject({ result: 'refused' });
  });

  it('is refused, with what changed, once the object is another one; the request is not used up', async () => {
    const scene = await open();
    const hash = await ask(scene);
    await scene.change();
    const { approval } = await scene.stage.routes.get('approval', { params: { hash } });
    expect(approval.changes.length).toBeGreaterThan(0);
    const codes = await codesOf(await approve(scene, hash));
    expect(new Set(codes)).toEqual(new Set(['changed']));
    expect((await scene.stage.routes.get('approval', { params: { hash } })).approval.state).toBe('waiting');
  });

  it('is asked for in no frozen lake, and approved in none', async () => {
    const scene = await open();
    const { operations } = scene.stage;
    const hash = await ask(scene);
    await operations.freeze({ actor: 'boss', role: 'admin', requestId: 'r', reason: 'an audit' });
    expect(await codesOf(await approve(scene, hash))).toEqual(['frozen']);
    expect(await codesOf(await scene.stage.routes.reply(scene.name, scene.asked))).toEqual(['frozen']);
    expect(await scene.stands()).toBe(true);
  });
});

it('a drain is cancelled by one person, whoever must approve seals', async () => {
  const stage = await openStage('cancel_seal');
  const path = 'events.lance';
  await putVersions(stage.inner, path, 1, 3);
  const name = {
    namespace: 'main',
    version: 2n,
    markerOperationId: 'd'.repeat(32),
    marker: 'draining',
  } as const;
  await createMarker(stage.inner, rootOf(stage.inner, path), name, [`lake/${path}/x`]);
  stage.advance(15 * 60_000 + 6_000);
  const { items } = await stage.routes.get('retirements', { params: { lake: 'test', id: path } });
  const reply = await stage.routes.get('cancelRetirement', {
    params: { lake: 'test', id: path, version: '2', marker: 'd'.repeat(32) },
    body: { namespace: 'main', kind: 'draining', since: items[0]?.since, reason },
  });
  expect(reply).toMatchObject({ removed: [expect.stringContaining('draining')] });
});
