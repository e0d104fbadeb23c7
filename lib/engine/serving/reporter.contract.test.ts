/** A serving process reports under its fence: the contract tests G.5 71 to 73, and each answer that can be lost. */
import { describe, expect, it } from 'vitest';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { type Dispatch, faultyStore, type StoreCall } from '@/lib/testing/faulty-store';
import { anIdentity } from '@/lib/testing/serving-simulation/builders';
import {
  aReplica,
  observations,
  servedAt,
  statusKey,
  storedReport,
} from '@/lib/testing/serving-simulation/replica-stage';
import { importIdOf } from './import-id-rules';
import type { Intent } from './intent-schema';
import type { ImportStart, ServingReporter } from './serving-reporter';

const a = anIdentity();
const b = anIdentity({ source: 'berlin-260901' });
const c = anIdentity({ source: 'berlin-261001' });

type Fate = 'well' | 'lost' | 'answer_lost' | 'refused';

/** Each write of the status document meets the next fate of the list, then all go well. */
function withFates(store: ObjectStore, fates: Fate[], late: StoreCall[] = []): ObjectStore {
  const dispatch: Dispatch = async (call) => {
    const fate = call.mutates && call.key === statusKey ? (fates.shift() ?? 'well') : 'well';
    if (fate === 'refused') return call.refused();
    if (fate === 'lost') {
      late.push(call);
      return call.lost();
    }
    const answer = await call.effect();
    return fate === 'answer_lost' ? call.lost() : answer;
  };
  return faultyStore(store, dispatch);
}

async function begun(reporter: ServingReporter, identity = a): Promise<number> {
  const started: ImportStart = await reporter.startImport(identity);
  if (started.kind !== 'started') throw new Error(started.kind);
  return started.generation;
}

async function serving(reporter: ServingReporter, identity = a, version = 1): Promise<void> {
  await reporter.activate(identity, await begun(reporter, identity), servedAt(version));
}

describe('claiming and reporting', () => {
  it('has a report before it claims anything, which owns nothing', () => {
    const reporter = aReplica(openMemoryStore(), 1);
    expect(reporter.report).toMatchObject({ serving: null, fence: { standing: 'read_only' } });
  });

  it('claims the first epoch, and stores the token of an import before its work begins', async () => {
    const store = openMemoryStore();
    const reporter = aReplica(store, 1);
    expect(await reporter.start()).toBe('owner');
    expect((await storedReport(store)).fence).toEqual({
      ...{ epoch: 1, seq: 1, next_generation: 1, standing: 'owner' },
    });
    expect(await begun(reporter)).toBe(1);
    const stored = await storedReport(store);
    expect(stored.fence).toMatchObject({ seq: 2, next_generation: 2 });
    expect(stored.operation).toMatchObject({ state: 'importing', generation: 1 });
  });

  it('a failed import leaves what is served as it is, and is kept as the last failure', async () => {
    const store = openMemoryStore();
    const reporter = aReplica(store, 1);
    await reporter.start();
    await serving(reporter);
    const before = (await storedReport(store)).serving;
    await reporter.fail(b, await begun(reporter, b), { kind: 'source', message: 'gone' });
    expect(await storedReport(store)).toMatchObject({
      serving: before,
      operation: { state: 'failed', generation: 2 },
      last_failure: { kind: 'source', candidate: importIdOf(b) },
    });
  });

  it('failures are told over restarts, the newest first and never more than twenty', async () => {
    const store = openMemoryStore();
    const first = aReplica(store, 1);
    await first.start();
    for (let at = 1; at <= 21; at += 1) {
      await first.fail(b, await begun(first, b), { kind: 'source', message: `lost ${at}` });
    }
    await begun(first, c);
    await aReplica(store, 2).start();
    const { failures, last_failure } = await storedReport(store);
    expect(failures.map(({ kind, message }) => `${kind} ${message}`).slice(0, 3)).toEqual([
      ...['interrupted null', 'source lost 21', 'source lost 20'],
    ]);
    expect(failures).toHaveLength(20);
    expect(failures[0]).toEqual(last_failure);
  });

  it('a completion of an import that was superseded changes nothing', async () => {
    const reporter = aReplica(openMemoryStore(), 1);
    await reporter.start();
    const old = await begun(reporter, b);
    const current = await begun(reporter, c);
    const before = reporter.state;
    expect(await reporter.activate(b, old, servedAt(1))).toMatchObject({
      refusal: { kind: 'stale_completion', current },
    });
    expect(reporter.state).toBe(before);
    expect(await reporter.activate(c, current, servedAt(1))).toEqual({ kind: 'done', told: 'written' });
  });

  it('G.5.71 importing the active one again keeps previous', async () => {
    const store = openMemoryStore();
    const reporter = aReplica(store, 1);
    await reporter.start();
    await serving(reporter, a, 1);
    await serving(reporter, b, 2);
    const again = await begun(reporter, b);
    expect(await reporter.activate(b, again, servedAt(3))).toMatchObject({ kind: 'refused' });
    expect(await reporter.completeReconciled(b, again)).toEqual({ kind: 'done', told: 'written' });
    expect(await storedReport(store)).toMatchObject({
      serving: { active: importIdOf(b), previous: importIdOf(a) },
      operation: { state: 'idle' },
    });
  });

  it('serves no head that is not here', async () => {
    const store = openMemoryStore();
    const reporter = aReplica(store, 1);
    await reporter.start();
    await serving(reporter, a, 7);
    const versions = { clean_version: 7, observed_head: 9, locally_available: [7] };
    const maintenance = { versions: [8, 9], provenance: 'caller_asserted' as const };
    reporter.observe(observations({ ...versions, known_maintenance: maintenance }));
    await reporter.publish();
    expect((await storedReport(store)).clocks.history.serving_version).toEqual({
      ...{ version: 7, pinned_to_clean: true },
    });
  });
});

