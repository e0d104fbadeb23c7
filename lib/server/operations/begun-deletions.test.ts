/** A branch whose deletion was begun and left is found again in the list of references, under the name that finishes it. */
import { afterEach, expect, it } from 'vitest';
import { actionStage } from '@/lib/testing/action-stage';
import { branchStage } from '@/lib/testing/branch-stage';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const params = { lake: 'test', id: 'lake~events' };

it('each of its traces says which branch it was, and a branch that stands says nothing', async () => {
  const branches = await branchStage();
  const stage = await actionStage({ store: branches.bare });
  opened.push(stage.routes);
  const { routes, dispatch, operations, advance } = stage;
  const rows = async () => (await routes.get('references', { params })).items;
  expect((await rows()).map(({ kind, deletionOf }) => [kind, deletionOf])).toEqual([['branch', null]]);

  const by = { actor: 'boss', role: 'admin', requestId: 'r', reason: 'wait' };
  let frozen: string | null = null;
  dispatch(async (call) => {
    if (call.key.endsWith('_refs/branches/exp.json') && call.mutates && frozen === null) {
      const change = await operations.freeze(by);
      if (change.kind === 'written') frozen = change.etag;
    }
    return call.effect();
  });
  const ask = (branch: string) =>
    routes.get('deleteBranch', {
      params: { ...params, branch },
      body: { reason: 'it is over', typedName: branch },
    });
  expect(await ask('exp')).toMatchObject({ outcome: 'stopped' });
  advance(60_000);
  const traces = (await rows()).filter(({ deletionOf }) => deletionOf !== null);
  expect(traces.map(({ kind }) => kind)).toContain('termination');
  expect(new Set(traces.map(({ deletionOf }) => deletionOf))).toEqual(new Set(['exp']));

  await operations.unfreeze(frozen, by);
  expect(await ask(traces[0]?.deletionOf ?? '')).toMatchObject({ outcome: 'completed' });
  expect((await rows()).filter(({ deletionOf }) => deletionOf !== null)).toEqual([]);
});
