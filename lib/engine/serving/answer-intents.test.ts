/** Each intent is judged once, whatever became of its answer, and none is ever out of sight (E.2, F). */
import { describe, expect, it } from 'vitest';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { faultyStore } from '@/lib/testing/faulty-store';
import { anIdentity } from '@/lib/testing/serving-simulation/builders';
import { aReplica, statusKey } from '@/lib/testing/serving-simulation/replica-stage';
import type { IntentActions } from './answer-intents';
import type { Intent } from './intent-schema';
import type { ServingReporter } from './serving-reporter';

const folder = statusKey.replace('status.json', 'intents/');
const nothingSeen = { epoch: 1, generation: null, active: null, clean: null, head: null };

async function write(store: ObjectStore, name: string, content: unknown): Promise<void> {
  await store.create(`${folder}${name}`, new TextEncoder().encode(JSON.stringify(content)));
}

async function ask(store: ObjectStore, id: string, change: Partial<Intent> = {}): Promise<void> {
  await write(store, `${id}.json`, {
    ...{ schema: 'lance-serving-intent/1', id, action: 'poke', actor_label: 'op', reason: 'known' },
    ...{ at: '2026-01-01T00:00:00Z', params: {}, expected: nothingSeen },
    ...change,
  });
}

async function outcome(store: ObjectStore, id: string): Promise<string | null> {
  const answer = await store.get(`${folder}${id}.result.json`, { maxBytes: 4_096 });
  if (answer.kind !== 'found') return null;
  const { outcome, reason } = JSON.parse(new TextDecoder().decode(answer.body));
  return reason === null ? outcome : `${outcome}: ${reason}`;
}

/** Answers whose writes get lost while the test says so. */
function losingResults(inner: ObjectStore, how: () => 'well' | 'lost' | 'answer lost'): ObjectStore {
  return faultyStore(inner, async (call) => {
    if (!call.mutates || !call.key.endsWith('.result.json') || how() === 'well') return call.effect();
    if (how() === 'answer lost') await call.effect();
    return call.lost();
  });
}

/** A replica that counts how often each intent was carried out. */
async function counting(
  store: ObjectStore,
  more: (reporter: ServingReporter) => Promise<void> = async () => {},
) {
  const done: string[] = [];
  const actions: IntentActions = {
    poke: async ({ id }) => {
      done.push(id);
      await more(reporter);
      return { outcome: 'done', reason: null };
    },
  };
  const reporter: ServingReporter = aReplica(store, 1, { actions });
  await reporter.start();
  return { done, reporter };
}

async function importing(store: ObjectStore) {
  const reporter = aReplica(store, 1);
  await reporter.start();
  const started = await reporter.startImport(anIdentity());
  if (started.kind !== 'started') throw new Error(started.kind);
  return { reporter, expected: { ...nothingSeen, generation: started.generation } };
}

describe('an answer that was lost', () => {
  it.each(['lost', 'answer lost'] as const)('(%s) is given in a later beat as it was: done', async (how) => {
    const store = openMemoryStore();
    let fate: 'well' | 'lost' | 'answer lost' = how;
    const { reporter, expected } = await importing(losingResults(store, () => fate));
    await ask(store, 'one', { action: 'cancel', expected });
    await reporter.beat();
    expect(reporter.state.lifecycle.operation).toEqual({ state: 'idle' });
    await reporter.beat();
    fate = 'well';
    await reporter.beat();
    expect(await outcome(store, 'one')).toBe('done');
    await reporter.beat();
    expect(await outcome(store, 'one')).toBe('done');
  });

  it('when its process ended too, is told as unknown by the next, and never as a rejection', async () => {
    const store = openMemoryStore();
    const { reporter, expected } = await importing(losingResults(store, () => 'lost'));
    await ask(store, 'one', { action: 'cancel', expected });
    await reporter.beat();
    const next = aReplica(store, 2);
    await next.start();
    await next.beat();
    expect(await outcome(store, 'one')).toMatch(/^failed: unknown: .* may have been done$/);
  });

  it('holds back what comes later, so that no more is open than one beat may settle', async () => {
    const store = openMemoryStore();
    let fate: 'well' | 'lost' = 'lost';
    const { done, reporter } = await counting(losingResults(store, () => fate));
    for (let at = 10; at < 30; at += 1) await ask(store, `i${at}`);
    await reporter.beat();
    await reporter.beat();
    expect(done).toHaveLength(16);
    fate = 'well';
    await reporter.beat();
    await reporter.beat();
    expect([done.length, new Set(done).size]).toEqual([20, 20]);
  });
});

describe('an intent', () => {
  it('is not carried out again where its answer is on a page that is not listed with it', async () => {
    const store = openMemoryStore();
    // Pages of one: a beat lists twenty names, the last of which is the intent without its answer.
    const { done, reporter } = await counting(faultyStore(store, (call) => call.effect(), 1));
    for (let at = 10; at < 19; at += 1) await answered(store, `a${at}`);
    await write(store, 'about.txt', '');
    await answered(store, 'b');
    for (let beats = 0; beats < 3; beats += 1) await reporter.beat();
    expect(done).toEqual([]);
    expect(await outcome(store, 'b')).toBe('done');
  });

  it.each(['a', 'm-19', 'z'])('beyond what one beat lists is found in time: %s', async (id) => {
    const store = openMemoryStore();
    const { done, reporter } = await counting(faultyStore(store, (call) => call.effect(), 2));
    for (let at = 10; at < 90; at += 1) await answered(store, `m-${at}-answered`);
    await ask(store, id);
    for (let beats = 0; beats < 5; beats += 1) await reporter.beat();
    expect(done).toEqual([id]);
    // The listing has come round: a later one at the front is seen as well.
    await ask(store, 'a-later');
    for (let beats = 0; beats < 5; beats += 1) await reporter.beat();
    expect(done).toEqual([id, 'a-later']);
  });

  it('that cannot be read keeps no other from its answer', async () => {
    const store = openMemoryStore();
    const silent = faultyStore(store, (call) =>
      call.verb === 'get' && call.key.includes('/intents/a') ? call.lost() : call.effect(),
    );
    const { done, reporter } = await counting(silent);
    for (let at = 10; at < 30; at += 1) await ask(store, `a${at}`);
    await ask(store, 'z');
    for (let beats = 0; beats < 2; beats += 1) await reporter.beat();
    expect(done).toEqual(['z']);
  });

  it('is left while the report that it would be judged by could not be written', async () => {
    const store = openMemoryStore();
    let silent = false;
    const losing = faultyStore(store, (call) =>
      silent && call.mutates && call.key === statusKey ? call.lost() : call.effect(),
    );
    const { done, reporter } = await counting(losing);
    await ask(store, 'one');
    silent = true;
    expect(await reporter.beat()).toBe('unsettled');
    expect([done, await outcome(store, 'one')]).toEqual([[], null]);
    silent = false;
    await reporter.beat();
    expect(done).toEqual(['one']);
  });

  it('is left to the next process once this one lost its place, in the midst of a beat too', async () => {
    const store = openMemoryStore();
    const { done, reporter } = await counting(store, async (mine) => {
      await aReplica(store, 2).start();
      await mine.publish();
    });
    await ask(store, 'one');
    await ask(store, 'two');
    await reporter.beat();
    expect(reporter.standing).toBe('deposed');
    expect(done).toEqual(['one']);
    expect(await outcome(store, 'two')).toBeNull();
  });
});

async function answered(store: ObjectStore, id: string): Promise<void> {
  await ask(store, id);
  await write(store, `${id}.result.json`, { outcome: 'done', reason: null });
}
