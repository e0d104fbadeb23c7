/** A lock is broken through its route by its whole id, with every statement made, over a fresh version, or not at all. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeBeat } from '@/lib/engine/lock/lease-records';
import { beatName, leaseFolder, lockKey } from '@/lib/engine/lock/lock-names';
import { encodeLockRecord } from '@/lib/engine/lock/lock-record';
import type { Assumption } from '@/lib/engine/store/capability-rules';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { actionStage } from '@/lib/testing/action-stage';
import { rootsOf } from '../clusters';

const lockId = '01M7MBR2QRT5N2C9V6X3R1D0EH';
const record = { lockId, operation: 'apply', createdAt: '2026-11-17T09:00:00.120394Z', pid: 17 };
const root = 'og/brain';
const key = lockKey(root);
const params = { root: 'brain' };
const said = {
  ...{ lockId, reason: 'its machine is gone' },
  ...{ processStopped: true, ioQuiescent: true, nothingElseRuns: true },
};

let stage: Awaited<ReturnType<typeof actionStage>>;

async function open(
  without: readonly Assumption[] = [],
  writers = 'stock',
  gc: 'none' | 'retire' = 'retire',
) {
  const store = openMemoryStore();
  stage = await actionStage({
    ...{ store, without, settings: { gc } },
    config: {
      lakes: [{ id: 'test', uri: 'memory://test' }],
      clusters: [{ id: 'brain', lake: 'test', root, writers }],
    },
  });
}

beforeEach(() => open());
afterEach(() => stage.routes.close());

async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 500; turn += 1) {
    if (holds()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error('it never came to be');
}

async function locked(body = encodeLockRecord(record)): Promise<string> {
  await stage.inner.put(key, body);
  await stage.routes.get('locks');
  await until(() => latest() !== null);
  const answer = await stage.inner.head(key);
  return answer.kind === 'found' ? answer.meta.etag : '';
}

const latest = () => rootsOf(stage.routes.runtime)[0]?.latest() ?? null;

/** Watched for long enough to be known as held by an owner that does not beat. */
async function watched(): Promise<void> {
  for (let looks = 0; looks < 30 && latest()?.state === 'held-observing'; looks += 1) {
    const before = latest()?.at;
    await until(() => stage.routes.clock.waits.length > 0);
    stage.advance(6_000);
    await until(() => latest()?.at !== before);
  }
}

const unlock = (more: object = {}) =>
  stage.routes.reply('forceUnlock', { params, body: { ...said, ...more } });
const isThere = async () => (await stage.inner.head(key)).kind === 'found';
const codesOf = async (reply: Response) => {
  const { error } = (await reply.json()) as { error: { details: { reasons: { code: string }[] } } };
  return error.details.reasons.map(({ code }) => code);
};

describe('a dead lock', () => {
  it('is broken by its id, and the journal has who, what and why', async () => {
    await locked();
    await watched();
    const reply = await unlock();
    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({ how: 'deleted', lockId });
    expect(await isThere()).toBe(false);
    const [intent, outcome] = await stage.journal();
    expect(intent).toMatchObject({
      action: 'force_unlock',
      reason: said.reason,
      target: `test/og/brain: lock ${lockId}`,
    });
    expect(outcome).toMatchObject({ result: 'done' });
  });

  it.each([
    [{ lockId: lockId.slice(0, 8) }, 'state_lock_id_mismatch'],
    [{ processStopped: false }, 'process_not_attested'],
    [{ ioQuiescent: false }, 'io_not_attested'],
    [{ nothingElseRuns: false }, 'others_not_attested'],
  ])('stays with %j', async (more, code) => {
    await locked();
    await watched();
    const reply = await unlock(more);
    expect(reply.status).toBe(422);
    expect(await codesOf(reply)).toEqual([code]);
    expect(await isThere()).toBe(true);
    expect((await stage.journal()).at(-1)).toMatchObject({ kind: 'outcome', result: 'refused' });
  });

  it('whose owner beats needs a confirmation of its own', async () => {
    const beat = encodeBeat({ lockId, sequence: 0, leaseMs: 30_000 });
    await stage.inner.put(`${leaseFolder(root, lockId)}${beatName(0)}`, beat);
    await locked(encodeLockRecord({ ...record, operation: 'serve' }));
    expect(await codesOf(await unlock())).toEqual(['stop_live_not_confirmed']);
    expect((await unlock({ stopLive: true })).status).toBe(200);
  });

  it('of which nothing is known now stays', async () => {
    await locked();
    await rootsOf(stage.routes.runtime)[0]?.stop();
    stage.advance(60_000);
    expect(await codesOf(await unlock())).toEqual(['state_not_allowed']);
  });
});

describe('on a store without conditional delete', () => {
  it('a lock that stock tools write is left to them, with their command', async () => {
    await stage.routes.close();
    await open(['deleteIfMatch']);
    await locked();
    await watched();
    const reply = await unlock();
    expect(reply.status).toBe(422);
    expect(await reply.json()).toMatchObject({
      error: {
        details: {
          reasons: [{ code: 'no_conditional_delete' }],
          stockCommand: `cluster force-unlock ${lockId} --cluster memory:///og/brain`,
        },
      },
    });
    expect(await isThere()).toBe(true);
  });

  it('a lock that only we write is released in its place', async () => {
    await stage.routes.close();
    await open(['deleteIfMatch'], 'ours');
    await locked();
    await watched();
    expect(await (await unlock()).json()).toMatchObject({ how: 'released' });
  });
});

it('is left alone where the lake does not grant it', async () => {
  await stage.routes.close();
  await open([], 'stock', 'none');
  await locked();
  expect(await codesOf(await unlock())).toEqual(['grant']);
  expect(await isThere()).toBe(true);
});

describe('a record that nobody can read', () => {
  const { lockId: _, ...attested } = said;
  const quarantine = (etag: string, more: object = {}) =>
    stage.routes.reply('quarantineLock', { params, body: { ...attested, etag, ...more } });

  it('is moved aside whole, over the version that was typed', async () => {
    const body = new TextEncoder().encode('{"version":1,');
    const etag = await locked(body);
    expect(await codesOf(await quarantine('another'))).toEqual(['changed']);
    expect(await isThere()).toBe(true);
    const reply = await quarantine(etag);
    expect(reply.status).toBe(200);
    const { key: copy } = (await reply.json()) as { key: string };
    const found = await stage.inner.get(copy, { maxBytes: 1_000 });
    expect(found.kind === 'found' && Buffer.compare(found.body, body)).toBe(0);
    expect(await isThere()).toBe(false);
  });

  it('that can be read stays', async () => {
    const etag = await locked();
    expect(await codesOf(await quarantine(etag))).toEqual(['readable']);
  });

  it('stays where nobody says that its process is stopped', async () => {
    const etag = await locked(new TextEncoder().encode('{'));
    expect(await codesOf(await quarantine(etag, { processStopped: false }))).toEqual([
      'process_not_attested',
    ]);
  });
});
