/** Where two people are asked for: what one asks for waits, another has it done, once, on what was seen; the journal names both. */
import { afterEach, describe, expect, it } from 'vitest';
import { createMarker } from '@/lib/engine/retirement/write-marker';
import {
  approve,
  ask,
  branchScene,
  closeScenes,
  codesOf,
  lockScene,
  openStage,
  reason,
  sealScene,
} from '@/lib/testing/approval-scenes';
import { putVersions, rootOf } from '@/lib/testing/lake-stage';
import { testTokens } from '../testing/test-runtime';

afterEach(closeScenes);

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
