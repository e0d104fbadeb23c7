/** A cleanup from policy to receipt over the routes: who may, what is asked first, what is refused and why, what is kept. */
import { afterEach, describe, expect, it } from 'vitest';
import type { EndpointName } from '@/lib/contracts/endpoints';
import {
  type CleanupRoutes,
  type CleanupRoutesOptions,
  cleanupRoutes,
  dataset,
} from '@/lib/testing/cleanup-routes';
import { putLease, putMarker, tagBody } from '@/lib/testing/plan-stage';
import type { Asked } from '@/lib/testing/routes-over';
import { otherAdminToken } from '../testing/test-runtime';

let server: CleanupRoutes;
const open = async (options: CleanupRoutesOptions = {}) => {
  server = await cleanupRoutes(options);
};
afterEach(() => server.close());

async function refusal(name: EndpointName, asked: Asked) {
  const reply = await server.routes.reply(name, asked);
  const { error } = (await reply.json()) as {
    error: { message: string; details: { reasons?: { code: string; sentence: string }[] } };
  };
  return { status: reply.status, message: error.message, reasons: error.details.reasons ?? [] };
}
const policy = { retainVersions: 2, youngGuardMs: 0 };
const typed = { dataset: 'lake/events', reason: 'to make room' };

describe('a preview', () => {
  it('is open to viewers, says what goes, what stays and why, and writes nothing', async () => {
    await open();
    await server.stage.put('_refs/tags/prod.json', tagBody(2));
    await putLease(server.stage, 3n, 3_600_000);
    const before = await server.stage.entries();
    const { preview } = await server.routes.get('previewCleanup', {
      ...{ params: dataset, body: { policy }, role: 'viewer' },
    });
    expect(preview.versions).toEqual({
      total: 2,
      listed: [
        { version: '1', group: 'certain' },
        { version: '4', group: 'certain' },
      ],
    });
    expect(preview.predicted).toEqual(preview.most);
    expect(preview.kept.listed.map(({ version }) => version)).toEqual(['6', '5', '3', '2']);
    expect(preview.kept.listed.find(({ version }) => version === '2')?.because).toMatchObject([
      { kind: 'tag', subject: 'prod' },
    ]);
    expect(preview.keptBy).toContainEqual({ kind: 'lease', versions: 1 });
    expect(preview.objects.find((one) => one.class === 'manifest')).toMatchObject({ objects: 2 });
    expect(await server.stage.entries()).toEqual(before);
  });

  it('refuses a policy that selects nothing, and a branch that is not there', async () => {
    await open();
    const empty = { params: dataset, body: { policy: {} } };
    expect(await refusal('previewCleanup', empty)).toMatchObject({ status: 400 });
    const body = { policy: { ...policy, branch: 'none' } };
    expect(await refusal('previewCleanup', { params: dataset, body })).toMatchObject({ status: 404 });
  });
});

