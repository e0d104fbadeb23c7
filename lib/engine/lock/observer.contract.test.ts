/** Contract tests of the observer (cluster-lock.md, I: CT-60 to CT-67), on what a real store answers, in virtual time. */
import { describe, expect, it } from 'vitest';
import { claim, hold, isRecord, L, successor } from '@/lib/testing/lock-simulation/hold-on-stage';
import {
  foreignId,
  foreignRecord,
  LockStage,
  type StageOptions,
} from '@/lib/testing/lock-simulation/lock-stage';
import { Onlooker } from '@/lib/testing/lock-simulation/onlooker';
import type { SentCall } from '@/lib/testing/lock-simulation/virtual-network';
import { encodeBeat } from './lease-records';
import { beatName, lockKey } from './lock-names';
import { encodeLockRecord, releasedForm } from './lock-record';
import { watchLock } from './watch-lock';

const folder = `__cluster/lease/${foreignId}/`;
const otherId = '01M7MCK5Q4Y8F1J4P7S2G5K0TM';

/** Beat by beat as the owner `foreignId` would write them. */
async function beat(stage: LockStage, sequence: number, lockId = foreignId, leaseMs = L): Promise<void> {
  const body = encodeBeat({ lockId, sequence, leaseMs });
  await stage.store.create(`__cluster/lease/${lockId}/${beatName(sequence)}`, body);
}

function onlooker(options: StageOptions & { configuredMs?: number | null } = {}) {
  const stage = new LockStage(options);
  return { stage, eye: new Onlooker(stage, options.configuredMs ?? null) };
}

const unanswered = (which: (sent: SentCall) => boolean) => (sent: SentCall) =>
  which(sent) ? ({ fate: 'lost' } as const) : undefined;

