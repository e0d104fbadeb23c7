/** Contract tests of the owner (cluster-lock.md, I: CT-02 to CT-04, CT-09 to CT-25), in virtual time. */
import { describe, expect, it } from 'vitest';
import {
  beatsSent,
  claim,
  hold,
  isBeat,
  isClaim,
  isRecord,
  L,
  routed,
} from '@/lib/testing/lock-simulation/hold-on-stage';
import { foreignRecord, LockStage } from '@/lib/testing/lock-simulation/lock-stage';
import { guardedStore } from './guarded-store';
import { beatName, lockKey, lockRecordMaxBytes } from './lock-names';
import { encodeLockRecord, releasedForm } from './lock-record';

const at = (stage: LockStage) => lockKey(stage.place.root);
const text = (value: string) => new TextEncoder().encode(value);

/** A record that names the same holder in exactly so many bytes. */
function padded(record: Parameters<typeof encodeLockRecord>[0], bytes: number): string {
  const json = new TextDecoder().decode(encodeLockRecord(record));
  return json + ' '.repeat(bytes - json.length);
}

describe('loss', () => {
  const losses: readonly [string, (stage: LockStage, lockId: string) => Promise<unknown>][] = [
    ['a claim', (stage, lockId) => claim(stage, lockId)],
    ['a record that names another', (stage) => stage.put(foreignRecord())],
    ['a released record', (stage, lockId) => stage.put(releasedForm(foreignRecord({ lockId }), 'now'))],
    ['no record', (stage) => stage.store.delete(at(stage))],
  ];
  it.each(losses)('CT-02 a_claim_or_a_lost_record_fences_the_owner: %s', async (_, lose) => {
    const stage = new LockStage();
    const owner = stage.process('owner');
    const lock = await hold(stage, owner);
    await stage.run(12_000);
    await lose(stage, lock.record.lockId);
    expect(lock.fence).toBeNull();
    await stage.run(8_000);
    expect(lock.fence).toMatchObject({ reason: 'superseded', at: 20_000 });
    await stage.run(10 * L);
    expect(await stage.lease(lock.record.lockId)).not.toContain(beatName(2));
  });

  it('CT-03 an_owner_fences_itself_when_its_beats_lapse: beats without an answer', async () => {
    const stage = new LockStage();
    const owner = stage.process('owner');
    const lock = await hold(stage, owner);
    await stage.run(11_000);
    stage.network.route = routed(isBeat, { fate: 'silent' });
    await stage.run(18_999);
    expect(lock.fence).toBeNull();
    await stage.run(1);
    // S_b is 10 s: the second beat was the last acknowledged one.
    expect(lock.fence).toMatchObject({ reason: 'lapsed', at: 30_000 });
  });

  it('CT-03 an_owner_fences_itself_when_its_beats_lapse: a claim it cannot read', async () => {
    const stage = new LockStage();
    const owner = stage.process('owner');
    const lock = await hold(stage, owner);
    await stage.run(1_000);
    stage.network.route = routed(isClaim, { fate: 'lost' });
    await stage.run(L);
    expect(lock.fence).toMatchObject({ reason: 'lapsed', at: 20_000 });
    expect(beatsSent(stage, owner)).toHaveLength(1);
  });

  it('CT-04 one_failed_heartbeat_does_not_fence_a_live_owner: one beat', async () => {
    const stage = new LockStage();
    const owner = stage.process('owner');
    const lock = await hold(stage, owner);
    let failures = 0;
    stage.network.route = (sent) => {
      if (!isBeat(sent) || failures > 0) return undefined;
      failures += 1;
      return { fate: 'silent' };
    };
    await stage.run(20 * L);
    expect([failures, lock.fence]).toEqual([1, null]);
  });

  it('CT-04 one_failed_heartbeat_does_not_fence_a_live_owner: three reads', async () => {
    const stage = new LockStage();
    const owner = stage.process('owner');
    const lock = await hold(stage, owner);
    let failures = 0;
    stage.network.route = (sent) => {
      if (sent.process !== owner.process || !isClaim(sent) || failures === 3) return undefined;
      failures += 1;
      return { fate: 'lost', answerMs: 1_000 };
    };
    await stage.run(20 * L);
    expect([failures, lock.fence]).toEqual([3, null]);
  });
});

