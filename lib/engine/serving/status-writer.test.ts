/** How often a claim and a write are tried, and how long is waited between: a place that cannot be had is given up (E.4). */
import { describe, expect, it } from 'vitest';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { faultyStore } from '@/lib/testing/faulty-store';
import { aReplica, hastyClock, statusKey } from '@/lib/testing/serving-simulation/replica-stage';

function staged() {
  const sleeps: number[] = [];
  const sent: string[] = [];
  let fate: 'well' | 'refused' | 'lost' = 'well';
  const store = faultyStore(openMemoryStore(), async (call) => {
    if (!call.mutates || call.key !== statusKey) return call.effect();
    sent.push(call.verb);
    return fate === 'well' ? call.effect() : fate === 'lost' ? call.lost() : call.refused();
  });
  const clock = { ...hastyClock(), sleep: async (ms: number) => void sleeps.push(ms) };
  const reporter = aReplica(store, 1, { clock });
  const meet = (next: typeof fate) => {
    fate = next;
    sent.length = 0;
    sleeps.length = 0;
  };
  return { reporter, sleeps, sent, meet };
}

describe('E.4 tries', () => {
  it.each(['refused', 'lost'] as const)(
    'a claim that is %s is tried three times more, then given up',
    async (fate) => {
      const { reporter, sleeps, sent, meet } = staged();
      meet(fate);
      expect(await reporter.start()).toBe('read_only');
      expect(reporter.refusal).toBe('others kept claiming this replica');
      expect(sent).toEqual(Array(4).fill('create'));
      expect(sleeps).toEqual([50, 100, 200]);
      meet('well');
      expect(await reporter.start()).toBe('owner');
      expect([sent, sleeps]).toEqual([['create'], []]);
    },
  );

  it.each(['refused', 'lost'] as const)(
    'a write that is %s is tried five times more, ever later',
    async (fate) => {
      const { reporter, sleeps, sent, meet } = staged();
      await reporter.start();
      meet(fate);
      expect(await reporter.publish()).toBe('unsettled');
      expect(sent).toEqual(Array(6).fill('replace'));
      expect(sleeps).toEqual([50, 100, 200, 400, 800]);
      meet('well');
      expect(await reporter.publish()).toBe('written');
      expect([sent, sleeps]).toEqual([['replace'], []]);
    },
  );
});
