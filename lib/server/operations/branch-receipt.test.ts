/** A deleted branch leaves a signed receipt: what lay there, what went, each version, and whether what remains is whole; a part of a deletion says that it is one. */
import { afterEach, expect, it } from 'vitest';
import { VamplateError } from '@/lib/base/errors';
import { actionStage } from '@/lib/testing/action-stage';
import { branchStage } from '@/lib/testing/branch-stage';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

async function branched() {
  const branches = await branchStage();
  const stage = await actionStage({ store: branches.bare });
  opened.push(stage.routes);
  const { routes } = stage;
  const remove = async () => {
    const reply = await routes.get('deleteBranch', {
      params: { lake: 'test', id: 'lake~events', branch: 'exp' },
      body: { reason: 'the experiment is over', typedName: 'exp' },
    });
    if ('waits' in reply) throw new Error('it waits for a second person');
    return reply;
  };
  const receipt = async (run: string | null) => {
    const { verdict } = await routes.get('receipt', { params: { run: run ?? '' } });
    if (verdict.kind !== 'valid') throw new Error(verdict.because);
    return verdict.receipt;
  };
  return { ...stage, branches, remove, receipt };
}

it('names its versions, its bytes before and after, and is found by the line of the journal', async () => {
  const { remove, receipt, journal } = await branched();
  const { receipt: id, objectsDeleted, bytesDeleted } = await remove();
  const [intent] = await journal();
  expect(id).toBe(intent?.id);
  const said = await receipt(id);
  expect(said).toMatchObject({ kind: 'delete_branch', branch: 'exp', path: 'lake/events', planHash: null });
  expect(said).toMatchObject({ outcome: 'completed', failure: null, reason: 'the experiment is over' });
  expect(said.retired.listed).toEqual(['3', '4']);
  expect(said.left.total).toBe(0);
  expect(said.predicted.versions).toBe(2);
  expect(said.actual).toEqual({ versions: 2, objects: objectsDeleted, bytes: bytesDeleted });
  expect(said.predicted.objects).toBe(objectsDeleted);
  expect(said.before?.versions).toBe(7);
  expect(said.after?.versions).toBe(5);
  expect(said.requests).toBeNull();
});

it('of a deletion that was stopped says which versions stay, and the next one what went then', async () => {
  const { remove, receipt, operations, dispatch } = await branched();
  const by = { actor: 'boss', role: 'admin', requestId: 'r', reason: 'wait' };
  let frozen: string | null = null;
  dispatch(async (call) => {
    if (call.key.endsWith('_refs/branches/exp.json') && call.mutates && frozen === null) {
      const change = await operations.freeze(by);
      if (change.kind === 'written') frozen = change.etag;
    }
    return call.effect();
  });
  const first = await receipt((await remove()).receipt);
  expect(first).toMatchObject({
    outcome: 'stopped',
    failure: { sentence: expect.stringContaining('frozen') },
  });
  expect(first.left.listed.map(({ version }) => version)).toEqual(['3', '4']);
  expect(first.retired.total).toBe(0);
  await operations.unfreeze(frozen, by);
  const second = await receipt((await remove()).receipt);
  expect(second).toMatchObject({ outcome: 'completed', retired: { listed: ['3', '4'] } });
});

it('is not signed where nobody could read what a stopped deletion left: no number stands for what is not known', async () => {
  const { remove, operations, dispatch } = await branched();
  const by = { actor: 'boss', role: 'admin', requestId: 'r', reason: 'wait' };
  let frozen = false;
  dispatch(async (call) => {
    if (call.key.endsWith('_refs/branches/exp.json') && call.mutates && !frozen) {
      frozen = (await operations.freeze(by)).kind === 'written';
    }
    // From then on the folder of the branch does not answer.
    if (frozen && !call.mutates && call.key.includes('tree/exp/')) {
      throw new VamplateError('unavailable', 'It does not answer.');
    }
    return call.effect();
  });
  const { outcome, receipt, notes } = await remove();
  expect(outcome).toBe('stopped');
  expect(receipt).toBeNull();
  expect(notes.join(' ')).toContain('Its receipt could not be kept for certain');
});
