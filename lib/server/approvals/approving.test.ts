/** What a second person's word is used up for: only for what nothing refuses any more, looked at right before; and it is told whatever cannot be read. */
import { afterEach, describe, expect, it } from 'vitest';
import { encodeBeat } from '@/lib/engine/lock/lease-records';
import { beatName, leaseFolder, lockKey } from '@/lib/engine/lock/lock-names';
import { encodeLockRecord } from '@/lib/engine/lock/lock-record';
import {
  approve,
  ask,
  branchScene,
  closeScenes,
  codesOf,
  lockId,
  lockRecord,
  lockRoot,
  lockScene,
  reason,
  type Scene,
  sealScene,
  stateOf,
} from '@/lib/testing/approval-scenes';
import { rootsOf } from '../clusters';

afterEach(closeScenes);

const latestOf = ({ stage }: Scene) => rootsOf(stage.routes.runtime)[0]?.latest() ?? null;

/** The watch of the lock looks again. */
async function lookOnce(scene: Scene): Promise<void> {
  const before = latestOf(scene)?.at;
  scene.pass(6_000);
  for (let turn = 0; turn < 500 && latestOf(scene)?.at === before; turn += 1)
    await new Promise((go) => setImmediate(go));
}

it('a lock whose owner beats after it was asked for stays, and the request is not used up', async () => {
  const scene = await lockScene('force_unlock');
  const hash = await ask(scene);
  const { inner } = scene.stage;
  const beat = encodeBeat({ lockId, sequence: 0, leaseMs: 30_000 });
  await inner.put(`${leaseFolder(lockRoot, lockId)}${beatName(0)}`, beat);
  for (let looks = 0; looks < 20 && latestOf(scene)?.state === 'held-unleased'; looks += 1)
    await lookOnce(scene);
  expect(await codesOf(await approve(scene, hash))).toEqual(['stop_live_not_confirmed']);
  expect(await stateOf(scene, hash)).toBe('waiting');
  expect(await scene.stands()).toBe(true);
});

describe('a branch', () => {
  it('of a dataset that somebody else deletes in stays, and the request is not used up', async () => {
    const scene = await branchScene();
    const { inner, operations } = scene.stage;
    const hash = await ask(scene);
    const key = lockKey(operations.runLockRoot('lake/events'));
    await inner.create(key, encodeLockRecord({ lockId, ...lockRecord }));
    expect(await codesOf(await approve(scene, hash))).toEqual(['dataset_held']);
    expect(await stateOf(scene, hash)).toBe('waiting');
    expect(await scene.stands()).toBe(true);
  });

  it('is compared with what was seen while nobody else can delete in its dataset, right before it goes', async () => {
    const scene = await branchScene();
    const { stage } = scene;
    const hash = await ask(scene);
    let held = false;
    stage.dispatch(async (call) => {
      if (call.verb === 'create' && call.key.startsWith('_vamplate/cleaners/') && !held) {
        held = true;
        await scene.change();
      }
      return call.effect();
    });
    expect(await codesOf(await approve(scene, hash))).toEqual(['changed']);
    expect(held).toBe(true);
    stage.dispatch(null);
    expect(await stateOf(scene, hash)).toBe('waiting');
  });

  it('that went is told as gone, whatever of the request cannot be read afterwards', async () => {
    const scene = await branchScene();
    const hash = await ask(scene);
    let used = false;
    scene.stage.dispatch((call) => {
      const ours = call.key.startsWith('_vamplate/approvals/');
      if (ours && used && !call.mutates) return call.lost();
      used ||= ours && call.verb === 'create';
      return call.effect();
    });
    const reply = await approve(scene, hash);
    expect(reply.status, await reply.clone().text()).toBe(200);
    expect(await reply.json()).toMatchObject({ complete: true, approval: { hash, state: 'used' } });
    expect(await scene.stands()).toBe(false);
  });

  it('that was asked for and cannot be read back may wait: the journal says so and names the request', async () => {
    const { stage, name, asked } = await branchScene();
    let written = false;
    stage.dispatch((call) => {
      const ours = call.key.startsWith('_vamplate/approvals/');
      if (ours && written && !call.mutates) return call.lost();
      written ||= ours && call.verb === 'create';
      return call.effect();
    });
    const reply = await stage.routes.reply(name, asked);
    stage.dispatch(null);
    const [row] = (await stage.routes.get('approvals')).items;
    expect(row).toMatchObject({ action: 'delete_branch' });
    expect(reply.status).toBe(503);
    const { error } = (await reply.json()) as { error: object };
    expect(error).toMatchObject({ details: { outcome: 'unknown', hash: row?.hash } });
    expect((await stage.journal()).at(-1)).toMatchObject({
      ...{ action: 'ask_approval', result: 'unknown' },
      sentence: expect.stringContaining(row?.hash ?? '?'),
    });
  });

  it('that never was is not asked for; what a deletion left of one is', async () => {
    const scene = await branchScene();
    const { stage, asked } = scene;
    const never = await stage.routes.reply('deleteBranch', {
      params: { ...asked.params, branch: 'never' },
      body: { reason, typedName: 'never' },
    });
    expect(never.status).toBe(404);
    expect((await stage.routes.get('approvals')).items).toEqual([]);
    const hash = await ask(scene);
    stage.dispatch((call) => (call.verb === 'deleteBatch' ? call.lost() : call.effect()));
    await approve(scene, hash);
    stage.dispatch(null);
    expect(await stateOf(scene, hash)).toBe('used');
    stage.advance(60_000);
    const again = await ask(scene);
    const { approval } = await stage.routes.get('approval', { params: { hash: again } });
    expect(approval.seen).toMatchObject([{ is: 'gone' }, { is: 'there' }]);
    const reply = await approve(scene, again);
    expect(await reply.json()).toMatchObject({ complete: true });
    expect(await scene.stands()).toBe(false);
  });
});