describe('beats and the deadline', () => {
  it('CT-09 beats start 10 s apart, and the deadline counts from the start, not from the acknowledgement', async () => {
    const stage = new LockStage();
    const owner = stage.process('owner');
    stage.network.route = (sent) => (isBeat(sent) ? { sendMs: 1_000, answerMs: 2_000 } : undefined);
    const lock = await hold(stage, owner);
    await stage.run(35_000);
    expect(beatsSent(stage, owner).map(({ sentAt }) => sentAt)).toEqual([0, 10_000, 20_000, 30_000]);
    stage.network.route = routed(isBeat, { fate: 'silent' });
    await stage.run(L);
    expect(lock.fence).toMatchObject({ reason: 'lapsed', at: 50_000 });
  });

  it('CT-10 a beat counts from before its reads', async () => {
    const stage = new LockStage();
    const owner = stage.process('owner');
    // 60 s: a single request may take 10 s there, and the reads take 8 s.
    const lock = await hold(stage, owner, { leaseMs: 60_000 });
    await stage.run(10_000);
    stage.network.route = (sent) => (sent.call.mutates ? undefined : { sendMs: 4_000, answerMs: 4_000 });
    await stage.run(20_000);
    expect(beatsSent(stage, owner).map(({ sentAt }) => sentAt)).toEqual([0, 28_000]);
    stage.network.route = routed(isBeat, { fate: 'silent' });
    await stage.run(120_000);
    expect(lock.fence).toMatchObject({ reason: 'lapsed', at: 60_000 });
  });

  it('CT-11 a beat that needs two attempts counts from the first', async () => {
    const stage = new LockStage();
    const owner = stage.process('owner');
    const lock = await hold(stage, owner);
    let lost = false;
    stage.network.route = (sent) => {
      if (!isBeat(sent) || lost) return undefined;
      lost = true;
      return { fate: 'lost', answerMs: 3_000 };
    };
    await stage.run(15_000);
    expect(beatsSent(stage, owner).map(({ sentAt }) => sentAt)).toEqual([0, 10_000, 14_000]);
    stage.network.route = routed(isBeat, { fate: 'silent' });
    await stage.run(L);
    expect(lock.fence).toMatchObject({ reason: 'lapsed', at: 30_000 });
  });

  it('CT-12 a pause of 25 s between check and sending lets nothing out', async () => {
    const stage = new LockStage();
    const owner = stage.process('owner');
    const lock = await hold(stage, owner);
    await stage.run(15_000);
    // Between the reads and the third beat the first one is removed: there the process stops.
    stage.network.route = ({ call }) => {
      if (call.verb !== 'delete') return undefined;
      owner.process.pause();
      return undefined;
    };
    await stage.run(30_000);
    const before = stage.calls.length;
    owner.process.resume();
    await stage.run(10 * L);
    expect(lock.fence).toMatchObject({ reason: 'lapsed', at: 45_000 });
    expect(beatsSent(stage, owner)).toHaveLength(2);
    expect(stage.calls).toHaveLength(before);
  });

  it('CT-12 after a pause no effect of the work is let out either, whatever runs first', async () => {
    const stage = new LockStage();
    const owner = stage.process('owner');
    const lock = await hold(stage, owner);
    const work = guardedStore(owner.context.store, lock);
    await stage.run(5_000);
    owner.process.pause();
    await stage.run(25_000);
    // As if another task of the process ran before the timer of the lease.
    owner.process.mode = 'running';
    await expect(work.put('work', text('late'))).rejects.toMatchObject({ kind: 'refused' });
    expect(lock.fence).toMatchObject({ reason: 'lapsed' });
    expect(await stage.keys('work')).toEqual([]);
  });

  it('CT-13 a record that cannot be read lets no beat out', async () => {
    const stage = new LockStage();
    const owner = stage.process('owner');
    const lock = await hold(stage, owner);
    await stage.run(1_000);
    stage.network.route = (sent) => (isRecord(stage, sent) ? { fate: 'silent' } : undefined);
    await stage.run(15_000);
    expect(beatsSent(stage, owner)).toHaveLength(1);
    expect(await stage.lease(lock.record.lockId)).toEqual([beatName(0)]);
  });

  it('CT-14 a claim answered with an error again and again: no beat, and the deadline', async () => {
    const stage = new LockStage();
    const owner = stage.process('owner');
    const lock = await hold(stage, owner);
    await stage.run(11_000);
    stage.network.route = routed(isClaim, { fate: 'lost', answerMs: 20 });
    await stage.run(10 * L);
    expect(lock.fence).toMatchObject({ reason: 'lapsed', at: 30_000 });
    expect(beatsSent(stage, owner)).toHaveLength(2);
  });

  it.each([
    [lockRecordMaxBytes, null],
    [lockRecordMaxBytes + 1, 'lapsed'],
  ])('CT-15 a record of %d bytes that names the owner', async (bytes, reason) => {
    const stage = new LockStage();
    const owner = stage.process('owner');
    const lock = await hold(stage, owner);
    await stage.put(padded(lock.record, bytes));
    await stage.run(2 * L);
    expect(lock.fence?.reason ?? null).toBe(reason);
    expect(beatsSent(stage, owner).length > 1).toBe(reason === null);
  });

  it('CT-16 the ranged read of one byte more than a record has brings a short one whole', async () => {
    const stage = new LockStage();
    const owner = stage.process('owner');
    const lock = await hold(stage, owner);
    const range = { start: 0, end: lockRecordMaxBytes + 1 };
    const answer = await stage.store.getRange(at(stage), range);
    expect(answer).toMatchObject({ kind: 'found', body: encodeLockRecord(lock.record) });
    await stage.run(L);
    expect(stage.callsOn(owner.process, 'getRange', 'lock.json').length).toBeGreaterThan(2);
    expect(lock.fence).toBeNull();
  });

  it('CT-17 an unparsable answer once does not fence, and for ever lapses', async () => {
    const stage = new LockStage();
    const owner = stage.process('owner');
    const lock = await hold(stage, owner);
    await stage.put('<html>');
    await stage.run(11_500);
    await stage.put(lock.record);
    await stage.run(L);
    expect(lock.fence).toBeNull();
    const provenAt = beatsSent(stage, owner).at(-1)?.sentAt ?? 0;
    await stage.put('<html>');
    await stage.run(L);
    expect(lock.fence).toMatchObject({ reason: 'lapsed', at: provenAt + 20_000 });
  });

  it.each([true, false])(
    'CT-18 of both reasons the first one stays (answers first: %s)',
    async (answersFirst) => {
      const stage = new LockStage();
      const owner = stage.process('owner');
      owner.process.answersFirst = answersFirst;
      const lock = await hold(stage, owner);
      const fences: unknown[] = [];
      lock.signal.addEventListener('abort', () => fences.push(lock.fence?.reason));
      await claim(stage, lock.record.lockId);
      stage.network.route = (sent) => (isClaim(sent) ? { answerMs: 500 } : undefined);
      await stage.run(10_200);
      // The answer with the claim and the deadline are both there when it goes on.
      owner.process.pause();
      await stage.run(20_000);
      owner.process.resume();
      await stage.run(10 * L);
      expect(fences).toEqual(['lapsed']);
      expect(lock.fence?.reason).toBe('lapsed');
    },
  );

  it('CT-18 a claim before the deadline stays the reason after it', async () => {
    const stage = new LockStage();
    const lock = await hold(stage, stage.process('owner'));
    await claim(stage, lock.record.lockId);
    await stage.run(10 * L);
    expect(lock.fence).toMatchObject({ reason: 'superseded', at: 10_000 });
  });

  it('CT-19 after a fence every change is refused, and record and claim stay as they are', async () => {
    const stage = new LockStage();
    const owner = stage.process('owner');
    const lock = await hold(stage, owner);
    const work = guardedStore(owner.context.store, lock);
    const written = await stage.until(work.put('work', text('1')));
    await claim(stage, lock.record.lockId);
    await stage.run(10_000);
    expect(lock.fence?.reason).toBe('superseded');
    const etag = written.kind === 'written' ? written.etag : '';
    const changes = [
      () => work.put('work', text('2')),
      () => work.create('other', text('2')),
      () => work.replace('work', text('2'), etag),
      () => work.delete('work'),
      () => work.deleteIfMatch('work', etag),
      () => work.deleteBatch(['work']),
    ];
    const sentBefore = stage.calls.length;
    for (const change of changes) {
      await expect(change()).rejects.toMatchObject({
        kind: 'refused',
        details: { reasons: [{ kind: 'fenced', reason: 'superseded' }], outcome: 'not_written' },
      });
    }
    expect(await stage.until(lock.release())).toEqual({ kind: 'superseded' });
    await stage.until(lock.drop());
    await stage.run(10 * L);
    expect(stage.calls).toHaveLength(sentBefore);
    expect(await stage.record()).toMatchObject({ kind: 'held', record: lock.record });
    expect(await stage.lease(lock.record.lockId)).toContain('superseded.json');
  });
});

