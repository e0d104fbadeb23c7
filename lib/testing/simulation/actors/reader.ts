/** A reader: acquires, holds, renews and releases leases, and relies on nothing but what the verbs told it. */
import type { LeaseHandle } from '@/lib/engine/leases/lease-handle';
import type { Actor, Stage } from '@/lib/testing/simulation/cast';
import type { SimProcess } from '@/lib/testing/simulation/scheduler';
import { told } from './told';

export const reader =
  (startsWithinMs: number, rounds: number): Actor =>
  async (process, stage) => {
    const { clock, random, name } = process;
    const { ledger, config } = stage;
    const engine = stage.engineOf(process);
    await clock.sleep(random.int(startsWithinMs + 1));
    for (let round = 0; round < rounds; round += 1) {
      const version = random.chance(0.05) ? 99n : random.pick([...config.wanted]);
      const ttlMs = 1 + random.int(config.maxTtlMs);
      const renewsItself = random.chance(0.2) ? { renewOn: clock } : {};
      const record = { label: 'reader', host: name, workload: 'simulation' };
      const holder = random.chance(0.2) ? { holder: { lake: process.store, record } } : {};
      const lease = await told(ledger, 'acquire', () =>
        engine.acquireLease({ branch: null, version }, { ttlMs, ...renewsItself, ...holder }),
      );
      if (lease === null) {
        const patient = random.chance(0.5) ? stage.msUntilSomethingEnds() : null;
        await clock.sleep(patient ?? random.int(20_000));
        continue;
      }
      if ('holder' in holder) ledger.hit('D23 holder recorded');
      const tell = () => ledger.leaseTold(name, lease, stage.now());
      tell();
      await hold(process, stage, lease, tell);
      ledger.promises.leaseOver(name);
      await told(ledger, 'release', () => lease.release());
      // Time for a plan that finds nobody here.
      await clock.sleep(random.pick([0, random.int(10_000)]));
    }
  };

/** Takes what a cleaner has planned and not begun, and renews in the very last moment, again and again. */
export const lateRenewer: Actor = async (process, stage) => {
  const { clock, random, name } = process;
  const { ledger } = stage;
  const engine = stage.engineOf(process);
  for (let round = 0; round < 60; round += 1) {
    await clock.sleep(random.int(1_500));
    const [version] = [...ledger.planned.values()].flat();
    if (version === undefined) continue;
    const place = { branch: null, version };
    const lease = await told(ledger, 'acquire', () =>
      engine.acquireLease(place, { ttlMs: 1 + random.int(900) }),
    );
    if (lease === null) continue;
    const tell = () => ledger.leaseTold(name, lease, stage.now());
    tell();
    const leftMs = (ledger.facts.endOf(lease.id) ?? stage.now()) - stage.now();
    await clock.sleep(Math.max(0, leftMs + random.int(500) - 250));
    await renew(stage, lease, tell);
    await clock.sleep(random.int(2_000));
    ledger.promises.leaseOver(name);
    await told(ledger, 'release', () => lease.release());
  }
};

/** @returns whether it was told that it holds on */
async function renew({ ledger }: Stage, lease: LeaseHandle, tell: () => void): Promise<boolean> {
  const renewed = await told(
    ledger,
    'renew',
    async () => {
      await lease.renew();
      return 'renewed' as const;
    },
    ({ details }) => {
      if (details.reason === 'gone') ledger.hit('H.2 own file missing');
    },
  );
  if (renewed !== null) tell();
  return renewed !== null;
}

async function hold(
  { clock, random }: SimProcess,
  stage: Stage,
  lease: LeaseHandle,
  tell: () => void,
): Promise<void> {
  const { ledger, config, now } = stage;
  for (let renewals = random.int(4); renewals > 0; renewals -= 1) {
    // Well in time, or in the last moment: the second that coarse clocks hide still counts.
    const endsAt = random.chance(0.6) ? ledger.facts.endOf(lease.id) : null;
    const lastMoment = endsAt === null ? null : endsAt - now() + random.int(1_500) - 500;
    await clock.sleep(Math.max(0, lastMoment ?? random.int(config.maxTtlMs + 1_000)));
    if (!(await renew(stage, lease, tell)) && random.chance(0.7)) return;
  }
  await clock.sleep(random.int(config.maxTtlMs));
}
