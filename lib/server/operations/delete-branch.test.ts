/** Deleting a branch through its route: who needs it refuses, the name is typed, the lock is held and given back. */
import { afterEach, describe, expect, it } from 'vitest';
import { actionStage } from '@/lib/testing/action-stage';
import { branchStage } from '@/lib/testing/branch-stage';
import { putTag } from '@/lib/testing/lake-stage';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const params = { lake: 'test', id: 'lake~events', branch: 'exp' };
const body = { reason: 'the experiment is over', typedName: 'exp' };

async function branched() {
  const branches = await branchStage();
  const stage = await actionStage({ store: branches.bare });
  opened.push(stage.routes);
  const remove = (more: object = {}) =>
    stage.routes.reply('deleteBranch', { params, body: { ...body, ...more } });
  const lockKeys = async () =>
    (await branches.bare.list({ prefix: '_vamplate/cleaners/' })).objects.map(({ key }) => key);
  return { ...stage, branches, remove, lockKeys };
}

describe('a branch', () => {
  it('goes with all it holds, main stays whole, and the lock is given back', async () => {
    const { branches, remove, journal, lockKeys } = await branched();
    const reply = await remove();
    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({ outcome: 'completed', versionsRetired: 2, left: [] });
    expect(await branches.remains()).toEqual([]);
    expect(await branches.mainIsWhole()).toBe(true);
    expect((await journal()).map(({ kind, action, reason }) => [kind, action, reason])).toEqual([
      ['intent', 'delete_branch', body.reason],
      ['outcome', 'delete_branch', body.reason],
    ]);
    expect((await lockKeys()).filter((key) => !key.endsWith('/lock.json'))).toEqual([]);
    expect((await remove()).status).toBe(404);
  });

  it.each([{ typedName: 'Exp' }, { typedName: '' }, { typedName: undefined }, { reason: undefined }])(
    'stays when it is asked for with %j',
    async (more) => {
      const { branches, remove, journal } = await branched();
      expect((await remove(more)).status).toBe(400);
      expect(await branches.remains()).not.toEqual([]);
      expect(await journal()).toEqual([]);
    },
  );

  it('stays while a tag needs it, and the tag is named', async () => {
    const { branches, remove } = await branched();
    await putTag(branches.bare, 'lake/events', 'best', 4, 'exp');
    const before = await branches.remains();
    const reply = await remove();
    expect(reply.status).toBe(422);
    expect(await reply.json()).toMatchObject({
      error: {
        details: {
          reasons: [{ code: 'tag', holder: 'best', sentence: expect.stringContaining('version 4') }],
        },
      },
    });
    expect(await branches.remains()).toEqual(before);
  });

  it('stays while another process deletes in the dataset, which is named', async () => {
    const { branches, remove, operations, journal } = await branched();
    const key = `${operations.runLockRoot('lake/events')}/__cluster/lock.json`;
    const lockId = '01M7MBR2QRT5N2C9V6X3R1D0EH';
    const record = {
      ...{
        version: 1,
        lock_id: lockId,
        operation: 'cleanup',
        created_at: '2030-01-01T00:00:00.000000Z',
        pid: 1,
      },
    };
    await branches.bare.create(key, new TextEncoder().encode(JSON.stringify(record)));
    const reply = await remove();
    expect(reply.status).toBe(422);
    expect(await reply.json()).toMatchObject({
      error: { details: { reasons: [{ code: 'dataset_held', holder: lockId, remedy: expect.any(String) }] } },
    });
    expect((await journal()).at(-1)).toMatchObject({ result: 'refused' });
  });

  it('stops before the next batch when the lake is frozen meanwhile, and goes on when it is open again', async () => {
    const { branches, remove, operations, dispatch } = await branched();
    const by = { actor: 'boss', role: 'admin', requestId: 'r', reason: 'wait' };
    let frozen: { readonly etag?: string } = {};
    dispatch(async (call) => {
      if (call.key.endsWith('_refs/branches/exp.json') && call.mutates && frozen.etag === undefined) {
        const change = await operations.freeze(by);
        if (change.kind === 'written') frozen = { etag: change.etag };
      }
      return call.effect();
    });
    const reply = await remove();
    expect(await reply.json()).toMatchObject({
      outcome: 'stopped',
      notes: [expect.stringContaining('frozen')],
    });
    expect(await branches.remains()).not.toEqual([]);
    expect((await remove()).status).toBe(422);
    await operations.unfreeze(frozen.etag ?? null, by);
    expect(await (await remove()).json()).toMatchObject({ outcome: 'completed' });
    expect(await branches.remains()).toEqual([]);
  });
});
