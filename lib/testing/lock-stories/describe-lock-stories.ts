/** Stories of one lock between real processes with a lease of 3 s, on whatever real store is opened for them. */
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '@/lib/base/clock';
import { systemRandom } from '@/lib/base/random';
import { claimName, leaseFolder } from '@/lib/engine/lock/lock-names';
import { lockRules } from '@/lib/engine/lock/lock-rules';
import type { LockSnapshot } from '@/lib/engine/lock/lock-snapshot-rules';
import { readLock } from '@/lib/engine/lock/read-lock';
import { watchLock } from '@/lib/engine/lock/watch-lock';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { storyLeaseMs, storyPlace } from './story-place';
import { StoryProcess } from './story-process';

export interface StoryStore {
  readonly store: ObjectStore;
  /** As the processes open it. */
  readonly uri: string;
  readonly kind: 'own' | 'cluster';
}

export function describeLockStories(name: string, open: () => Promise<StoryStore>): void {
  describe(name, () => {
    const processes: StoryProcess[] = [];
    const watches: AbortController[] = [];
    afterEach(async () => {
      for (const watch of watches.splice(0)) watch.abort();
      await Promise.all(processes.splice(0).map((one) => one.kill()));
    });

    function start({ uri, kind }: StoryStore): StoryProcess {
      const process = new StoryProcess(uri, kind);
      processes.push(process);
      return process;
    }

    function watch({ store, kind }: StoryStore): AsyncGenerator<LockSnapshot, void> {
      const stop = new AbortController();
      watches.push(stop);
      const context = { store, clock: systemClock, random: systemRandom, rules: lockRules };
      return watchLock(context, storyPlace(store, kind), { configuredMs: storyLeaseMs, signal: stop.signal });
    }

    it('the owner is killed: beating, late, silent; a successor takes over and nothing of the old folder is deleted', async () => {
      const story = await open();
      const owner = start(story);
      const { lockId } = await owner.says('held');
      const eye = watch(story);
      await until(eye, ({ state }) => state === 'held-beating');
      await owner.kill();
      const dying = await until(eye, ({ state }) => state === 'silent');
      // No look in between says anything greener than the one before it.
      expect(dying.map(({ state }) => state).join(' ')).toMatch(/^(held-beating )*(late )*silent$/);
      const next = start(story);
      const held = await next.says('held');
      expect(held.tookOverFrom).toBe(lockId);
      const after = (await until(eye, ({ state }) => state === 'held-beating')).at(-1);
      expect(after?.transitions.at(-1)).toMatchObject({ from: lockId, cause: 'taken-over' });
      expect(await oneOwner(story, [next])).not.toBe(lockId);
      const left = await leaseOf(story, lockId);
      expect(left).toContain(claimName);
      expect(left.length).toBeGreaterThan(1);
    }, 120_000);

    it('the owner is stopped past the take-over and continued: it fences itself and sends nothing more', async () => {
      const story = await open();
      const owner = start(story);
      const { lockId } = await owner.says('held');
      await owner.says('sent');
      const next = start(story);
      await next.says('refused');
      owner.signal('SIGSTOP');
      const held = await next.says('held');
      expect(held.tookOverFrom).toBe(lockId);
      await next.says('sent');
      const sent = owner.sent(lockId);
      expect(sent).toBeGreaterThan(0);
      owner.signal('SIGCONT');
      expect(await owner.says('fenced')).toMatchObject({ lockId, reason: 'lapsed' });
      // It may have been stopped between the look that let one effect out and the line about it.
      const last = owner.sent(lockId);
      expect(last).toBeLessThanOrEqual(sent + 1);
      await oneOwner(story, [owner, next]);
      expect(owner.sent(lockId)).toBe(last);
      expect((await keysOf(story, `work/${lockId}/`)).length).toBeLessThanOrEqual(last);
    }, 120_000);

    it('two successors of one dead owner: one gets the lock, and the other only after that one', async () => {
      const story = await open();
      const owner = start(story);
      await owner.says('held');
      const waiting = [start(story), start(story)] as const;
      await Promise.all(waiting.map((one) => one.says('refused')));
      const lockId = await heldNow(owner);
      await owner.kill();
      const first = await Promise.race(waiting.map(async (one) => ({ one, held: await one.says('held') })));
      expect(first.held.tookOverFrom).toBe(lockId);
      await oneOwner(story, waiting);
      const other = waiting.find((one) => one !== first.one);
      await first.one.end();
      expect((await other?.says('held'))?.lockId).toBeDefined();
      await oneOwner(story, waiting);
      await other?.end();
      expect(await readLock(story, storyPlace(story.store, story.kind))).toMatchObject({ kind: 'released' });
    }, 120_000);
  });
}

/** What it holds: a busy machine may have fenced it since its first lock, and it wants another one then. */
async function heldNow(owner: StoryProcess): Promise<string> {
  while (owner.holding === null) await systemClock.sleep(20);
  return owner.holding;
}

/** Every snapshot up to the first that fits. */
async function until(
  eye: AsyncGenerator<LockSnapshot, void>,
  fits: (snapshot: LockSnapshot) => boolean,
): Promise<readonly LockSnapshot[]> {
  const seen: LockSnapshot[] = [];
  for (;;) {
    const { value, done } = await eye.next();
    if (done || value === undefined) throw new Error('the watch ended');
    seen.push(value);
    if (fits(value)) return seen;
  }
}

/** Waits until the record names an id that a process says it holds; fails when another one says so too. */
async function oneOwner({ store, kind }: StoryStore, processes: readonly StoryProcess[]): Promise<string> {
  for (;;) {
    const reading = await readLock({ store }, storyPlace(store, kind));
    const holding = processes.map((one) => one.holding).filter((one) => one !== null);
    expect(holding.length).toBeLessThanOrEqual(1);
    if (reading.kind === 'held' && holding[0] === reading.record.lockId) return reading.record.lockId;
    await systemClock.sleep(50);
  }
}

async function leaseOf({ store, kind }: StoryStore, lockId: string): Promise<readonly string[]> {
  const prefix = leaseFolder(storyPlace(store, kind).root, lockId) ?? '?';
  return (await store.list({ prefix })).objects.map(({ key }) => key.slice(prefix.length));
}

async function keysOf({ store }: StoryStore, prefix: string): Promise<readonly string[]> {
  return (await store.list({ prefix })).objects.map(({ key }) => key);
}
