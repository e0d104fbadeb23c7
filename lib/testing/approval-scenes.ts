/** What two people may be asked for, each on a lake where one has asked or may ask: done to, changed by others, approved by another admin. */
import { expect } from 'vitest';
import type { AskedAction } from '@/lib/contracts/approvals';
import type { EndpointName } from '@/lib/contracts/endpoints';
import { formatLeaseName } from '@/lib/engine/leases/lease-names';
import { lockKey } from '@/lib/engine/lock/lock-names';
import { encodeLockRecord } from '@/lib/engine/lock/lock-record';
import { createMarker } from '@/lib/engine/retirement/write-marker';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { rootsOf } from '@/lib/server/clusters';
import { otherAdminToken } from '@/lib/server/testing/test-runtime';
import { actionStage } from './action-stage';
import { branchStage } from './branch-stage';
import { putVersions, rootOf } from './lake-stage';
import type { Asked } from './routes-over';

type Stage = Awaited<ReturnType<typeof actionStage>>;

export interface Scene {
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

export async function closeScenes(): Promise<void> {
  for (const one of opened.splice(0)) await one.close();
}

export const reason = 'its machine is gone';
const attested = { processStopped: true, ioQuiescent: true, nothingElseRuns: true };
export const lockRoot = 'og/brain';
export const lockId = '01M7MBR2QRT5N2C9V6X3R1D0EH';
export const lockRecord = { operation: 'apply', createdAt: '2026-11-17T09:00:00.120394Z', pid: 17 };

export async function openStage(action: AskedAction, store?: ObjectStore): Promise<Stage> {
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

export async function branchScene(): Promise<Scene> {
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

export async function sealScene(): Promise<Scene> {
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

export async function lockScene(action: 'force_unlock' | 'quarantine_lock'): Promise<Scene> {
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
  await inner.put(key, unreadable ? utf8('{') : encodeLockRecord({ lockId, ...lockRecord }));
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
      const other = { lockId: '01M7MBR2QRT5N2C9V6X3R1D0EJ', ...lockRecord };
      await inner.put(key, unreadable ? utf8('{"') : encodeLockRecord(other));
      const now = await etagOf();
      await watched(() => latest()?.record?.etag === now && latest()?.state !== 'held-observing');
    },
  };
}

export async function ask({ stage, name, asked }: Scene): Promise<string> {
  const reply = await stage.routes.reply(name, asked);
  const body = (await reply.json()) as { waits: { hash: string } };
  expect(reply.status, JSON.stringify(body)).toBe(200);
  return body.waits.hash;
}

export function approve({ stage, typedName, statements }: Scene, hash: string, more: Asked = {}) {
  const body = { reason: 'I looked at it', typedName, statements, ...(more.body as object | undefined) };
  return stage.routes.reply('approveRequest', {
    ...{ params: { hash }, bearer: otherAdminToken },
    ...more,
    body,
  });
}

export async function codesOf(reply: Response): Promise<readonly string[]> {
  expect(reply.status).toBe(422);
  const { error } = (await reply.json()) as { error: { details: { reasons: { code: string }[] } } };
  return error.details.reasons.map(({ code }) => code);
}

export const stateOf = async ({ stage }: Scene, hash: string) =>
  (await stage.routes.get('approval', { params: { hash } })).approval.state;
