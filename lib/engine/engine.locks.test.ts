/** Locks through the engine's front door: where they lie, and what a page and an operator get from it. */
import { describe, expect, it } from 'vitest';
import { systemRandom } from '@/lib/base/random';
import { ManualClock } from '@/lib/testing/manual-clock';
import { openEngine } from './engine';
import { lockKey } from './lock/lock-names';
import { encodeLockRecord } from './lock/lock-record';
import { openMemoryStore } from './store/memory-store';

const lockId = '01M7MBR2QRT5N2C9V6X3R1D0EH';
const record = { lockId, operation: 'serve', createdAt: '2026-11-17T09:00:00.120394Z', pid: 17 };
const yes = { answer: 'yes', evidence: '' } as const;
const no = { answer: 'no', evidence: '' } as const;
const attestation = { processStopped: true, ioQuiescent: true, nothingElseRuns: true };
const request = { lockId, reason: 'dead', attestation, observed: 'silent', stopLive: false } as const;

function opened() {
  const store = openMemoryStore();
  const clock = new ManualClock();
  const engine = openEngine({ store, clock, random: systemRandom, conditionalDelete: true });
  return { store, engine };
}

describe('a lock of a cluster', () => {
  it('is watched where its root lies, by a watch that ends with its signal', async () => {
    const { store, engine } = opened();
    await store.put(lockKey('og/brain'), encodeLockRecord(record));
    const stop = new AbortController();
    const watch = engine.clusterLock('og/brain').watch({ configuredMs: 30_000, signal: stop.signal });
    expect((await watch.next()).value).toMatchObject({
      state: 'held-observing',
      record: { content: record },
    });
    const next = watch.next();
    stop.abort();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  it('is never taken beside other writers, and unlocked by the command of its own root where this console may not', async () => {
    const { store, engine } = opened();
    await store.put(lockKey('og/brain'), encodeLockRecord(record));
    const lock = engine.clusterLock('/og/brain/');
    expect(await lock.acquire({ operation: 'serve', pid: 1 })).toMatchObject({ code: 'stock_writers' });
    const probed = { createIfAbsent: yes, replaceIfMatch: yes, deleteIfMatch: no };
    expect(lock.decideUnlock(request, probed)).toEqual({
      kind: 'refuse',
      reasons: ['no_conditional_delete'],
    });
    const command = `cluster force-unlock ${lockId} --cluster memory:///og/brain`;
    expect(lock.stockUnlockCommand(lockId)).toBe(command);
    expect(await lock.forceUnlock(request, probed)).toMatchObject({ kind: 'refused', stockCommand: command });
    const able = { ...probed, deleteIfMatch: yes };
    expect(await lock.forceUnlock(request, able)).toMatchObject({ kind: 'unlocked', how: 'deleted' });
  });

  it('has its ledger beside it, and a corrupt record is moved aside', async () => {
    const { store, engine } = opened();
    const written = await store.put(lockKey('og'), new TextEncoder().encode('?'));
    await store.put('og/__cluster/state.json', new TextEncoder().encode('{"version":1,"state_revision":3}'));
    const lock = engine.clusterLock('og');
    expect(await lock.facts()).toMatchObject({ ledger: { ledger: { stateRevision: 3n } }, recoveries: [] });
    const probed = { createIfAbsent: yes, replaceIfMatch: yes, deleteIfMatch: yes };
    const etag = written.kind === 'written' ? written.etag : '';
    const outcome = await lock.quarantine({ etag, reason: 'unreadable', attestation }, probed);
    expect(outcome).toMatchObject({ kind: 'quarantined' });
    expect((await store.head(lockKey('og'))).kind).toBe('absent');
  });
});

describe('a lock of our own', () => {
  it('lies below _vamplate/ and nowhere else', () => {
    const { engine } = opened();
    expect(engine.ownLock('_vamplate/cleanup').place).toMatchObject({ kind: 'own', leased: true });
    expect(() => engine.ownLock('og/brain')).toThrow(expect.objectContaining({ kind: 'invalid_input' }));
  });
});