describe('a whole cleanup', () => {
  it('is planned, run, counted, signed, verified and told in the journal', async () => {
    await open();
    const plan = await server.plan();
    expect(plan).toMatchObject({ actor: 'test-operator', state: 'alive', path: 'lake/events' });
    expect(plan.approval).toEqual({ needed: false, by: null });
    const read = await server.routes.get('plan', { params: { hash: plan.hash }, role: 'viewer' });
    expect(read.plan).toEqual(plan);

    const { run } = await server.startRun(plan.hash);
    const ended = await server.ended(run);
    expect(ended).toMatchObject({ outcome: 'completed', failure: null, takeovers: 0, here: false });
    expect(ended.counts).toMatchObject({ versions: 4, objects: plan.most.objects, bytes: plan.most.bytes });
    expect(ended.versions.listed.map(({ state }) => state)).toEqual(Array(4).fill('retired'));
    expect(ended.log.map(({ sentence }) => sentence).join(' ')).toMatch(
      /Counting the dataset.*Completed: 4 versions/,
    );
    expect(await server.stage.versions()).toEqual([5n, 6n]);

    const { text, verdict } = await server.routes.get('receipt', { params: { run } });
    if (verdict.kind !== 'valid') throw new Error(verdict.because);
    const { receipt } = verdict;
    expect(receipt).toMatchObject({ run, planHash: plan.hash, reason: 'to make room', outcome: 'completed' });
    expect(receipt.retired.listed).toEqual(['1', '2', '3', '4']);
    expect([receipt.before?.versions, receipt.after?.versions]).toEqual([6, 2]);
    expect(receipt.actual.bytes).toBe(receipt.predicted.bytes);
    expect(receipt.verification).toMatchObject({ kind: 'passed', versionsVerified: 2 });
    expect((await server.routes.get('verifyReceipt', { body: { text } })).verdict.kind).toBe('valid');
    const changed = `${text.slice(0, -9)}${text.at(-9) === 'A' ? 'B' : 'A'}${text.slice(-8)}`;
    expect((await server.routes.get('verifyReceipt', { body: { text: changed } })).verdict).toMatchObject({
      ...{ kind: 'invalid', because: 'changed' },
    });
    const { keys } = await server.routes.get('receiptKeys', { role: 'viewer' });
    expect(keys).toMatchObject([{ kid: verdict.kid, signs: true }]);
    expect(JSON.stringify(keys)).not.toContain('"d"');

    const runs = await server.routes.get('runs', { role: 'viewer' });
    expect(runs.items.map((one) => [one.run, one.state])).toEqual([[run, 'ended']]);
    expect((await server.routes.get('plans')).items.map(({ hash }) => hash)).toEqual([plan.hash]);
    const journal = await server.stage.bare.list({ prefix: '_vamplate/journal/' });
    expect(journal.objects).toHaveLength(4);
  });

  it('keeps and names a version that was leased between plan and run', async () => {
    await open();
    const plan = await server.plan();
    await putLease(server.stage, 2n, 3_600_000);
    const { run } = await server.startRun(plan.hash);
    expect(await server.ended(run)).toMatchObject({ outcome: 'completed', counts: { versions: 3 } });
    expect(await server.stage.versions()).toEqual([2n, 5n, 6n]);
    const { verdict } = await server.routes.get('receipt', { params: { run } });
    expect(verdict.kind === 'valid' && verdict.receipt.left.listed).toMatchObject([
      { version: '2', reason: 'held' },
    ]);
  });
});

describe('a run is refused', () => {
  it('for another name than was typed, without a reason, and to an operator', async () => {
    await open();
    const { hash } = await server.plan();
    const ask = (body: object, role?: 'operator') => refusal('runPlan', { params: { hash }, body, role });
    expect(await ask({ ...typed, dataset: 'lake/event' })).toMatchObject({ status: 400 });
    expect(await ask({ dataset: 'lake/events' })).toMatchObject({ status: 400 });
    expect(await ask(typed, 'operator')).toMatchObject({ status: 403 });
    expect((await server.routes.get('runs')).items).toEqual([]);
  });

  it('once the plan has lapsed by the store clock', async () => {
    await open();
    const { hash } = await server.plan();
    server.stage.time.now += 30 * 60_000;
    expect(await refusal('runPlan', { params: { hash }, body: typed })).toMatchObject({
      ...{ status: 422, reasons: [{ code: 'plan_lapsed' }] },
    });
    expect((await server.routes.get('plan', { params: { hash } })).plan.state).toBe('lapsed');
  });

  it('D11 for a stale plan, with its difference', async () => {
    await open();
    const { hash } = await server.plan();
    const kept = (await server.stage.entries('_versions/')).find((one) =>
      one.includes(`${2n ** 64n - 1n - 5n}`),
    );
    await server.stage.bare.delete(server.stage.key(kept ?? ''));
    await server.stage.putManifest({ version: 7n, fragments: [] });
    const { status, reasons } = await refusal('runPlan', { params: { hash }, body: typed });
    expect(status).toBe(422);
    expect(reasons.map(({ sentence }) => sentence)).toEqual([
      'Since the plan was made version 5, which stays, is gone.',
      '1 versions that came since: 7.',
      '1 versions that are gone: 5.',
    ]);
    expect(await server.stage.versions()).toEqual([1n, 2n, 3n, 4n, 6n, 7n]);
  });

  it('for a plan that was run already, and in a frozen lake', async () => {
    await open();
    const { hash, started } = await server.plan();
    expect(started).toBeNull();
    const { run } = await server.startRun(hash);
    expect(await refusal('runPlan', { params: { hash }, body: typed })).toMatchObject({ status: 409 });
    await server.ended(run);
    expect(await refusal('runPlan', { params: { hash }, body: typed })).toMatchObject({ status: 409 });
    const read = await server.routes.get('plan', { params: { hash } });
    expect(read.plan.started).toMatchObject({ actor: 'test-admin' });
    const next = await server.plan();
    const listed = (await server.routes.get('plans')).items.map((row) => [row.hash, row.state]);
    expect(new Map(listed as [string, string][])).toEqual(
      new Map([
        [hash, 'run'],
        [next.hash, 'alive'],
      ]),
    );
    await server.routes.get('freezeLake', { params: { lake: 'test' }, body: { reason: 'audit' } });
    expect(await refusal('runPlan', { params: { hash: next.hash }, body: typed })).toMatchObject({
      ...{ status: 422, reasons: [{ code: 'frozen' }] },
    });
  });

  it('where the configuration grants less, and planning with it', async () => {
    await open({ gc: 'protect' });
    const asked = { params: dataset, body: { policy }, role: 'operator' } as const;
    expect(await refusal('planCleanup', asked)).toMatchObject({ status: 422, reasons: [{ code: 'grant' }] });
    expect((await server.routes.reply('previewCleanup', asked)).status).toBe(200);
    expect((await server.stage.bare.list({ prefix: '_vamplate/' })).objects).toEqual([]);
  });
});

