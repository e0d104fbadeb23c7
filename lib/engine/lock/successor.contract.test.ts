/** Contract tests of the successor (cluster-lock.md, I: CT-01, CT-05, CT-06, CT-26 to CT-44), in virtual time. */
import { describe, expect, it } from 'vitest';
import {
  beatsSent,
  claimKey,
  hold,
  isBeat,
  isClaim,
  isRecord,
  L,
  successor,
} from '@/lib/testing/lock-simulation/hold-on-stage';
import { claimOnly } from '@/lib/testing/lock-simulation/lock-mutants';
import { foreignId, foreignRecord, LockStage } from '@/lib/testing/lock-simulation/lock-stage';
import type { SentCall } from '@/lib/testing/lock-simulation/virtual-network';
import type { VirtualProcess } from '@/lib/testing/lock-simulation/virtual-world';
import { encodeBeat } from './lease-records';
import { beatName, lockKey } from './lock-names';
import { lockRules } from './lock-rules';

const folder = `__cluster/lease/${foreignId}/`;
const key = '__cluster/lock.json';

/** A lock whose owner wrote one beat and died. */
async function deadOwner(stage: LockStage, leaseMs = L): Promise<void> {
  await stage.put(foreignRecord());
  await stage.store.create(
    `${folder}${beatName(7)}`,
    encodeBeat({ lockId: foreignId, sequence: 7, leaseMs }),
  );
}

function listings(stage: LockStage, who: VirtualProcess): readonly SentCall[] {
  return stage.calls.filter(({ process, call }) => process === who && call.verb === 'list');
}

/** The route that delays one listing of one process, counted from 1. */
function slowListing(who: VirtualProcess, which: number, sendMs: number, answerMs: number) {
  let count = 0;
  return ({ process, call }: SentCall) => {
    if (process !== who || call.verb !== 'list') return undefined;
    count += 1;
    return count === which ? { sendMs, answerMs } : undefined;
  };
}

const claimSentAt = (stage: LockStage) =>
  stage.calls.find((sent) => isClaim(sent) && sent.call.mutates)?.sentAt ?? null;

