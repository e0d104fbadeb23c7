/** Creates of the lock record whose answers are lost or late (cluster-lock.md, C.11, H.3; decisions D1, D25), in virtual time. */
import { describe, expect, it } from 'vitest';
import { beatsSent, begin, hold, isRecord, L } from '@/lib/testing/lock-simulation/hold-on-stage';
import { LockStage } from '@/lib/testing/lock-simulation/lock-stage';
import { beatName } from './lock-names';
import { ownPlace } from './lock-place';

const key = '__cluster/lock.json';

describe('a create without an answer', () => {
  it('an id that left the record never returns, though its create was sent before and lands after (H.3)', async () => {
    const stage = new LockStage();
    const slow = stage.process('slow');
    const creates = () =>
      stage.calls.filter((sent) => isRecord(stage, sent) && sent.call.verb === 'create').length;
    stage.network.route = (sent) =>
      isRecord(stage, sent) && sent.call.verb === 'create' && creates() === 1
        ? { fate: 'late', sendMs: 60_000 }
        : undefined;
    const lock = await hold(stage, slow);
    expect(creates()).toBe(2);
    await stage.store.delete(key);
    await stage.run(70_000);
    expect(lock.fence).toMatchObject({ reason: 'superseded' });
    const late = await stage.record();
    expect(late).toMatchObject({ kind: 'held' });
    expect(late).not.toMatchObject({ record: { lockId: lock.record.lockId } });
  });

  it('a create that landed without an answer, found when the next is refused, is held under its own id', async () => {
    const stage = new LockStage();
    const slow = stage.process('slow');
    const writes = () => stage.calls.filter((sent) => isRecord(stage, sent)).length;
    // The first create lands unheard, and the read after it has no answer either.
    stage.network.route = (sent) =>
      !isRecord(stage, sent)
        ? undefined
        : writes() === 2
          ? { fate: 'answer_lost' }
          : writes() === 3
            ? { fate: 'lost' }
            : undefined;
    const lock = await hold(stage, slow);
    expect(stage.callsOn(slow.process, 'create', 'lock.json')).toHaveLength(2);
    expect(await stage.record()).toMatchObject({ kind: 'held', record: lock.record });
    await stage.run(3 * L);
    expect(lock.fence).toBeNull();
    expect(await stage.lease(lock.record.lockId)).toHaveLength(2);
  });

  it('a late create that lands when nobody waits for it is nobody’s lock', async () => {
    const stage = new LockStage();
    const slow = stage.process('slow');
    stage.network.route = (sent) =>
      isRecord(stage, sent) && sent.call.mutates ? { fate: 'late', sendMs: 40_000 } : undefined;
    const outcome = await stage.until(begin(slow, {}, stage.place));
    expect(outcome).toMatchObject({ kind: 'refused', code: 'unanswered' });
    await stage.run(60_000);
    expect(await stage.record()).toMatchObject({ kind: 'held' });
    expect(beatsSent(stage, slow)).toEqual([]);
  });

  it('D25 in our own roots every id that is sent has its beat first', async () => {
    const stage = new LockStage();
    const slow = stage.process('slow');
    let creates = 0;
    stage.network.route = ({ call }) => {
      if (call.verb !== 'create' || !call.key.endsWith('/lock.json')) return undefined;
      creates += 1;
      return creates === 1 ? { fate: 'late', sendMs: 100_000 } : undefined;
    };
    const place = ownPlace('_vamplate/cleanup');
    const lock = await hold(stage, slow, {}, place);
    const asked = stage.asked(slow.process).filter((text) => text.startsWith('create'));
    const id = lock.record.lockId;
    expect(asked).toEqual([
      expect.stringMatching(/^create lease\/.{26}\/0{20}\.json$/),
      'create lock.json',
      `create lease/${id}/${beatName(0)}`,
      'create lock.json',
    ]);
    expect(asked[0]).not.toBe(asked[2]);
  });
});
