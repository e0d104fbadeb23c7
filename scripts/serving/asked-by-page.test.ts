/** Everything that the page of a replica asks for, sent through the console's routes to a real process, and its awaited answer. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { askingBlocked, expectedOf, offeredActions } from '@/components/serving/asking-rules';
import { askingQuestion, requestOf } from '@/components/serving/replica-questions';
import { systemClock } from '@/lib/base/clock';
import { nameToType, type ServingAction } from '@/lib/contracts/serving-actions';
import type { ReplicaDetail } from '@/lib/contracts/serving-report';
import { formatVersionName } from '@/lib/engine/lance/version-names';
import { importIdOf } from '@/lib/engine/serving/import-id-rules';
import { Lakes } from '@/lib/lake/lakes';
import { routesOver } from '@/lib/testing/routes-over';
import { lineage, localPlace, ServingStage, type ServingStory } from './serving-stage';
import { closureOf } from './version-closure';

const folder = path.join(realpathSync(mkdtempSync(path.join(tmpdir(), 'vamplate-asked-'))), 'shared');
const place = { env: 'prod', set: lineage.setId };
let stage: ServingStage;
let routes: ReturnType<typeof routesOver>;
let story: ServingStory;

beforeEach(() => {
  stage = new ServingStage(localPlace(folder));
  const lakes = new Lakes({
    settings: [{ id: 'shared', uri: stage.shared.uri, gc: 'protect' }],
    // Reports grow old by the time their process has, which no test can move.
    ...{ clock: systemClock, watchIntervalMs: 15_000, onChange: () => undefined },
    openStore: () => stage.shared.store,
  });
  routes = routesOver(lakes, {
    lakes: [{ id: 'shared', uri: stage.shared.uri, gc: 'protect' }],
    serving: [{ env: 'prod', lake: 'shared', state: 'state' }],
  });
});
afterEach(async () => {
  await routes.close();
  await stage.close();
  rmSync(path.dirname(folder), { recursive: true, force: true });
});

/** As the page shows it now. */
async function shown(): Promise<ReplicaDetail> {
  routes.clock.advance(11_000);
  return (await routes.get('servingReplica', { params: { ...place, replica: 'eu-1' } })).replica;
}

const wait = { timeout: 60_000, interval: 200 };

/** The dialog's own defaults, but for what is filled in. @returns how the process answered */
async function ask(action: ServingAction, fields: Readonly<Record<string, string>> = {}): Promise<string> {
  await expect.poll(async () => askingBlocked(await shown(), action), wait).toBeNull();
  const replica = await shown();
  expect(offeredActions(replica)).toContain(action);
  const question = askingQuestion(action, replica);
  const initial = Object.fromEntries((question.fields ?? []).map(({ id, initial = '' }) => [id, initial]));
  const request = requestOf(action, { fields: { ...initial, ...fields } }, routes.clock.wall(), replica);
  const name = nameToType(request, replica.replica);
  const typed = name === null ? {} : { typedName: name };
  const body = {
    replica: 'eu-1',
    request,
    expected: expectedOf(replica),
    reason: 'asked by the page',
    ...typed,
  };
  const { intent } = await routes.get('askReplica', { params: place, body });
  const answer = async () =>
    (await routes.get('servingIntent', { params: { ...place, intent: intent.id } })).intent.result;
  await expect.poll(answer, wait).not.toBeNull();
  const { outcome, reason } = (await answer()) ?? { outcome: 'none', reason: null };
  return reason === null ? outcome : `${outcome}: ${reason}`;
}

async function imported(sourceId: string, rows: number) {
  const identity = stage.source(sourceId, rows);
  stage.wish(sourceId);
  await story.imported(sourceId);
  return importIdOf(identity);
}

it('each is answered, and the page shows what came of it', async () => {
  story = stage.start();
  await imported('one', 10);
  expect(await ask('pin_clean', { tag: 'clean-keep' })).toBe('done');
  const tags = async () => Object.keys(await (await (await stage.lance()).tags()).list());
  expect(await tags()).toEqual(['clean-keep']);
  expect(await ask('unpin', { tag: 'clean-keep' })).toBe('rejected: that version is served');
  const two = await imported('two', 20);
  expect(await ask('unpin', { tag: 'clean-keep' })).toBe('rejected: that version is the previous import');
  await imported('three', 30);
  expect(await ask('unpin', { tag: 'clean-keep' })).toBe('done');
  expect(await tags()).toEqual([]);

  expect(await ask('set_retention', { days: '8', keep: '1' })).toMatch(/asked to be kept: 1$/);
  expect(await ask('set_retention', { days: '30' })).toMatch(/^done: grace until 2030-01-31.*kept: 1$/);
  const { graceUntil, keepVersions } = (await shown()).report?.retention ?? {};
  expect([graceUntil, keepVersions]).toEqual([
    expect.stringMatching(/^2030-01-31/),
    expect.arrayContaining(['1']),
  ]);

  await (await stage.lance()).add([{ id: 99, name: 'a stranger' }]);
  expect(await ask('ack_drift')).toBe('done');
  expect(await shown()).toMatchObject({
    verdict: 'drift_acknowledged',
    report: { acks: [{ effective: true }] },
  });

  expect(await ask('rollback')).toBe('done');
  expect((await shown()).report?.serving?.active).toBe(two);
  expect(await story.served()).toEqual([2, 20]);
}, 240_000);

it('an import that failed is dismissed and run again, the mirror is tried again, a damaged copy is hydrated', async () => {
  story = stage.start();
  await imported('one', 10);
  stage.source('two', 20);
  stage.spoil('two');
  stage.wish('two');
  await story.imported('two', 'failed');
  expect(await ask('dismiss_failure')).toBe('done');
  expect(await shown()).toMatchObject({
    operation: { state: 'idle' },
    report: { lastFailure: { kind: 'source' } },
  });

  const two = importIdOf(stage.source('two', 20));
  story.tell({ kind: 'halt', at: 'validate', how: 'wait' });
  expect(await ask('rerun_import')).toBe('accepted');
  await story.says('at', ({ step }) => step === 'validate');
  // The page asks again while that one is at work: it is superseded, as the question says.
  await expect.poll(async () => (await shown()).observedHead, wait).toBe('2');
  expect((await shown()).operation?.state).toBe('importing');
  // Something else lies where the mirror would have the version.
  const taken = `${stage.mirror.root}/_versions/${formatVersionName('v2', 2n)}`;
  await stage.shared.store.create(taken, new Uint8Array(10));
  expect(await ask('rerun_import')).toBe('accepted');
  await expect.poll(async () => (await shown()).report?.serving?.active, wait).toBe(two);

  expect(await ask('retry_mirror')).toBe('accepted');
  await stage.shared.store.delete(taken);
  await expect.poll(async () => (await shown()).report?.copy.mirror.state, wait).toBe('current');
  story.tell({ kind: 'halt', at: 'hydrate', how: 'wait' });
  const served = BigInt((await shown()).servingVersion ?? 0);
  const data = (await closureOf(stage.own, served))?.objects.find(({ key }) => key.includes('/data/'));
  rmSync(path.join(stage.root, data?.key ?? ''));
  await story.says('at', ({ step }) => step === 'hydrate');
  expect(await ask('hydrate')).toBe('accepted');
  expect((await shown()).verdict).toBe('recovering');
  story.tell({ kind: 'go' });
  await expect.poll(async () => (await shown()).servingVersion, wait).toBe(String(served));
}, 240_000);