describe('each row of G.2', () => {
  it('CT-60 unreadable, then free', async () => {
    const { stage, eye } = onlooker();
    stage.network.route = unanswered((sent) => isRecord(stage, sent));
    expect(await eye.look()).toMatchObject({
      state: 'unreadable',
      lastKnown: null,
      record: null,
      stockLocked: null,
    });
    stage.network.route = () => undefined;
    expect(await eye.look()).toMatchObject({
      state: 'free',
      record: null,
      stockLocked: false,
      unanswered: null,
    });
  });

  it.each([
    ['{"version":1,', [], 'no JSON'],
    ['[]', [], 'no object'],
    [
      JSON.stringify({ version: 1, lock_id: 'a', operation: 'serve', created_at: '' }),
      [],
      'a member missing',
    ],
    [
      JSON.stringify({ ...{ version: 1, lock_id: 7, operation: 'serve', created_at: '', pid: 1 } }),
      [],
      'mistyped',
    ],
    [
      JSON.stringify({ version: 2, lock_id: 'a', operation: 'serve', created_at: '', pid: 1 }),
      ['unsupported-version'],
      'another version',
    ],
  ])('CT-60 corrupt: %s', async (text, flags) => {
    const { stage, eye } = onlooker();
    await stage.put(text);
    const seen = await eye.look();
    expect(seen).toMatchObject({ state: 'corrupt', flags, stockLocked: true, record: { content: null } });
    expect(new TextDecoder().decode(seen.record?.corrupt?.bytes)).toBe(text);
  });

  it('CT-60 corrupt: at most 4 KiB of it are kept for people', async () => {
    const { stage, eye } = onlooker();
    await stage.put('?'.repeat(60_000));
    expect((await eye.look()).record?.corrupt?.bytes).toHaveLength(4_096);
  });

  it('CT-60 released', async () => {
    const { stage, eye } = onlooker();
    await stage.put(releasedForm(foreignRecord(), '2026-11-17T09:30:00.5Z'));
    expect(await eye.look()).toMatchObject({
      state: 'released',
      record: { content: { lockId: foreignId }, idMadeAt: Date.UTC(2026, 10, 17, 9, 0, 0, 120) },
    });
  });

  it('CT-60 claimed, and a beat after the look that saw the claim', async () => {
    const { stage, eye } = onlooker();
    await stage.put(foreignRecord());
    await beat(stage, 7);
    await claim(stage, foreignId);
    expect(await eye.look()).toMatchObject({ state: 'claimed', flags: [] });
    await stage.run(5_000);
    await beat(stage, 8);
    expect(await eye.look()).toMatchObject({ state: 'claimed', flags: ['beating-despite-claim'] });
  });

  it('CT-60 held-unleased: no beat in two listings, and at once where nobody beats', async () => {
    const { stage, eye } = onlooker();
    await stage.put(foreignRecord());
    expect(await eye.look()).toMatchObject({ state: 'held-observing' });
    await stage.run(5_000);
    expect(await eye.look()).toMatchObject({ state: 'held-unleased' });
    const local = onlooker({ kind: 'local' });
    await local.stage.put(foreignRecord());
    expect(await local.eye.look()).toMatchObject({ state: 'held-unleased', evidence: null });
    expect(local.stage.asked()).toEqual(['get lock.json']);
  });

  it('CT-60 held-unleased: an id that names no folder is never listed', async () => {
    const { stage, eye } = onlooker();
    await stage.put(foreignRecord({ lockId: '../lock' }));
    expect(await eye.look()).toMatchObject({ state: 'held-unleased', flags: ['unlistable-id'] });
    expect(stage.asked()).toEqual(['get lock.json']);
  });

  it('CT-60 held-observing, held-beating, late, silent, at exactly their thresholds', async () => {
    const { stage, eye } = onlooker();
    await stage.put(foreignRecord());
    await beat(stage, 7);
    expect(await eye.look()).toMatchObject({
      state: 'held-observing',
      lease: { source: 'beat', leaseMs: L },
    });
    await stage.run(5_000);
    expect(await eye.look()).toMatchObject({ state: 'held-observing' });
    await beat(stage, 8);
    expect(await eye.look()).toMatchObject({
      state: 'held-beating',
      evidence: { silenceMs: 0, seenAt: 5_000 },
    });
    await stage.run(19_999);
    expect(await eye.look()).toMatchObject({ state: 'held-beating', evidence: { silenceMs: 19_999 } });
    await stage.run(1);
    expect(await eye.look()).toMatchObject({ state: 'late', evidence: { silenceMs: 20_000 } });
    await stage.run(24_999);
    expect(await eye.look()).toMatchObject({ state: 'late' });
    await stage.run(1);
    const silent = await eye.look();
    expect(silent).toMatchObject({ state: 'silent', since: { at: 50_000 }, evidence: { silenceMs: 45_000 } });
    expect(silent.evidence?.seenWallAt).toBe(Date.UTC(2026, 10, 17, 9) + 5_000);
    await beat(stage, 9);
    expect(await eye.look()).toMatchObject({ state: 'held-beating' });
  });

  it('CT-60 a record with more members is held, and flagged', async () => {
    const { stage, eye } = onlooker();
    const json = JSON.parse(new TextDecoder().decode(encodeLockRecord(foreignRecord())));
    await stage.put(JSON.stringify({ ...json, lease_seconds: 30 }));
    const seen = await eye.look();
    expect(seen).toMatchObject({ state: 'held-observing', flags: ['extended-record'] });
    expect(seen.record?.extra).toEqual(['lease_seconds']);
  });
});