describe('silence', () => {
  it.each([1, 2, 3, 4])(
    'CT-01 a_late_listing_cannot_unseat_a_beating_owner: listing %d comes two leases late',
    async (which) => {
      const stage = new LockStage();
      const owner = stage.process('owner');
      const lock = await hold(stage, owner);
      await stage.run(3_000);
      const next = stage.process('next');
      stage.network.route = slowListing(next.process, which, 0, 2 * L);
      const outcome = await stage.until(successor(stage, next));
      expect(outcome).toMatchObject({ kind: 'refused', code: 'holder_alive' });
      await stage.run(3 * L);
      expect(await stage.lease(lock.record.lockId)).not.toContain('superseded.json');
      expect(lock.fence).toBeNull();
    },
  );

  it('CT-26 a listing sent at 5 s and answered at 65 s proves 5 s of silence', async () => {
    const stage = new LockStage();
    await deadOwner(stage);
    const next = stage.process('next');
    stage.network.route = slowListing(next.process, 2, 0, 60_000);
    const outcome = stage.until(successor(stage, next));
    await outcome;
    // Answered at 65 s, the next is sent at once; it alone proves the silence.
    expect(listings(stage, next.process).map(({ sentAt }) => sentAt)).toEqual([0, 5_000, 65_000]);
    expect(claimSentAt(stage)).toBe(65_000);
  });

  it('CT-26 an owner that beats while a listing stalls is not taken for silent', async () => {
    const stage = new LockStage();
    await deadOwner(stage);
    const next = stage.process('next');
    stage.network.route = slowListing(next.process, 2, 0, 60_000);
    const outcome = successor(stage, next);
    await stage.run(40_000);
    await stage.store.create(`${folder}${beatName(8)}`, new Uint8Array());
    expect(await stage.until(outcome)).toMatchObject({ kind: 'refused', code: 'holder_alive' });
    expect(claimSentAt(stage)).toBeNull();
  });

  it('CT-27 an answer read late after a pause proves silence to its sending only', async () => {
    const stage = new LockStage();
    await deadOwner(stage);
    const next = stage.process('next');
    const outcome = successor(stage, next);
    stage.network.route = ({ process, call }) => {
      if (process === next.process && call.verb === 'list' && process.elapsed === 10_000) process.pause();
      return undefined;
    };
    await stage.run(100_000);
    expect(listings(stage, next.process)).toHaveLength(3);
    await stage.store.create(`${folder}${beatName(8)}`, new Uint8Array());
    next.process.resume();
    expect(await stage.until(outcome)).toMatchObject({ kind: 'refused', code: 'holder_alive' });
  });

  it('CT-28 the last listing is sent exactly at seenAt + 1.5L, and the claim waits for its answer', async () => {
    const stage = new LockStage();
    await deadOwner(stage);
    const next = stage.process('next');
    stage.network.route = ({ call }) => (call.verb === 'list' ? { sendMs: 100, answerMs: 100 } : undefined);
    const outcome = await stage.until(successor(stage, next));
    expect(outcome).toMatchObject({ kind: 'held', tookOverFrom: foreignId });
    const sent = listings(stage, next.process).map(({ sentAt }) => sentAt);
    expect(sent).toEqual([0, 5_200, 10_200, 15_200, 20_200, 25_200, 30_200, 35_200, 40_200, 45_200]);
    expect(claimSentAt(stage)).toBe(45_400);
  });

  it('CT-29 a newer beat in the last listing refuses, and no claim is written', async () => {
    const stage = new LockStage();
    await deadOwner(stage);
    const next = stage.process('next');
    stage.network.route = ({ call, sentAt }) =>
      call.verb === 'list' && sentAt === 45_000 ? { sendMs: 1_000 } : undefined;
    const outcome = successor(stage, next);
    await stage.run(45_500);
    await stage.store.create(`${folder}${beatName(8)}`, new Uint8Array());
    expect(await stage.until(outcome)).toMatchObject({ kind: 'refused', code: 'holder_alive' });
    expect(await stage.lease(foreignId)).toEqual([beatName(7), beatName(8)]);
  });

  it('CT-30 listings that all fail never prove silence', async () => {
    const stage = new LockStage();
    await deadOwner(stage);
    const next = stage.process('next');
    stage.network.route = ({ call, sentAt }) =>
      call.verb === 'list' && sentAt > 0 ? { fate: 'lost', answerMs: 10 } : undefined;
    const outcome = successor(stage, next, { giveUpMs: 3 * L });
    expect(await stage.until(outcome)).toMatchObject({ kind: 'refused', code: 'unanswered' });
    expect(claimSentAt(stage)).toBeNull();
    expect(listings(stage, next.process).length).toBeLessThan(30);
  });

  it('CT-31 a first listing that takes 20 s starts the wait at its answer', async () => {
    const stage = new LockStage();
    await deadOwner(stage);
    const next = stage.process('next');
    stage.network.route = slowListing(next.process, 1, 0, 20_000);
    await stage.until(successor(stage, next));
    expect(claimSentAt(stage)).toBe(20_000 + 45_000);
  });

  it('CT-32 an hour for which the clock stood still counts nothing', async () => {
    const stage = new LockStage();
    await deadOwner(stage);
    const next = stage.process('next');
    const outcome = successor(stage, next);
    await stage.run(12_000);
    next.process.freeze();
    await stage.run(3_600_000);
    next.process.resume();
    await stage.run(32_999);
    expect(claimSentAt(stage)).toBeNull();
    await stage.until(outcome);
    expect(claimSentAt(stage)).toBe(45_000 + 3_600_000);
  });

  it('a listing that no longer shows the newest beat proves no silence (C.4): a release that is not heard of', async () => {
    const stage = new LockStage();
    await deadOwner(stage);
    const next = stage.process('next');
    const outcome = successor(stage, next, { giveUpMs: 3 * L });
    await stage.run(7_000);
    await stage.store.delete(`${folder}${beatName(7)}`);
    stage.network.route = (sent) => (isRecord(stage, sent) ? { fate: 'lost' } : undefined);
    expect(await stage.until(outcome)).toMatchObject({ kind: 'refused', code: 'unanswered' });
    expect(claimSentAt(stage)).toBeNull();
  });

  it('CT-42 a beat rewritten in place, or under another name, is a newer one', async () => {
    const names = [beatName(7), 'beat-anything'];
    for (const name of names) {
      const stage = new LockStage();
      await deadOwner(stage);
      const next = stage.process('next');
      const outcome = successor(stage, next);
      await stage.run(7_000);
      await stage.store.put(folder + name, new TextEncoder().encode('rewritten'));
      expect(await stage.until(outcome)).toMatchObject({ kind: 'refused', code: 'holder_alive' });
    }
  });

  it('CT-43 sibling folders full of beats mean nothing, and lease/ itself is never listed', async () => {
    const stage = new LockStage();
    await deadOwner(stage);
    const next = stage.process('next');
    const outcome = successor(stage, next);
    for (let n = 0; n < 12; n += 1) {
      await stage.run(4_000);
      const siblings = [`__cluster/lease/${foreignId}X/`, `__cluster/lease/0/`, `${folder}deeper/`];
      for (const sibling of siblings) await stage.store.create(sibling + beatName(n), new Uint8Array());
    }
    expect(await stage.until(outcome)).toMatchObject({ kind: 'held' });
    const prefixes = new Set(
      stage.calls.filter(({ call }) => call.verb === 'list').map(({ call }) => call.key),
    );
    expect([...prefixes]).toEqual([folder]);
  });

  it('CT-44 of a listing in pages the last decides whether it is answered, the first when it was sent', async () => {
    const stage = new LockStage();
    await deadOwner(stage);
    stage.network.pageLimit = 1;
    const next = stage.process('next');
    stage.network.route = ({ call }) => (call.continues ? { sendMs: 3_000 } : undefined);
    await stage.store.create(
      `${folder}${beatName(8)}`,
      encodeBeat({ lockId: foreignId, sequence: 8, leaseMs: L }),
    );
    const outcome = successor(stage, next);
    await stage.run(46_000);
    // Two pages each: seen at 3 s, so the last listing begins at 48 s and not three seconds before it.
    expect(
      listings(stage, next.process)
        .filter(({ call }) => !call.continues)
        .map(({ sentAt }) => sentAt),
    ).toEqual([0, 8_000, 13_000, 18_000, 23_000, 28_000, 33_000, 38_000, 43_000]);
    await stage.run(3_000);
    await stage.store.create(`${folder}${beatName(9)}`, new Uint8Array());
    expect(await stage.until(outcome)).toMatchObject({ kind: 'refused', code: 'holder_alive' });
  });
});