describe('G.5.72 a restart', () => {
  it('goes on with the stored generation, and keeps what is served and why the last import ended', async () => {
    const store = openMemoryStore();
    const first = aReplica(store, 1);
    await first.start();
    await serving(first);
    const interrupted = await begun(first, b);
    const second = aReplica(store, 2);
    expect(await second.start()).toBe('owner');
    expect(await storedReport(store)).toMatchObject({
      fence: { epoch: 2, seq: 1, next_generation: 3 },
      serving: { active: importIdOf(a), previous: null },
      operation: { state: 'idle' },
      last_failure: { kind: 'interrupted', candidate: importIdOf(b), generation: interrupted },
    });
    expect(await begun(second, b)).toBe(3);
    // The old token is nobody's any more.
    expect(await second.activate(b, interrupted, servedAt(2))).toMatchObject({ kind: 'refused' });
  });

  it('never writes over a report it does not understand', async () => {
    const store = openMemoryStore();
    const body = new TextEncoder().encode('{"schema":"lance-serving-status/2"}');
    await store.create(statusKey, body);
    const reporter = aReplica(store, 1);
    expect(await reporter.start()).toBe('read_only');
    expect(reporter.refusal).toMatch(/unreadable/);
    expect(await reporter.startImport(a)).toMatchObject({ refusal: { kind: 'not_owner' } });
    expect(await store.get(statusKey, { maxBytes: 100 })).toMatchObject({ body });
  });
});

describe('G.5.73 the fenced write', () => {
  it('of two processes the first is deposed: it keeps serving, and never writes again', async () => {
    const store = openMemoryStore();
    const [first, second] = [aReplica(store, 1), aReplica(store, 2)];
    await first.start();
    await serving(first);
    await second.start();
    expect(await first.publish()).toBe('deposed');
    expect(first.standing).toBe('deposed');
    expect(first.report).toMatchObject({
      fence: { standing: 'deposed' },
      serving: { active: importIdOf(a) },
    });
    const after = await storedReport(store);
    expect(await first.publish()).toBe('deposed');
    expect(await first.startImport(b)).toMatchObject({ refusal: { kind: 'not_owner' } });
    expect(await storedReport(store)).toEqual(after);
    expect(await second.publish()).toBe('written');
  });

  it.each<[string, Fate[], number]>([
    ['an answer that was lost is adopted, not written again', ['well', 'answer_lost'], 2],
    ['a request that was lost is sent again, under a number of its own', ['well', 'lost'], 3],
    ['one that was refused too', ['well', 'refused'], 3],
    ['two in a row', ['well', 'lost', 'answer_lost'], 3],
  ])('%s', async (_, fates, seq) => {
    const store = openMemoryStore();
    const reporter = aReplica(withFates(store, [...fates]), 1);
    await reporter.start();
    expect(await reporter.publish()).toBe('written');
    expect((await storedReport(store)).fence.seq).toBe(seq);
    expect(await reporter.publish()).toBe('written');
  });

  it.each<[string, Fate[]]>([
    ['lost', ['lost']],
    ['landed without an answer', ['answer_lost']],
    ['refused', ['refused', 'lost']],
  ])('a claim that was %s is settled by reading', async (_, fates) => {
    const store = openMemoryStore();
    const reporter = aReplica(withFates(store, [...fates]), 1);
    expect(await reporter.start()).toBe('owner');
    expect(await storedReport(store)).toMatchObject({ fence: { epoch: 1, seq: 1 } });
    expect(await reporter.publish()).toBe('written');
  });

  it('a write that lands late, after a later one, changes nothing', async () => {
    const store = openMemoryStore();
    const late: StoreCall[] = [];
    const reporter = aReplica(withFates(store, ['well', 'lost'], late), 1);
    await reporter.start();
    await reporter.publish();
    const before = await storedReport(store);
    expect(await late[0]?.effect()).toMatchObject({ kind: 'conflict' });
    expect(await storedReport(store)).toEqual(before);
  });

  it('what lands late is not taken for a later write with other content', async () => {
    const store = openMemoryStore();
    const late: StoreCall[] = [];
    // The heartbeat is lost, and so are all tries to tell it; then it lands just before the token is written.
    const fates: Fate[] = ['well', ...Array<Fate>(6).fill('lost')];
    const reporter = aReplica(withFates(store, fates, late), 1);
    await reporter.start();
    expect(await reporter.publish()).toBe('unsettled');
    expect(await late[0]?.effect()).toMatchObject({ kind: 'written' });
    const generation = await begun(reporter);
    expect((await storedReport(store)).fence.next_generation).toBeGreaterThan(generation);
  });

  it('a token that could not be stored is burnt: no work begins under it', async () => {
    const store = openMemoryStore();
    const late: StoreCall[] = [];
    const reporter = aReplica(withFates(store, ['well', ...Array<Fate>(6).fill('lost')], late), 1);
    await reporter.start();
    expect(await reporter.startImport(a)).toEqual({ kind: 'not_stored', told: 'unsettled' });
    expect(reporter.state.lifecycle.operation).toEqual({ state: 'idle' });
    await late.at(-1)?.effect();
    expect(await begun(reporter)).toBe(3);
  });
});

