/** Operators' actions on a running reporter: what the process offers is done once, and a refusal changes nothing. */
import { describe, expect, it } from 'vitest';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';
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
import { type ReplicaPorts, replicaActions } from './replica-actions';
import type { ServingReporter } from './serving-reporter';

const a = anIdentity();
const b = anIdentity({ source: 'berlin-260901' });

/** A replica that serves b at version 2 over a, and whose tags are a map. */
async function staged(ports: ReplicaPorts = {}) {
  const store = openMemoryStore();
  const tags = new Map<string, bigint>();
  const where: { previous: bigint | null } = { previous: 1n };
  const ownTags: ReplicaPorts['tags'] = {
    find: async (name) => tags.get(name) ?? null,
    create: async (name, version) => !tags.has(name) && tags.set(name, version) !== null,
    delete: async (name) => void tags.delete(name),
    previousVersion: async () => where.previous,
  };
  const reporter: ServingReporter = aReplica(store, 1, {
    actions: replicaActions(() => reporter, { tags: ownTags, ...ports }),
  });
  await reporter.start();
  await serve(reporter, a, 1);
  await serve(reporter, b, 2);
  return { store, tags, where, reporter };
}

async function serve(reporter: ServingReporter, identity: typeof a, version: number): Promise<void> {
  const started = await reporter.startImport(identity);
  if (started.kind !== 'started') throw new Error(started.kind);
  await reporter.activate(identity, started.generation, servedAt(version));
}

let asked = 0;
async function ask(
  { store, reporter }: { store: ObjectStore; reporter: ServingReporter },
  action: string,
  params: Intent['params'] = {},
): Promise<{ outcome: string; reason: string | null }> {
  const { report } = reporter;
  const { history } = report.clocks;
  const id = `i${asked++}`;
  const intent: Intent = {
    ...{ schema: 'lance-serving-intent/1', id, action, actor_label: 'op', reason: 'known', params },
    ...{ at: '2026-01-01T00:00:00Z' },
    expected: {
      ...{ epoch: report.fence.epoch, active: report.serving?.active ?? null },
      generation: report.operation.state === 'idle' ? null : report.operation.generation,
      ...{ clean: history.clean_version, head: history.observed_head },
    },
  };
  const place = statusKey.replace('status.json', `intents/${id}`);
  await store.create(`${place}.json`, new TextEncoder().encode(JSON.stringify(intent)));
  await reporter.beat();
  const answer = await store.get(`${place}.result.json`, { maxBytes: 4_096 });
  if (answer.kind !== 'found') throw new Error('no answer');
  return JSON.parse(new TextDecoder().decode(answer.body)) as { outcome: string; reason: string | null };
}

describe('what is offered', () => {
  it('is what the process can do and no more', async () => {
    const { reporter, store } = await staged();
    const own = ['ack_drift', 'cancel', 'dismiss_failure', 'set_retention'];
    expect(reporter.report.capabilities).toEqual([...own, 'pin_clean', 'unpin'].sort());
    expect(await ask({ store, reporter }, 'hydrate')).toMatchObject({
      ...{ outcome: 'rejected', reason: expect.stringContaining('does not offer') },
    });
    const all = await staged({
      ...{ openPrevious: async () => null, close: async () => observations() },
      ...{ rerun: async () => {}, hydrate: async () => {}, retryMirror: async () => {} },
    });
    expect(all.reporter.report.capabilities).toHaveLength(11);
  });
});

describe('tags', () => {
  it('G.5.77 a pin names the import, is done once, and never moves a tag', async () => {
    const stage = await staged();
    const name = `clean-${importIdOf(b)}`;
    expect(await ask(stage, 'pin_clean')).toMatchObject({ outcome: 'done' });
    expect(stage.tags).toEqual(new Map([[name, 2n]]));
    expect(await ask(stage, 'pin_clean')).toMatchObject({ outcome: 'done' });
    stage.tags.set('release', 1n);
    expect(await ask(stage, 'pin_clean', { tag: 'release' })).toMatchObject({
      ...{ outcome: 'rejected', reason: 'the tag is at version 1 already' },
    });
    expect(stage.tags.get('release')).toBe(1n);
  });

  it('G.5.77 one that somebody else made in between is judged again', async () => {
    const taken = async (version: bigint) => {
      let there: bigint | null = null;
      const tags = {
        find: async () => there,
        create: async () => {
          there = version;
          return false;
        },
        delete: async () => {},
        previousVersion: async () => 1n,
      };
      return ask(await staged({ tags }), 'pin_clean');
    };
    expect(await taken(2n)).toMatchObject({ outcome: 'done' });
    expect(await taken(1n)).toMatchObject({ outcome: 'rejected' });
  });

  it('only a pin that is served by nobody goes', async () => {
    const stage = await staged();
    stage.tags.set('clean-0000000000000001', 2n).set('clean-0000000000000002', 9n);
    expect(await ask(stage, 'unpin', { tag: 'clean-0000000000000001' })).toMatchObject({
      ...{ outcome: 'rejected', reason: 'that version is served' },
    });
    expect(await ask(stage, 'unpin', { tag: 'clean-0000000000000002' })).toMatchObject({ outcome: 'done' });
    expect(await ask(stage, 'unpin', { tag: 'clean-0000000000000003' })).toMatchObject({ outcome: 'done' });
    expect([...stage.tags.keys()]).toEqual(['clean-0000000000000001']);
  });
});