describe('what is not known', () => {
  it('CT-61 an error after `free` is unreadable, not free, and the last state is told with its time', async () => {
    const { stage, eye } = onlooker();
    expect(await eye.look()).toMatchObject({ state: 'free' });
    stage.network.route = unanswered((sent) => isRecord(stage, sent));
    await stage.run(5_000);
    expect(await eye.look()).toMatchObject({
      state: 'unreadable',
      lastKnown: { state: 'free', at: 0 },
      since: { at: 5_000 },
      unanswered: expect.stringContaining('no answer'),
    });
  });

  it('CT-62 an oversize record is oversize, though stock tools call it unlocked', async () => {
    const { stage, eye } = onlooker();
    await stage.put('{'.padEnd(65_537));
    expect(await eye.look()).toMatchObject({
      state: 'oversize',
      stockLocked: false,
      record: { size: 65_537 },
    });
    await stage.put('{'.padEnd(65_536));
    expect(await eye.look()).toMatchObject({ state: 'corrupt', stockLocked: true });
  });

  it('CT-63 a system clock set back by an hour changes no state', async () => {
    const { stage, eye } = onlooker();
    await stage.put(foreignRecord());
    await beat(stage, 7);
    const { wallAt } = await eye.look();
    await stage.run(45_000);
    eye.process.hostAheadMs = -3_600_000;
    expect(await eye.look()).toMatchObject({ state: 'silent', wallAt: wallAt + 45_000 - 3_600_000 });
  });

  it('CT-64 one look alone is never `silent` or `held-beating`, however old what it finds is', async () => {
    const { stage, eye } = onlooker();
    await stage.put(foreignRecord({ createdAt: '1999-01-01T00:00:00Z' }));
    for (const sequence of [1, 2, 3]) await beat(stage, sequence);
    await stage.run(86_400_000);
    expect(await eye.look()).toMatchObject({ state: 'held-observing', evidence: { silenceMs: 0 } });
  });

  it('CT-67 an unknown lease is silent only after 900 s, and not beating after 20 s', async () => {
    const { stage, eye } = onlooker();
    await stage.put(foreignRecord());
    await stage.store.create(`${folder}x`, new TextEncoder().encode('not ours'));
    expect(await eye.look()).toMatchObject({
      lease: { source: 'assumed', leaseMs: null, silentMs: 900_000 },
    });
    await stage.run(20_000);
    expect(await eye.look()).toMatchObject({ state: 'late' });
    await stage.run(879_999);
    expect(await eye.look()).toMatchObject({ state: 'late' });
    await stage.run(1);
    expect(await eye.look()).toMatchObject({ state: 'silent' });
    expect(stage.asked().filter((text) => text.startsWith('get lease/'))).toHaveLength(1);
  });

  it('CT-67 a configured lease counts where the beat tells none; a beat that tells one counts more', async () => {
    const { stage, eye } = onlooker({ configuredMs: 60_000 });
    await stage.put(foreignRecord());
    expect(await eye.look()).toMatchObject({ lease: { source: 'config', leaseMs: 60_000 } });
    await beat(stage, 1);
    expect(await eye.look()).toMatchObject({ lease: { source: 'beat', leaseMs: L } });
  });

  it('listings without an answer count nothing, and past 2L/3 no earlier word stands for now', async () => {
    const { stage, eye } = onlooker();
    await stage.put(foreignRecord());
    await beat(stage, 7);
    await eye.look();
    await beat(stage, 8);
    expect(await eye.look()).toMatchObject({ state: 'held-beating' });
    stage.network.route = unanswered(({ call }) => call.verb === 'list');
    await stage.run(19_999);
    expect(await eye.look()).toMatchObject({
      state: 'held-beating',
      flags: ['listing-unanswered'],
      evidence: { silenceMs: 0 },
    });
    await stage.run(1);
    expect(await eye.look()).toMatchObject({
      state: 'unreadable',
      lastKnown: { state: 'held-beating', at: 19_999 },
    });
    await stage.run(100_000);
    expect(await eye.look()).toMatchObject({ state: 'unreadable', evidence: { silenceMs: 0 } });
    stage.network.route = () => undefined;
    expect(await eye.look()).toMatchObject({ state: 'silent', flags: [] });
  });

  it('a newest beat that is gone is neither life nor silence: late, even where silence was proven before', async () => {
    for (const quietMs of [20_000, 45_000]) {
      const { stage, eye } = onlooker();
      await stage.put(foreignRecord());
      for (const sequence of [7, 8]) {
        await beat(stage, sequence);
        await eye.look();
      }
      await stage.run(quietMs);
      expect((await eye.look()).state).toBe(quietMs < 45_000 ? 'late' : 'silent');
      await stage.store.delete(`${folder}${beatName(8)}`);
      await stage.run(3_600_000);
      expect(await eye.look()).toMatchObject({ state: 'late', evidence: { silenceMs: 0 } });
    }
  });

  it('a listing that is answered late counts to its sending', async () => {
    const { stage, eye } = onlooker();
    await stage.put(foreignRecord());
    await beat(stage, 7);
    await eye.look();
    await stage.run(15_000);
    stage.network.route = ({ call }) => (call.verb === 'list' ? { answerMs: 9_000 } : undefined);
    expect(await eye.look()).toMatchObject({
      state: 'held-observing',
      at: 24_000,
      evidence: { silenceMs: 15_000 },
    });
  });
});

