/** A request that waits for a second person: kept under the hash of its bytes, used once, over after half an hour of the store's clock. */
import { beforeEach, describe, expect, it } from 'vitest';
import { faultyStore } from '@/lib/testing/faulty-store';
import { operationsStage } from '@/lib/testing/operations-stage';
import { type Operations, openOperations } from './operations';

const asked = {
  ...{ actor: 'ann', role: 'admin', requestId: 'r1', action: 'delete_branch' },
  ...{ target: 'test/events: branch exp', reason: 'it is over', typedName: 'exp' },
  asked: { params: { lake: 'test', id: 'events', branch: 'exp' }, body: { typedName: 'exp' } },
  seen: [{ what: 'The reference of the branch', is: '"e1"' }],
};
const bob = { actor: 'bob', role: 'admin', requestId: 'r2', reason: 'I looked at it' };

let stage: ReturnType<typeof operationsStage>;
let operations: Operations;
beforeEach(() => {
  stage = operationsStage();
  operations = openOperations(stage.context);
});

async function ask(more: object = {}): Promise<string> {
  const prepared = operations.prepareApproval({ ...asked, ...more });
  await operations.askApproval(prepared);
  return prepared.hash;
}

const waiting = async () => (await operations.listWaitingApprovals()).rows.map(({ hash }) => hash);

describe('a request', () => {
  it('waits, and says what was asked of what', async () => {
    const hash = await ask();
    const found = await operations.findApprovalRequest(hash);
    expect(found).toMatchObject({ request: asked, life: { state: 'alive' }, approval: null });
    expect(await waiting()).toEqual([hash]);
  });

  it('asked twice is two', async () => {
    const both = [await ask(), await ask()];
    expect(new Set(both).size).toBe(2);
    expect((await waiting()).toSorted()).toEqual(both.toSorted());
  });

  it('of which nobody knows whether it was written is named: it may wait', async () => {
    const prepared = operations.prepareApproval(asked);
    const lost = openOperations({ ...stage.context, store: faultyStore(stage.bare, (call) => call.lost()) });
    await expect(lost.askApproval(prepared)).rejects.toMatchObject({
      ...{ kind: 'unavailable', details: { outcome: 'unknown', hash: prepared.hash } },
      message: expect.stringContaining(prepared.hash),
    });
  });

  it('keeps no secret of its reason', async () => {
    const hash = await ask({ reason: 'token=hunter2hunter2' });
    expect(JSON.stringify(await operations.findApprovalRequest(hash))).not.toContain('hunter2');
  });

  it('that somebody changed is no request', async () => {
    const hash = await ask();
    const key = `_vamplate/approvals/${hash}/request.json`;
    const answer = await stage.bare.get(key, { maxBytes: 100_000 });
    const text = new TextDecoder().decode(answer.kind === 'found' ? answer.body : new Uint8Array());
    await stage.bare.put(key, new TextEncoder().encode(text.replace('"ann"', '"eve"')));
    await expect(operations.findApprovalRequest(hash)).rejects.toMatchObject({ kind: 'corrupt' });
    await expect(operations.consumeApproval(hash, bob)).rejects.toMatchObject({ kind: 'corrupt' });
    expect(await operations.listWaitingApprovals()).toMatchObject({
      rows: [],
      notes: ['1 request cannot be read.'],
    });
  });
});

describe('a second person', () => {
  it('uses it up, and nobody can again', async () => {
    const hash = await ask();
    expect(await operations.consumeApproval(hash, bob)).toMatchObject({ actor: 'bob', requestHash: hash });
    const again = operations.consumeApproval(hash, { ...bob, actor: 'cid' });
    await expect(again).rejects.toMatchObject({ kind: 'refused', details: { reasons: [{ code: 'used' }] } });
    expect(await waiting()).toEqual([]);
    expect(await operations.findApprovalRequest(hash)).toMatchObject({ approval: { actor: 'bob' } });
  });

  it('is one of two who press at once', async () => {
    const hash = await ask();
    const both = ['bob', 'cid'].map((actor) => operations.consumeApproval(hash, { ...bob, actor }));
    const settled = await Promise.allSettled(both);
    expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('is somebody else than who asked', async () => {
    const hash = await ask();
    await expect(operations.consumeApproval(hash, { ...bob, actor: 'ann' })).rejects.toMatchObject({
      details: { reasons: [{ code: 'own_request' }] },
    });
    expect(await waiting()).toEqual([hash]);
  });

  it('comes within half an hour by the store’s clock, whatever the hosts’ say', async () => {
    const hash = await ask();
    stage.time.now += 30 * 60_000 - 1_000;
    expect(await waiting()).toEqual([hash]);
    stage.time.now += 1_000;
    expect(await waiting()).toEqual([]);
    await expect(operations.consumeApproval(hash, bob)).rejects.toMatchObject({
      details: { reasons: [{ code: 'request_lapsed' }] },
    });
  });

  it('of no such request is told so', async () => {
    const other = operations.consumeApproval('a'.repeat(64), bob);
    await expect(other).rejects.toMatchObject({ kind: 'not_found' });
    await expect(operations.consumeApproval('A', bob)).rejects.toMatchObject({ kind: 'invalid_input' });
  });
});

it('what is older than 30 days goes, with its approval; what is younger stays', async () => {
  const old = await ask();
  await operations.consumeApproval(old, bob);
  stage.time.now += 20 * 86_400_000;
  const young = await ask();
  stage.time.now += 10 * 86_400_000;
  expect(await operations.removeOldApprovals()).toBe(0);
  stage.time.now += 1_000;
  expect(await operations.removeOldApprovals()).toBe(2);
  expect(await operations.findApprovalRequest(old)).toBeNull();
  expect(await operations.findApprovalRequest(young)).not.toBeNull();
});