describe('F the previous clean version', () => {
  it('keeps its tag, whatever its name, and while nobody knows where it is every tag stays', async () => {
    const stage = await staged();
    stage.tags.set('clean-keep', 1n).set('clean-old', 9n);
    expect(await ask(stage, 'unpin', { tag: 'clean-keep' })).toMatchObject({
      ...{ outcome: 'rejected', reason: 'that version is the previous import' },
    });
    stage.where.previous = null;
    expect(await ask(stage, 'unpin', { tag: 'clean-old' })).toMatchObject({
      ...{ outcome: 'rejected', reason: expect.stringContaining('nobody knows where the previous') },
    });
    expect([...stage.tags.keys()]).toEqual(['clean-keep', 'clean-old']);
    stage.reporter.observe(observations());
    stage.where.previous = 1n;
    expect(await ask(stage, 'unpin', { tag: 'clean-old' })).toMatchObject({
      ...{ outcome: 'rejected', reason: 'nobody knows which version is clean' },
    });
  });
});

describe('serving', () => {
  it('is rolled back to what opens, with active as the way forward again', async () => {
    const did: string[] = [];
    const stage = await staged({
      openPrevious: async () => ({
        observed: servedAt(1),
        // In one step with the lifecycle: nobody is told of the one while the other answers.
        show: () => void did.push(`show ${stage.reporter.report.serving?.active}`),
        close: () => void did.push('close'),
      }),
    });
    expect(await ask(stage, 'rollback')).toMatchObject({ outcome: 'done' });
    expect(did).toEqual([`show ${importIdOf(a)}`]);
    const report = await storedReport(stage.store);
    expect(report.serving).toMatchObject({ active: importIdOf(a), previous: importIdOf(b) });
    expect(report.clocks.history.serving_version?.version).toBe(1);
  });

  it('what opened for nothing is closed: an import began meanwhile', async () => {
    const did: string[] = [];
    const stage = await staged({
      openPrevious: async () => {
        await stage.reporter.startImport(anIdentity({ source: 'berlin-261101' }));
        const say = (what: string) => () => void did.push(what);
        return { observed: servedAt(1), show: say('show'), close: say('close') };
      },
    });
    expect(await ask(stage, 'rollback')).toMatchObject({ outcome: 'rejected' });
    expect(did).toEqual(['close']);
  });

  it('stays where the previous import does not open, and where opening it fails', async () => {
    for (const [openPrevious, outcome] of [
      [async () => null, 'rejected'],
      [() => Promise.reject(new Error('no such file')), 'failed'],
    ] as const) {
      const stage = await staged({ openPrevious });
      expect(await ask(stage, 'rollback')).toMatchObject({ outcome });
      expect((await storedReport(stage.store)).serving?.active).toBe(importIdOf(b));
    }
  });

  it('is retracted whole, and what had been served is no previous import', async () => {
    const stage = await staged({ close: async () => observations() });
    expect(await ask(stage, 'retract')).toMatchObject({ outcome: 'done' });
    const report = await storedReport(stage.store);
    expect([report.serving, report.clocks.import.active, report.clocks.import.previous]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('work that begins is accepted, and work that does not is failed', async () => {
    const begun: string[] = [];
    const stage = await staged({
      rerun: async () => void begun.push('rerun'),
      retryMirror: () => Promise.reject(new Error('no mirror')),
    });
    expect(await ask(stage, 'rerun_import')).toMatchObject({ outcome: 'accepted' });
    expect(begun).toEqual(['rerun']);
    stage.reporter.observe({
      ...servedAt(2),
      replica: {
        ...servedAt(2).replica,
        mirror: { configured: true, has_active: false, mirrored_through_version: 1, state: 'lagging' },
      },
    });
    expect(await ask(stage, 'retry_mirror')).toMatchObject({ outcome: 'failed', reason: 'no mirror' });
  });
});

describe('retention', () => {
  const week = { grace_until: '2026-02-01T00:00:00Z', keep_versions: [1] };

  it('is set by an operator, adds to what is observed, and lasts over a restart', async () => {
    const stage = await staged();
    expect(await ask(stage, 'set_retention', week)).toMatchObject({ outcome: 'done' });
    const { grace_until, keep_versions } = (await storedReport(stage.store)).retention;
    expect([grace_until, keep_versions]).toEqual(['2026-02-01T00:00:00Z', [1]]);
    const next = aReplica(stage.store, 2);
    await next.start();
    expect((await storedReport(stage.store)).retention).toMatchObject(week);
    const later = {
      ...servedAt(2),
      retention: { ...servedAt(2).retention, grace_until: '2026-03-01T00:00:00Z', keep_versions: [2] },
    };
    next.observe(later);
    expect(next.report.retention).toMatchObject({
      grace_until: '2026-03-01T00:00:00Z',
      keep_versions: [1, 2],
    });
  });

  it('keeps what was asked to be kept where nothing is said of it, and says what that is', async () => {
    const stage = await staged();
    await ask(stage, 'set_retention', week);
    const longer = { grace_until: '2026-02-02T00:00:00Z' };
    expect(await ask(stage, 'set_retention', longer)).toMatchObject({
      ...{ outcome: 'done', reason: 'grace until 2026-02-02T00:00:00Z; versions asked to be kept: 1' },
    });
    expect((await storedReport(stage.store)).retention).toMatchObject({ ...longer, keep_versions: [1] });
    const none = { ...longer, keep_versions: [] };
    expect(await ask(stage, 'set_retention', none)).toMatchObject({
      reason: expect.stringMatching(/: none$/),
    });
    expect((await storedReport(stage.store)).retention).toMatchObject({ ...longer, keep_versions: [] });
  });

  it('is never shortened below seven days', async () => {
    const stage = await staged();
    const short = { grace_until: '2026-01-05T00:00:00Z' };
    expect(await ask(stage, 'set_retention', short)).toMatchObject({ outcome: 'rejected' });
    expect((await storedReport(stage.store)).retention.grace_until).toBeNull();
  });
});