describe('taking over', () => {
  it.each([true, false])(
    'CT-05 a_superseded_owner_whose_clock_stopped_fences_at_its_next_beat (directory kept: %s)',
    async (kept) => {
      const stage = new LockStage();
      const owner = stage.process('owner');
      const lock = await hold(stage, owner);
      await stage.run(14_000);
      owner.process.freeze();
      const next = stage.process('next');
      const outcome = await stage.until(successor(stage, next));
      expect(outcome).toMatchObject({ kind: 'held', tookOverFrom: lock.record.lockId });
      if (!kept) {
        for (const name of await stage.lease(lock.record.lockId))
          await stage.store.delete(`__cluster/lease/${lock.record.lockId}/${name}`);
      }
      owner.process.resume();
      await stage.run(5_999);
      expect(lock.fence).toBeNull();
      await stage.run(1);
      expect(lock.fence).toMatchObject({ reason: 'superseded', at: 20_000 });
      expect(beatsSent(stage, owner)).toHaveLength(2);
    },
  );

  it('CT-06 a_restarted_server_takes_over_a_silent_owners_lock', async () => {
    const stage = new LockStage();
    const owner = stage.process('owner');
    const lock = await hold(stage, owner);
    await stage.run(25_000);
    owner.process.kill();
    const next = await hold(stage, stage.process('next'), { takeOver: 'after_silence' });
    expect(await stage.record()).toMatchObject({ kind: 'held', record: next.record });
    expect(next.record.lockId).not.toBe(lock.record.lockId);
    expect(await stage.lease(lock.record.lockId)).toEqual([beatName(1), beatName(2), 'superseded.json']);
    expect(await stage.lease(next.record.lockId)).toEqual([beatName(0)]);
  });

  it('CT-33 listing, claim, then the record if it matches; nothing is deleted', async () => {
    const stage = new LockStage();
    await deadOwner(stage);
    const next = stage.process('next');
    await stage.until(successor(stage, next));
    const order = stage.calls
      .filter((sent) => sent.call.verb === 'list' || (sent.call.mutates && !isBeat(sent)))
      .map(({ call }) => `${call.verb} ${call.key}`);
    expect(order.slice(-3)).toEqual([`list ${folder}`, `create ${folder}superseded.json`, `replace ${key}`]);
    expect(order.filter((call) => call.startsWith('delete'))).toEqual([]);
  });

  it('CT-34 a record that changes between the watch and the take-over is not adopted', async () => {
    const stage = new LockStage();
    await deadOwner(stage);
    const next = stage.process('next');
    const other = foreignRecord({ lockId: '01M7MCK5Q4Y8F1J4P7S2G5K0TM' });
    stage.network.route = (sent) => {
      if (isClaim(sent) && sent.call.mutates) void stage.put(other);
      return undefined;
    };
    const outcome = successor(stage, next);
    await stage.run(60_000);
    expect(await stage.record()).toMatchObject({ kind: 'held', record: other });
    const replaced = stage.callsOn(next.process, 'replace', 'lock.json');
    expect(replaced.map(({ answer }) => answer)).toMatchObject([{ kind: 'conflict' }]);
    // It begins again on the new id, which has no beat.
    expect(await stage.until(outcome)).toMatchObject({ code: 'held_unleased', holder: other });
    expect(listings(stage, next.process).at(-1)?.call.key).toBe(`__cluster/lease/${other.lockId}/`);
  });

  it('CT-35 of two successors one gets the lock, the other holds nothing', async () => {
    const stage = new LockStage();
    await deadOwner(stage);
    const both = [stage.process('one'), stage.process('two')] as const;
    const outcomes = await stage.until(Promise.all(both.map((who) => successor(stage, who))));
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['held', 'refused']);
    const winner = outcomes.find((outcome) => outcome.kind === 'held');
    if (winner?.kind !== 'held') throw new Error('nobody won');
    expect(await stage.record()).toMatchObject({ record: winner.lock.record });
    expect(outcomes.find(({ kind }) => kind === 'refused')).toMatchObject({ code: 'holder_alive' });
    expect(await stage.lease(foreignId)).toContain('superseded.json');
  });

  it('CT-36 a take-over whose answer is lost is sent again, refused, and found to be its own', async () => {
    const stage = new LockStage();
    await deadOwner(stage);
    const next = stage.process('next');
    stage.network.route = ({ call }) =>
      call.verb === 'replace' || (call.verb === 'get' && replacing(stage) === 1)
        ? replacing(stage) === 1
          ? { fate: 'answer_lost' }
          : undefined
        : undefined;
    const outcome = await stage.until(successor(stage, next));
    const answers = stage.callsOn(next.process, 'replace', 'lock.json').map(({ answer }) => answer);
    expect(answers).toMatchObject([{ kind: 'written' }, { kind: 'conflict' }]);
    expect(outcome).toMatchObject({ kind: 'held', tookOverFrom: foreignId });
  });

  it("CT-37 a take-over whose answer is lost and that reads back another's bytes has lost", async () => {
    const stage = new LockStage();
    await deadOwner(stage);
    const next = stage.process('next');
    const other = foreignRecord({ lockId: '01M7MCK5Q4Y8F1J4P7S2G5K0TM' });
    let replaces = 0;
    stage.network.route = ({ call }) => {
      if (call.verb !== 'replace') return undefined;
      replaces += 1;
      if (replaces === 1) void stage.put(other);
      return replaces === 1 ? { fate: 'lost' } : undefined;
    };
    const outcome = await stage.until(successor(stage, next));
    expect(outcome).toMatchObject({ kind: 'refused', code: 'held_unleased', holder: other });
    expect(await stage.record()).toMatchObject({ record: other });
  });

  it('CT-38 a successor that dies after its claim: the owner stops, a third takes over', async () => {
    const stage = new LockStage();
    const owner = stage.process('owner');
    const lock = await hold(stage, owner);
    await stage.run(14_000);
    owner.process.freeze();
    const first = stage.process('first');
    stage.network.observers.push({
      landed: (sent) => {
        if (isClaim(sent) && sent.call.mutates) first.process.kill();
      },
    });
    void successor(stage, first);
    await stage.run(60_000);
    expect(await stage.record()).toMatchObject({ kind: 'held', record: lock.record });
    owner.process.resume();
    await stage.run(L / 3);
    expect(lock.fence?.reason).toBe('superseded');
    const from = stage.world.now;
    const third = await stage.until(successor(stage, stage.process('third')));
    expect(third).toMatchObject({ kind: 'held', tookOverFrom: lock.record.lockId });
    expect(stage.world.now - from).toBe(1.5 * L);
  });

  it('CT-39 an old successor that deletes the directory: the owner is stopped by the record', async () => {
    const stage = new LockStage();
    const owner = stage.process('owner');
    const lock = await hold(stage, owner);
    await stage.run(12_000);
    await stage.put(foreignRecord());
    for (const name of await stage.lease(lock.record.lockId))
      await stage.store.delete(`__cluster/lease/${lock.record.lockId}/${name}`);
    await stage.run(8_000);
    expect(lock.fence).toMatchObject({ reason: 'superseded', at: 20_000 });
    expect(await stage.lease(lock.record.lockId)).toEqual([]);
  });

  it.each([true, false])(
    'CT-40 a claim-only owner is stopped by the claim of a new take-over (claim kept: %s)',
    async (kept) => {
      const stage = new LockStage();
      const owner = stage.process('owner', claimOnly(lockRules));
      const lock = await hold(stage, owner);
      await stage.run(14_000);
      owner.process.freeze();
      await stage.until(successor(stage, stage.process('next')));
      // As successors of 0.14.0 did: then nothing stops such an owner any more, which is why nothing deletes it (F5).
      if (!kept) await stage.store.delete(claimKey(stage, lock.record.lockId));
      owner.process.resume();
      await stage.run(L / 3);
      if (kept) expect(lock.fence).toMatchObject({ reason: 'superseded', at: 20_000 });
      await stage.run(10 * L);
      expect(lock.fence === null).toBe(!kept);
      expect(beatsSent(stage, owner).length > 2).toBe(!kept);
      expect((await stage.store.get(claimKey(stage, lock.record.lockId), { maxBytes: 4_096 })).kind).toBe(
        kept ? 'found' : 'absent',
      );
    },
  );

  it('CT-41 a record without beats is no silence: refused, no claim', async () => {
    const stage = new LockStage();
    await stage.put(foreignRecord());
    const outcome = await stage.until(successor(stage, stage.process('next')));
    expect(outcome).toMatchObject({ kind: 'refused', code: 'held_unleased', holder: foreignRecord() });
    expect(await stage.keys('__cluster/lease/')).toEqual([]);
  });

  it('a holder with a longer lease is waited for longer, and one whose beats are unreadable the longest (C.8)', async () => {
    for (const [beat, waited] of [
      [encodeBeat({ lockId: foreignId, sequence: 7, leaseMs: 60_000 }), 90_000],
      [encodeBeat({ lockId: foreignId, sequence: 7, leaseMs: 6_000 }), 45_000],
      [new TextEncoder().encode('?'), 900_000],
    ] as const) {
      const stage = new LockStage();
      await stage.put(foreignRecord());
      await stage.store.create(`${folder}${beatName(7)}`, beat);
      await stage.until(successor(stage, stage.process('next'), { giveUpMs: 2_000_000 }));
      expect(claimSentAt(stage)).toBe(waited);
    }
  });

  it('an unlock in the middle of the watch is seen and the lock created', async () => {
    const stage = new LockStage();
    await deadOwner(stage);
    const outcome = successor(stage, stage.process('next'));
    await stage.run(12_000);
    await stage.store.delete(lockKey(''));
    expect(await stage.until(outcome, 5_000)).toMatchObject({ kind: 'held', tookOverFrom: null });
    expect(claimSentAt(stage)).toBeNull();
  });
});

/** How often the record's replacement was sent so far. */
function replacing(stage: LockStage): number {
  return stage.calls.filter(({ call }) => call.verb === 'replace').length;
}