it.each([
  ['the versions of a branch', branchScene, 'lake/events', 'tree/exp/_versions/'],
  ['the markers of a seal', sealScene, 'events.lance', '_refs/'],
] as const)(
  '%s are compared as they are after somebody approved, not as a viewer was about to see them',
  async (_, open, path, folder) => {
    const scene = await open();
    const { stage } = scene;
    const hash = await ask(scene);
    // The routes are loaded by it.
    expect((await approve(scene, hash, { body: { typedName: 'another' } })).status).toBe(400);
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let listings = 0;
    stage.dispatch(async (call) => {
      const page = await call.effect();
      if (call.key === `${path}/${folder}` && call.verb === 'list' && listings++ === 0) await held;
      return page;
    });
    const { reader } = await stage.lake.dataset(path);
    stage.advance(1);
    const looking = folder === '_refs/' ? reader.control.get(0) : reader.names('exp').get(0);
    while (listings === 0) await new Promise((go) => setImmediate(go));
    await scene.change();
    const approving = approve(scene, hash);
    for (let turns = 0; turns < 200; turns += 1) await new Promise((go) => setTimeout(go, 1));
    answer();
    await looking;
    expect(await codesOf(await approving)).toEqual(expect.arrayContaining(['changed']));
    expect(await stateOf(scene, hash)).toBe('waiting');
  },
);

it('one request that nobody here understands hides no other, and is counted', async () => {
  const scene = await branchScene();
  const { routes, operations, takeAsked } = scene.stage;
  const hash = await ask(scene);
  const other = { actor: 'ann', role: 'admin', requestId: 'r', action: 'paint', target: 'test/x' };
  await operations.askApproval(
    operations.prepareApproval({
      ...{ ...other, reason, typedName: 'x', seen: [], asked: { params: {}, body: {} } },
    }),
  );
  const { items, meta } = await routes.get('approvals');
  expect(items.map((one) => one.hash)).toEqual([hash]);
  expect(meta).toMatchObject({ complete: false, notes: ['1 request of test cannot be read.'] });
  takeAsked();
  const one = await routes.get('approval', { params: { hash } });
  const asked = takeAsked().filter((call) => call.includes('_vamplate/approvals/'));
  expect(one.meta.requests).toBe(asked.length);
  expect(one.meta.bytes).toBeGreaterThan(300);
});

it('an unreadable record stays in a store that is found unable meanwhile, and the request is not used up', async () => {
  const scene = await lockScene('quarantine_lock');
  const { inner } = scene.stage;
  const hash = await ask(scene);
  const key = '_vamplate/capabilities.json';
  const answer = await inner.get(key, { maxBytes: 100_000 });
  const known = JSON.parse(answer.kind === 'found' ? new TextDecoder().decode(answer.body) : '');
  known.value.findings.deleteIfMatch.answer = 'no';
  await inner.put(key, new TextEncoder().encode(JSON.stringify(known)));
  // What the last probe found is remembered for a moment.
  await lookOnce(scene);
  expect(await codesOf(await approve(scene, hash))).toEqual(['no_conditional_delete']);
  expect(await stateOf(scene, hash)).toBe('waiting');
  expect(await scene.stands()).toBe(true);
});
