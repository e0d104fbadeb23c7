/** A run belongs to no server in particular: any of them stops it and sets its rate, and the next one goes on with what a stopped one left. */
import { afterEach, expect, it } from 'vitest';
import { type CleanupRoutes, cleanupRoutes } from '@/lib/testing/cleanup-routes';
import type { StoreCall } from '@/lib/testing/faulty-store';
import { closeServers, openServer } from '@/lib/testing/open-servers';

afterEach(closeServers);

const marks = ({ verb, key }: StoreCall) => verb === 'create' && key.includes('version_lease_gc');
const deletes = ({ key, mutates }: StoreCall) => mutates && /\/(data|_transactions)\//.test(key);

interface Meanwhile {
  /** Right before the first of these calls. */
  readonly at: (call: StoreCall) => boolean;
  readonly body?: object;
  readonly act: (other: CleanupRoutes, run: string) => Promise<unknown>;
}

/** A run of one server, and what is asked of another one on the same lake meanwhile. */
async function acted({ at, body = {}, act }: Meanwhile) {
  const owner = await openServer();
  const other = await openServer({ on: owner.stage });
  // Loaded before the time of a run passes meanwhile.
  for (const name of ['runs', 'run', 'stopRun', 'changeRate'] as const)
    await other.routes.reply(name, { params: { run: 'none' } });
  const { hash } = await owner.plan();
  let acting: Promise<unknown> | null = null;
  const batches: number[] = [];
  owner.stage.beforeCalls(async (call) => {
    if (deletes(call)) batches.push(call.keys.length);
    if (!at(call)) return;
    acting ??= other.routes.get('runs').then(({ items }) => act(other, items[0]?.run ?? ''));
    await acting;
  });
  const { run } = await owner.startRun(hash, body);
  return { ended: await owner.ended(run), owner, other, batches };
}

/** What a browser hears of this run. */
function listen({ routes }: CleanupRoutes) {
  const heard: string[] = [];
  const stream = routes.runtime.hub.open({
    ...{ watches: [], lastEventId: null, mayRead: () => true, signal: new AbortController().signal },
  });
  const hear = (part: Uint8Array) => void heard.push(new TextDecoder().decode(part));
  void stream.pipeTo(new WritableStream({ write: hear }));
  return (run: string) =>
    [...heard.join('').matchAll(new RegExp(`"etag":"${run} ([a-z0-9 ]+)`, 'g'))].map(([, what]) => what);
}

it('is told to whoever watches it, at its owner’s server and at every other', async () => {
  const owner = await openServer({ versions: 12 });
  const other = await openServer({ on: owner.stage });
  const [here, there] = [listen(owner), listen(other)];
  const { hash } = await owner.plan();
  let run = '';
  const heard = () => there(run).some((what) => what?.startsWith('beat '));
  // It does not end before a beat of it was heard there: both servers' time passes meanwhile.
  owner.stage.beforeCalls(async (call) => {
    if (!deletes(call)) return;
    for (let turns = 0; turns < 5_000 && !heard(); turns += 1)
      await new Promise((resolve) => setTimeout(resolve, 1));
  });
  ({ run } = await owner.startRun(hash, { rate: 1 }));
  await Promise.all([owner.ended(run), other.ended(run)]);
  for (let turns = 0; turns < 1_000 && !there(run).includes('ended'); turns += 1)
    await other.pass(new Promise((resolve) => setTimeout(resolve, 1)));
  expect(here(run)).toEqual(expect.arrayContaining(['owned', 'ended here']));
  expect(there(run)).toEqual(expect.arrayContaining([expect.stringMatching(/^beat \d/), 'ended']));
});

it('is stopped before its next batch by a server that has not got it', async () => {
  const { ended, owner, other } = await acted({
    at: marks,
    act: (server, run) => server.routes.get('stopRun', { params: { run }, role: 'operator' }),
  });
  expect(ended).toMatchObject({ outcome: 'stopped', failure: null, stop: { actor: 'test-operator' } });
  expect(await other.runOf(ended.run)).toMatchObject({ outcome: 'stopped', here: false });
  expect(await owner.stage.versions()).toHaveLength(6);
});

it('is made slower by a server that has not got it', async () => {
  const { ended, batches } = await acted({
    at: marks,
    act: (server, run) => server.routes.get('changeRate', { params: { run }, body: { rate: 1 } }),
  });
  expect(ended).toMatchObject({ outcome: 'completed', rate: 1 });
  expect(new Set(batches)).toEqual(new Set([1]));
});

it('is made faster between two batches by a server that has not got it', async () => {
  const { ended, batches } = await acted({
    ...{ at: deletes, body: { rate: 1 } },
    act: (server, run) => server.routes.get('changeRate', { params: { run }, body: { rate: null } }),
  });
  expect(ended).toMatchObject({ outcome: 'completed', rate: null });
  expect(batches[0]).toBe(1);
  expect(batches[1]).toBeGreaterThan(1);
});

it('that its server left when it stopped is gone on with by the same server started again, at once', async () => {
  const first = await cleanupRoutes();
  const { hash } = await first.plan();
  let stopping: Promise<void> | null = null;
  const stage = first.stage;
  const { run } = await first.startRun(hash, { rate: 1 });
  await new Promise<void>((resolve) => {
    stage.beforeCalls(async (call) => {
      if (!deletes(call) || stopping !== null) return;
      stopping = first.close();
      resolve();
    });
    void first.ended(run).catch(() => undefined);
  });
  await stopping;
  stage.beforeCalls(null);
  expect(await stage.versions()).toHaveLength(6);
  const again = await openServer({ on: stage });
  const before = stage.calls.length;
  const ended = await again.ended(run);
  const calls = stage.calls.slice(before);
  const taken = calls.findIndex((call) => call.startsWith('create _vamplate/cleaners/'));
  expect(ended).toMatchObject({ outcome: 'completed', failure: null, takeovers: 1 });
  // No silence is waited for: one look is enough.
  expect(calls.slice(0, taken).filter((call) => call === 'list _vamplate/runs/').length).toBeLessThan(3);
  expect(await stage.versions()).toEqual([5n, 6n]);
});