describe('operators', () => {
  const places = (id: string) => statusKey.replace('status.json', `intents/${id}`);
  async function ask(store: ObjectStore, id: string, change: Partial<Intent> = {}): Promise<void> {
    const intent: Intent = {
      ...{ schema: 'lance-serving-intent/1', id, action: 'dismiss_failure', actor_label: 'op' },
      ...{ reason: 'known', at: '2026-01-01T00:00:00Z', params: {} },
      expected: { epoch: 1, generation: 2, active: importIdOf(a), clean: 1, head: 1 },
      ...change,
    };
    await store.create(places(`${id}.json`), new TextEncoder().encode(JSON.stringify(intent)));
  }
  async function result(store: ObjectStore, id: string): Promise<unknown> {
    const answer = await store.get(places(`${id}.result.json`), { maxBytes: 4_096 });
    return answer.kind === 'found' ? JSON.parse(new TextDecoder().decode(answer.body)) : null;
  }
  async function failedReplica(store: ObjectStore): Promise<ServingReporter> {
    const reporter = aReplica(store, 1);
    await reporter.start();
    await serving(reporter);
    await reporter.fail(b, await begun(reporter, b), { kind: 'source', message: null });
    return reporter;
  }

  it('an intent is carried out once and answered once', async () => {
    const store = openMemoryStore();
    const reporter = await failedReplica(store);
    await ask(store, 'one');
    await reporter.beat();
    expect(reporter.state.lifecycle.operation).toEqual({ state: 'idle' });
    const answered = await result(store, 'one');
    expect(answered).toMatchObject({ outcome: 'done', by: { replica_id: 'eu-1', epoch: 1 } });
    await reporter.beat();
    expect(await result(store, 'one')).toEqual(answered);
  });

  it.each<[string, Partial<Intent>, RegExp]>([
    [
      'of another epoch',
      { expected: { epoch: 2, generation: 2, active: importIdOf(a), clean: 1, head: 1 } },
      /epoch/,
    ],
    [
      'of another head',
      { expected: { epoch: 1, generation: 2, active: importIdOf(a), clean: 1, head: 2 } },
      /head/,
    ],
    ['that is not offered', { action: 'restore' }, /not offer/],
    ['under another name', { id: 'other' }, /form/],
  ])('an intent %s is rejected and changes nothing', async (_, change, because) => {
    const store = openMemoryStore();
    const reporter = await failedReplica(store);
    await ask(store, 'one', change);
    await reporter.beat();
    expect(await result(store, 'one')).toMatchObject({
      outcome: 'rejected',
      reason: expect.stringMatching(because),
    });
    expect(reporter.state.lifecycle.operation.state).toBe('failed');
  });

  it('a deposed process answers nobody', async () => {
    const store = openMemoryStore();
    const reporter = await failedReplica(store);
    await aReplica(store, 2).start();
    await ask(store, 'one');
    expect(await reporter.beat()).toBe('deposed');
    expect(await result(store, 'one')).toBeNull();
  });
});