describe('beat objects', () => {
  it('CT-20 after ten beats at most two lie there, the newest the last acknowledged', async () => {
    const stage = new LockStage();
    const owner = stage.process('owner');
    const lock = await hold(stage, owner);
    await stage.run(95_000);
    expect(await stage.lease(lock.record.lockId)).toEqual([beatName(8), beatName(9)]);
  });

  it('CT-21 an old beat that cannot be removed troubles nobody and goes later', async () => {
    const stage = new LockStage();
    const owner = stage.process('owner');
    const lock = await hold(stage, owner);
    stage.network.route = ({ call }) => (call.verb.startsWith('delete') ? { fate: 'lost' } : undefined);
    await stage.run(55_000);
    expect(lock.fence).toBeNull();
    expect(await stage.lease(lock.record.lockId)).toHaveLength(6);
    stage.network.route = () => undefined;
    await stage.run(10_000);
    expect(await stage.lease(lock.record.lockId)).toEqual([beatName(5), beatName(6)]);
    expect(beatsSent(stage, owner).map(({ sentAt }) => sentAt)).toEqual(
      [0, 1, 2, 3, 4, 5, 6].map((n) => n * 10_000),
    );
  });

  it('CT-22 a beat whose answer was lost is there already, and that is an acknowledgement', async () => {
    const stage = new LockStage();
    const owner = stage.process('owner');
    const lock = await hold(stage, owner);
    let lost = false;
    stage.network.route = (sent) => {
      if (!isBeat(sent) || lost) return undefined;
      lost = true;
      return { fate: 'answer_lost' };
    };
    await stage.run(25_000);
    const keys = beatsSent(stage, owner).map(({ call }) => call.key.slice(-6, -5));
    expect(keys).toEqual(['0', '1', '1', '2']);
    expect(lock.fence).toBeNull();
  });

  it('CT-22 a beat of that name with other bytes is not believed (D1)', async () => {
    const stage = new LockStage();
    const owner = stage.process('owner');
    const lock = await hold(stage, owner);
    const folder = `__cluster/lease/${lock.record.lockId}/`;
    await stage.store.create(`${folder}${beatName(1)}`, text('somebody else'));
    await stage.run(L);
    expect(lock.fence).toMatchObject({ reason: 'lapsed', at: 20_000 });
  });
});