describe('a second approver', () => {
  it('is somebody else than who made the plan and who runs it, and is in the receipt', async () => {
    await open({ config: { secondApprover: ['run_cleanup'] } });
    const { hash, approval } = await server.plan();
    expect(approval).toEqual({ needed: true, by: null });
    const run = { params: { hash }, body: typed };
    expect(await refusal('runPlan', run)).toMatchObject({ status: 422, reasons: [{ code: 'approval' }] });
    const approved = await server.routes.get('approvePlan', { params: { hash } });
    expect(approved.plan.approval.by).toMatchObject({ actor: 'test-admin' });
    expect(await refusal('runPlan', run)).toMatchObject({ status: 422, reasons: [{ code: 'own_approval' }] });
  });

  it('may not approve a plan of their own', async () => {
    await open({ config: { secondApprover: ['run_cleanup'] } });
    const { hash } = await server.plan(policy, { role: 'admin' });
    expect(await refusal('approvePlan', { params: { hash } })).toMatchObject({
      ...{ status: 422, reasons: [{ code: 'own_plan' }] },
    });
  });
});

it('the end of an abandoned retirement takes two as well, since it is run by its plan', async () => {
  await open({ config: { secondApprover: ['run_cleanup'] } });
  await putMarker(server.stage, 2n, 'sealed');
  const { plan } = await server.routes.get('finishRetirement', {
    params: { ...dataset, version: '2', marker: 'f'.repeat(32) },
  });
  const run = { params: { hash: plan.hash }, body: typed };
  expect(await refusal('runPlan', run)).toMatchObject({ status: 422, reasons: [{ code: 'approval' }] });
  expect(await refusal('approvePlan', { params: { hash: plan.hash } })).toMatchObject({
    reasons: [{ code: 'own_plan' }],
  });
  await server.routes.get('approvePlan', { params: { hash: plan.hash }, bearer: otherAdminToken });
  const { run: id } = await server.startRun(plan.hash);
  expect(await server.ended(id)).toMatchObject({ outcome: 'completed', approvedBy: 'test-other-admin' });
  expect(await server.stage.versions()).not.toContain(2n);
});