describe('changes of hands', () => {
  it('CT-65 beats under an id that the record does not name are zombies, and paged after L/3 and one look', async () => {
    const { stage, eye } = onlooker();
    await stage.put(foreignRecord());
    await beat(stage, 7);
    await eye.look();
    await stage.store.delete(lockKey(''));
    expect(await eye.look()).toMatchObject({ state: 'free', flags: [], zombies: [] });
    await stage.run(10_000);
    await beat(stage, 8);
    expect(await eye.look()).toMatchObject({ flags: ['zombie-beats'], zombies: [{ lockId: foreignId }] });
    await stage.run(5_000);
    await beat(stage, 10);
    expect(await eye.look()).toMatchObject({ flags: ['zombie-beats'] });
    await stage.run(1);
    await beat(stage, 9);
    expect(await eye.look()).toMatchObject({ state: 'free', flags: ['zombie-beats', 'zombie-page'] });
    // Once it is quiet for as long, the flag goes, and then nothing of that id is listed any more.
    await stage.run(15_001);
    expect(await eye.look()).toMatchObject({ flags: [] });
    const before = stage.calls.length;
    await eye.look();
    expect(stage.calls.slice(before).map(({ call }) => call.verb)).toEqual(['get']);
  });

  it('CT-65 beside another holder too, whose own state they do not touch', async () => {
    const { stage, eye } = onlooker();
    await stage.put(foreignRecord());
    await beat(stage, 7);
    await eye.look();
    await stage.put(foreignRecord({ lockId: otherId }));
    await beat(stage, 0, otherId);
    await beat(stage, 8);
    expect(await eye.look()).toMatchObject({ state: 'held-observing', flags: ['zombie-beats'] });
  });

  it('CT-66 another id and a claim under the old one: taken over', async () => {
    const { stage, eye } = onlooker();
    const owner = stage.process('owner');
    const first = await hold(stage, owner);
    await eye.look();
    owner.process.kill();
    const second = await stage.until(successor(stage, stage.process('next')));
    const seen = await eye.look();
    expect(seen.transitions.map(({ from, to, cause }) => [from, to, cause])).toEqual([
      [null, first.record.lockId, 'first-seen'],
      [first.record.lockId, second.kind === 'held' ? second.lock.record.lockId : '?', 'taken-over'],
    ]);
    expect(seen.owners).toHaveLength(2);
    expect(seen.flags).toEqual([]);
  });

  it('CT-66 another id, no claim, and the record was seen absent: released and acquired again', async () => {
    const { stage, eye } = onlooker();
    await eye.look();
    await stage.put(foreignRecord());
    await eye.look();
    await stage.store.delete(lockKey(''));
    await eye.look();
    await stage.put(foreignRecord({ lockId: otherId }));
    const causes = (await eye.look()).transitions.map(({ cause }) => cause);
    expect(causes).toEqual(['acquired', 'removed', 'released-and-reacquired']);
  });

  it('CT-66 the same with a released record in between, and long after the old folder was looked at', async () => {
    const { stage, eye } = onlooker();
    await stage.put(foreignRecord());
    await eye.look();
    await stage.put(releasedForm(foreignRecord(), '2026-11-17T09:30:00.5Z'));
    await eye.look();
    await stage.run(3_600_000);
    await eye.look();
    await stage.put(foreignRecord({ lockId: otherId }));
    const causes = (await eye.look()).transitions.map(({ cause }) => cause);
    expect(causes).toEqual(['first-seen', 'released', 'released-and-reacquired']);
  });

  it('CT-66 neither claim nor absence seen: an unlock or a 0.14 successor; nothing is said before the old folder answers', async () => {
    const { stage, eye } = onlooker();
    await stage.put(foreignRecord());
    await eye.look();
    await stage.put(foreignRecord({ lockId: otherId }));
    stage.network.route = unanswered(({ call }) => call.verb === 'list' && call.key === folder);
    expect((await eye.look()).transitions.at(-1)).toMatchObject({ from: foreignId, cause: 'undetermined' });
    stage.network.route = () => undefined;
    await stage.run(5_000);
    expect((await eye.look()).transitions.at(-1)).toMatchObject({
      to: otherId,
      cause: 'unlocked-or-taken-by-0.14',
    });
  });

  it('an id that left the record and is named again is told as returned (H.3)', async () => {
    const { stage, eye } = onlooker();
    await stage.put(foreignRecord());
    await eye.look();
    await stage.store.delete(lockKey(''));
    await eye.look();
    await stage.put(foreignRecord());
    expect((await eye.look()).transitions.at(-1)).toMatchObject({ cause: 'returned', to: foreignId });
  });

  it('a record that is corrupt for a while changes nobody', async () => {
    const { stage, eye } = onlooker();
    for (const record of [foreignRecord(), '?', foreignRecord()]) {
      await stage.put(record);
      await eye.look();
    }
    expect((await eye.look()).transitions).toHaveLength(1);
  });
});