describe('the end', () => {
  it('CT-23 a clean release leaves a released record and no beat of its own, and nothing of others is touched', async () => {
    const stage = new LockStage();
    const owner = stage.process('owner');
    const others = [
      '__cluster/lease/OTHER/00000000000000000001.json',
      '__cluster/lease/OTHER/superseded.json',
    ];
    for (const key of others) await stage.store.create(key, text('{}'));
    const lock = await hold(stage, owner);
    await stage.run(25_000);
    expect(await stage.until(lock.release())).toEqual({ kind: 'released' });
    const { lockId } = lock.record;
    expect(await stage.record()).toMatchObject({
      kind: 'released',
      record: { lockId, operation: 'released' },
    });
    expect(await stage.keys('__cluster/lease/')).toEqual(others);
    expect(() => lock.assertHeld()).toThrow('released');
    const next = await hold(stage, stage.process('next'));
    expect(await stage.record()).toMatchObject({ kind: 'held', record: next.record });
  });

  it('CT-23 it beats until what it guards is settled', async () => {
    const stage = new LockStage();
    const owner = stage.process('owner');
    const lock = await hold(stage, owner);
    const released = lock.release(owner.process.clock.sleep(65_000));
    await stage.run(64_000);
    expect(beatsSent(stage, owner)).toHaveLength(7);
    expect(await stage.until(released)).toEqual({ kind: 'released' });
  });

  it.each([
    ['a claim', (stage: LockStage, lockId: string) => claim(stage, lockId)],
    ['another record', (stage: LockStage) => stage.put(foreignRecord())],
    ['a compare-and-swap lost at the last moment', null],
  ])('CT-24 a release that meets %s deletes nothing and says superseded', async (_, lose) => {
    const stage = new LockStage();
    const owner = stage.process('owner');
    const lock = await hold(stage, owner);
    await stage.run(15_000);
    if (lose === null) {
      stage.network.route = (sent) => {
        if (sent.call.verb === 'replace') void stage.put(foreignRecord());
        return undefined;
      };
    } else await lose(stage, lock.record.lockId);
    const before = await stage.record();
    const beats = await stage.lease(lock.record.lockId);
    expect(await stage.until(lock.release())).toEqual({ kind: 'superseded' });
    expect(await stage.lease(lock.record.lockId)).toEqual(beats);
    if (lose !== null) expect(await stage.record()).toEqual(before);
    expect(await stage.record()).not.toMatchObject({ kind: 'released' });
    expect(lock.fence?.reason).toBe('superseded');
    expect(stage.asked(owner.process).filter((call) => call.startsWith('delete'))).toEqual([]);
  });

  it('CT-24 a release whose answer is lost is read back', async () => {
    const stage = new LockStage();
    const owner = stage.process('owner');
    const lock = await hold(stage, owner);
    let lost = 0;
    stage.network.route = ({ call }) => {
      if (call.verb !== 'replace') return undefined;
      lost += 1;
      return { fate: 'answer_lost' };
    };
    expect(await stage.until(lock.release())).toEqual({ kind: 'released' });
    expect(lost).toBe(1);
    expect(await stage.lease(lock.record.lockId)).toEqual([]);
  });

  it('CT-25 a leased guard that is dropped leaves the record; an unleased one goes if it still names the guard', async () => {
    const s3 = new LockStage();
    const leased = await hold(s3, s3.process('owner'));
    await s3.until(leased.drop());
    await s3.run(10 * L);
    expect(await s3.record()).toMatchObject({ kind: 'held', record: leased.record });
    expect(await s3.lease(leased.record.lockId)).toEqual([beatName(0)]);

    const local = new LockStage({ kind: 'local' });
    const own = await hold(local, local.process('owner'));
    await local.until(own.drop());
    expect(await local.record()).toEqual({ kind: 'absent' });
    const lost = await hold(local, local.process('owner'));
    await local.put(foreignRecord());
    await local.until(lost.drop());
    expect(await local.record()).toMatchObject({ kind: 'held', record: foreignRecord() });
  });
});