describe('an open run', () => {
  it('stops before its next batch, whatever it was at, and says so in its receipt', async () => {
    await open();
    const { hash } = await server.plan();
    let stopping: Promise<unknown> | null = null;
    const stop = async () => {
      const [open] = (await server.routes.get('runs')).items;
      await server.routes.get('stopRun', { params: { run: open?.run ?? '' }, role: 'operator' });
    };
    server.stage.beforeCalls(async ({ verb, key }) => {
      if (verb !== 'create' || !key.includes('version_lease_gc')) return;
      stopping ??= stop();
      await stopping;
    });
    const { run } = await server.startRun(hash);
    const ended = await server.ended(run);
    expect(ended).toMatchObject({ outcome: 'stopped', failure: null, stop: { actor: 'test-operator' } });
    expect(await server.stage.versions()).toHaveLength(6);
    expect(await server.stage.entries('_refs/version_lease_gc')).toEqual([]);
    const { verdict } = await server.routes.get('receipt', { params: { run } });
    expect(verdict).toMatchObject({
      receipt: { outcome: 'stopped', retired: { total: 0 }, left: { total: 4 } },
    });
    expect(await refusal('stopRun', { params: { run } })).toMatchObject({ status: 409 });
  });

  it('takes another rate while it runs', async () => {
    await open();
    const { hash } = await server.plan();
    const { run } = await server.startRun(hash, { rate: 1 });
    const changed = await server.routes.get('changeRate', {
      params: { run },
      body: { rate: 500 },
      role: 'operator',
    });
    expect(changed.run.rate).toBe(500);
    expect(await server.ended(run)).toMatchObject({ outcome: 'completed', rate: 500 });
  });

  it('whose owner was cut off between its drains and its seals waits for those drains, and is finished', async () => {
    await open();
    const { hash } = await server.plan();
    let lost: 'not_yet' | number = 'not_yet';
    server.stage.failWhen(({ verb, key }) => {
      if (lost === 'not_yet' && verb === 'create' && key.endsWith('.sealed')) lost = 0;
      if (lost === 'not_yet' || lost >= 300) return null;
      lost += 1;
      return 'lost_before';
    });
    const { run } = await server.startRun(hash);
    const drains = async () =>
      (await server.stage.entries('_refs/version_lease_gc')).filter((entry) => entry.endsWith('.draining'));
    while (lost === 'not_yet' || lost < 300) await server.runOf(run).catch(() => null);
    expect(await drains()).toHaveLength(4);
    const ended = await server.ended(run);
    expect(ended).toMatchObject({ outcome: 'completed', failure: null });
    expect(ended.takeovers).toBeGreaterThan(0);
    expect(ended.log.map(({ sentence }) => sentence).join(' ')).toMatch(/Waiting for the drains/);
    expect(await server.stage.versions()).toEqual([5n, 6n]);
    expect(await drains()).toEqual([]);
    const { verdict } = await server.routes.get('receipt', { params: { run } });
    expect(verdict).toMatchObject({ receipt: { retired: { total: 4 }, left: { total: 0 } } });
  });

  it('ends as failed when its lake is frozen, and deletes nothing after it', async () => {
    await open();
    const { hash } = await server.plan();
    let frozen = false;
    server.stage.beforeCalls(async ({ verb }) => {
      if (verb !== 'deleteBatch' && verb !== 'deleteIfMatch') return;
      if (frozen) return;
      frozen = true;
      await server.stage.bare.create('_vamplate/freeze', new TextEncoder().encode('not readable'));
    });
    const { run } = await server.startRun(hash);
    const ended = await server.ended(run);
    expect(ended).toMatchObject({ outcome: 'failed' });
    expect(ended.failure).toMatch(/frozen/);
    expect(await server.stage.versions()).toEqual([1n, 2n, 3n, 4n, 5n, 6n]);
  });
});

describe('finishing an abandoned retirement', () => {
  const marker = 'f'.repeat(32);
  const finish = (version: string) => ({ params: { ...dataset, version, marker }, body: {} });

  it('is planned and run like any cleanup, whatever the policy would say', async () => {
    await open();
    await putMarker(server.stage, 5n, 'sealed');
    const { plan } = await server.routes.get('finishRetirement', finish('5'));
    expect(plan.versions.listed).toEqual([{ version: '5', group: 'resume' }]);
    const { run } = await server.startRun(plan.hash);
    expect(await server.ended(run)).toMatchObject({ outcome: 'completed', counts: { versions: 1 } });
    expect(await server.stage.versions()).toEqual([1n, 2n, 3n, 4n, 6n]);
  });

  it('is refused while somebody holds the version, for a drain, and for what is not there', async () => {
    await open();
    await putMarker(server.stage, 4n, 'sealed');
    await putMarker(server.stage, 3n, 'draining');
    await server.stage.put('_refs/tags/prod.json', tagBody(4));
    expect(await refusal('finishRetirement', finish('4'))).toMatchObject({
      ...{ status: 422, reasons: [{ code: 'tag', sentence: 'Tag prod' }] },
    });
    expect(await refusal('finishRetirement', finish('3'))).toMatchObject({ reasons: [{ code: 'draining' }] });
    expect((await refusal('finishRetirement', finish('2'))).reasons).toMatchObject([{ code: 'changed' }]);
    const operator = { ...finish('4'), role: 'operator' } as const;
    expect((await server.routes.reply('finishRetirement', operator)).status).toBe(403);
  });
});
