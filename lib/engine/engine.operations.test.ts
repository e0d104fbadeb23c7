/** One guarded operation from beginning to end through the front door, and what of it stays in the lake. */
import { exportJWK, generateKeyPair } from 'jose';
import { expect, it } from 'vitest';
import type { WallInstant } from '@/lib/base/clock';
import { systemRandom } from '@/lib/base/random';
import { openEngine } from '@/lib/engine/engine';
import { keeping } from '@/lib/testing/cleanup-stage';
import { history } from '@/lib/testing/plan-stage';

const ann = { actor: 'ann', role: 'admin', requestId: 'r-1' };
const noSums = { versions: 0, objects: 0, bytes: 0 };

it('plans, seals, registers, runs, counts, signs and tells; another kind of object is never written', async () => {
  const stage = await history(4);
  const { bare, clock } = stage;
  const engine = openEngine({ store: bare, clock, random: systemRandom, conditionalDelete: true });
  const { operations } = engine;
  const dataset = engine.dataset(stage.root.key);
  expect(operations.isFrozen(await operations.readFreeze())).toBe(false);

  const plan = await dataset.planCleanup(keeping(2));
  await operations.sealPlan(plan, ann);
  const action = {
    ...ann,
    action: 'run_cleanup',
    target: plan.dataset,
    reason: 'space',
    planHash: plan.hash,
  };
  const { entry } = await operations.appendIntent(action);
  const asked = { ...ann, dataset: plan.dataset, planHash: plan.hash, reason: 'space' };
  const { run } = await operations.registerRun({ ...asked, approvedBy: null, rate: null, intent: null });
  const owner = {
    id: '01JD0000000000000000000000',
    lockId: 'lock-a',
    host: 'h',
    pid: 1,
    since: clock.wall(),
  };
  const proof = { tookOverFrom: null, watch: null };
  await operations.changeRun(run, { kind: 'take', owner, proof });
  const found = await operations.findPlan(plan.hash);
  if (found.kind !== 'found') throw new Error('the plan is not there');

  const report = await dataset.runCleanup(found.plan);
  const counts = {
    ...{ versions: report.retired.length, objects: report.objectsDeleted },
    ...{ bytes: report.bytesDeleted, requests: report.requests },
  };
  const ending = { outcome: report.outcome, failure: null };
  const ended = { kind: 'end', ownerId: owner.id, at: clock.wall(), ending, counts } as const;
  expect(await operations.changeRun(run, ended)).toMatchObject({ kind: 'changed', run: { counts } });
  const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const key = await operations.openReceiptKey(await exportJWK(pair.privateKey));
  const around = { ...ann, run, reason: 'space', approvedBy: null, before: null, after: null };
  const verification = { kind: 'not_done', versionsVerified: 0, sentence: 'Nobody asked.' } as const;
  const times = { startedAt: clock.wall(), endedAt: clock.wall() as WallInstant };
  const said = operations.receiptOf(plan, report, {
    ...around,
    ...times,
    earlier: noSums,
    takeovers: 0,
    ...{ earlierRetired: [], earlierLeft: [] },
    verification,
  });
  expect(await operations.storeReceipt(await key.sign(said))).toBe('written');
  await operations.appendOutcome(entry, { result: 'done', sentence: '2 versions went.' });

  const [kept] = (await operations.findReceipts(run)).texts;
  const verdict = await operations.verifyReceipt(kept?.text ?? '', [key.publicKey]);
  expect(verdict).toMatchObject({ kind: 'valid', receipt: { actual: { versions: 2 }, planHash: plan.hash } });
  expect((await operations.readJournal({ filter: { planHash: plan.hash } })).rows).toHaveLength(2);
  expect(await (await operations.plansInUse())(plan.hash)).toBe(true);
  const { parts, complete } = await operations.readOwnBytes();
  expect(complete).toBe(true);
  expect(parts.map(({ name, objects }) => [name, objects])).toEqual([
    ...[
      ['journal', 2],
      ['plans', 2],
      ['receipts', 1],
      ['runs', 1],
    ],
  ]);
  const { objects } = await bare.list({ prefix: '_vamplate/' });
  const bytes = objects.reduce((sum, { size }) => sum + size, 0);
  expect(parts.reduce((sum, part) => sum + part.bytes, 0)).toBe(bytes);
});
