/** The demo lake is what it says: LanceDB reads every table, our reader finds the whole vocabulary and one bad name. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from '@lancedb/lancedb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '@/lib/base/clock';
import { systemRandom } from '@/lib/base/random';
import { BoundedBodyCache } from '@/lib/engine/control/body-cache';
import type { ControlState } from '@/lib/engine/control/control-entries';
import { readControl } from '@/lib/engine/control/read-control';
import { openEngine } from '@/lib/engine/engine';
import { listVersions } from '@/lib/engine/lance/read-versions';
import { lockKey } from '@/lib/engine/lock/lock-names';
import { decodeLockRecord } from '@/lib/engine/lock/lock-record';
import { openLocalStore } from '@/lib/engine/store/local-store';
import { demoTables } from './lance-tables';
import { demoRoots } from './lock-story';
import { madeOnce } from './made-once';

const folder = path.join(realpathSync(mkdtempSync(path.join(tmpdir(), 'vamplate-demo-'))), 'lake');
const store = openLocalStore({ root: folder });

function start(script: string): ChildProcess {
  const args = ['--import', 'tsx', `scripts/demo/${script}`, folder];
  return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

async function control(table: keyof typeof demoTables): Promise<ControlState> {
  return readControl(store, demoTables[table], { cache: new BoundedBodyCache(1 << 20) });
}

beforeAll(async () => {
  const [code] = await once(start('make-demo.ts'), 'exit');
  expect(code).toBe(0);
}, 120_000);
afterAll(() => rmSync(path.dirname(folder), { recursive: true }));

describe('the tables', () => {
  it.each(Object.values(demoTables))('%s has the versions that LanceDB lists', async (key) => {
    const db = await connect(path.dirname(path.join(folder, key)));
    const table = await db.openTable(path.basename(key, '.lance'));
    const theirs = (await table.listVersions()).map(({ version }) => version);
    const ours = await listVersions(store, key, { extent: 'all', keep: 1_000 });
    expect(ours.count).toBe(theirs.length);
    expect(Number(ours.latest)).toBe(Math.max(...theirs));
  });

  it('tell a long story on the main one', async () => {
    const { count } = await listVersions(store, demoTables.events, { extent: 'all' });
    expect(count).toBeGreaterThanOrEqual(60);
    const { branches, tags } = await control('events');
    expect(branches.map(({ name }) => name).sort()).toEqual([
      'experiment/ranking',
      'experiment/reranking',
      'hotfix-1',
    ]);
    expect(tags.length).toBe(4);
  });
});

describe('the vocabulary', () => {
  it('has leases, live and expired, and states', async () => {
    const { leases, states, corrupt } = await control('events');
    expect(leases.map(({ ttlMicros }) => ttlMicros).sort()).toEqual([2_592_000_000_000n, 60_000_000n]);
    const expired = leases.find(({ ttlMicros }) => ttlMicros === 60_000_000n);
    expect(Date.now() - Number(expired?.storedAt)).toBeGreaterThan(2 * 3_600_000);
    expect(states.length).toBe(2);
    expect(corrupt).toEqual([]);
  });

  it('has a drain in use, a stale one and an abandoned seal', async () => {
    const { markers } = await control('products');
    const ages = markers.map(({ marker, version, storedAt }) => ({
      marker,
      version,
      old: Date.now() - storedAt > 901_000,
    }));
    expect(ages).toEqual([
      { marker: 'draining', version: 2n, old: false },
      { marker: 'draining', version: 3n, old: true },
      { marker: 'sealed', version: 4n, old: true },
    ]);
  });

  it('has a pending and an expired intent, whose bodies our reader accepts', async () => {
    const { intents, states, foreignRoot, corrupt } = await control('orders');
    expect(intents.map(({ version, body }) => [version, body.kind])).toEqual([
      [5n, 'read'],
      [8n, 'read'],
    ]);
    expect(states.map(({ body }) => body.kind)).toEqual(['read', 'read', 'read']);
    expect({ foreignRoot, corrupt }).toEqual({ foreignRoot: null, corrupt: [] });
  });

  it('has exactly one name that nobody can read', async () => {
    const { corrupt } = await control('chunks');
    expect(corrupt.map(({ entry }) => entry)).toEqual(['_refs/version_leases/main/4-forever-by-hand.lease']);
  });

  it('leaves the released-only table alone', async () => {
    const { leases, markers, intents, states, tags } = await control('users');
    expect([leases.length, markers.length, intents.length, states.length, tags.length]).toEqual([
      0, 0, 0, 0, 1,
    ]);
  });
});

describe('the locks', () => {
  const look = async (root: string) => {
    const engine = openEngine({ store, clock: systemClock, random: systemRandom, conditionalDelete: true });
    const lock = root.startsWith('_vamplate/') ? engine.ownLock(root) : engine.clusterLock(root);
    const ended = new AbortController();
    const watch = lock.watch({ configuredMs: null, signal: ended.signal });
    const { value } = await watch.next();
    ended.abort();
    return value;
  };

  it('has one whose owner died after its beats, one that is none, and one that waits for the actors', async () => {
    const died = await look(demoRoots.atlas);
    expect(died).toMatchObject({ state: 'held-observing', lease: { source: 'beat', leaseMs: 30_000 } });
    expect((await look(demoRoots.archive))?.state).toBe('corrupt');
    expect((await look(demoRoots.brain))?.state).toBe('free');
  });
});

it('actors hold leases and a lock while they run and let go when asked to end', async () => {
  const before = (await control('events')).leases.length;
  const actors = start('actors.ts');
  const ended = once(actors, 'exit');
  while ((await control('events')).leases.length < before + 3) {
    if (actors.exitCode !== null) throw new Error('the actors ended');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const brain = lockKey(demoRoots.brain);
  while ((await store.head(brain)).kind === 'absent') {
    if (actors.exitCode !== null) throw new Error('the actors ended');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  actors.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
  const left = await store.get(brain, { maxBytes: 65_536 });
  expect(left.kind === 'found' ? decodeLockRecord(left.body).kind : left.kind).toMatch(/^(absent|released)$/);
  expect((await control('events')).leases.length).toBe(before);
});

describe('made once', () => {
  const other = path.join(path.dirname(folder), 'other');

  it('is kept when finished, made again when half-made, and never made over what is not ours', async () => {
    let made = 0;
    const make = async () => {
      made += 1;
      writeFileSync(path.join(other, `part-${made}`), '');
      if (made === 1) throw new Error('the power went');
    };
    await expect(madeOnce(other, make)).rejects.toThrow('the power went');
    await madeOnce(other, make);
    await madeOnce(other, make);
    expect(made).toBe(2);
    expect(existsSync(path.join(other, 'part-1'))).toBe(false);
    expect(existsSync(path.join(other, 'part-2'))).toBe(true);
  });
});