describe('watchLock', () => {
  it('asks one bounded read and one listing per look, a sixth of the lease apart, and ends with its signal', async () => {
    const stage = new LockStage();
    await hold(stage, stage.process('owner'));
    const { process, context } = stage.process('observer');
    const stop = new AbortController();
    const states: string[] = [];
    const watching = (async () => {
      const options = { configuredMs: null, signal: stop.signal };
      for await (const { state } of watchLock(context, stage.place, options)) states.push(state);
    })();
    await stage.run(60_000);
    const asked = stage.asked(process).map((text) => text.replace(/lease\/[^/]+\//, 'lease/'));
    stop.abort();
    await stage.until(watching);
    expect(asked.slice(0, 2)).toEqual(['get lock.json', 'list lease/']);
    expect(asked[2]).toMatch(/^get lease\/0+\d\.json$/);
    const looks = states.length;
    expect(asked.filter((text) => text === 'get lock.json')).toHaveLength(looks);
    expect(asked.filter((text) => text === 'list lease/')).toHaveLength(looks);
    expect(asked).toHaveLength(2 * looks + 1);
    expect(looks).toBeGreaterThanOrEqual(11);
    expect(looks).toBeLessThanOrEqual(14);
    expect(new Set(states.slice(0, 3)).has('held-observing')).toBe(true);
    expect(states.at(-1)).toBe('held-beating');
    const before = stage.asked(process).length;
    await stage.run(60_000);
    expect(stage.asked(process)).toHaveLength(before);
  });

  it('survives a store that answers nothing, says so, and sees again', async () => {
    const stage = new LockStage();
    await stage.put(foreignRecord());
    const { process, context } = stage.process('observer');
    stage.network.route = (sent) => (sent.process === process ? { fate: 'silent' } : undefined);
    const stop = new AbortController();
    const states: string[] = [];
    const watching = (async () => {
      const options = { configuredMs: L, signal: stop.signal };
      for await (const { state } of watchLock(context, stage.place, options)) states.push(state);
    })();
    await stage.run(60_000);
    expect(new Set(states)).toEqual(new Set(['unreadable']));
    stage.network.route = () => undefined;
    await stage.run(30_000);
    expect(states.at(-1)).toBe('held-unleased');
    stop.abort();
    await stage.until(watching);
  });
});
