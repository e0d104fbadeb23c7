/** A reader: acquires, holds, renews and releases leases, and relies on nothing but what the verbs told it. */
import { isVamplateError } from '@/lib/base/errors';
import { acquireLease } from '@/lib/engine/leases/acquire-lease';
import type { LeaseContext } from '@/lib/engine/leases/lease-context';
import type { LeaseHandle } from '@/lib/engine/leases/lease-handle';
import { AbandonedDrains } from '@/lib/engine/retirement/abandoned-drains';
import type { VersionPlace } from '@/lib/engine/retirement/ask-availability';
import type { Ledger } from './ledger';
import type { Protocol } from './protocol';
import type { SimProcess } from './scheduler';

export interface ReaderStory {
  readonly places: readonly [VersionPlace, ...VersionPlace[]];
  readonly rounds: number;
  readonly maxTtlMs: number;
  /** Sleeps so long before its first lease. */
  readonly startsAfterMs: number;
  /** When it tries again after a refusal, at times: about when what stands in its way ends. */
  readonly msUntilSomethingEnds: () => number | null;
  readonly hit: (what: string) => void;
}

export async function readVersions(
  process: SimProcess,
  protocol: Protocol,
  ledger: Ledger,
  story: ReaderStory,
): Promise<void> {
  const { store, random, clock, name } = process;
  const context: LeaseContext = { store, random, abandoned: new AbandonedDrains(), rules: protocol.lease };
  await clock.sleep(random.int(story.startsAfterMs + 1));
  for (let round = 0; round < story.rounds; round += 1) {
    const place = random.pick([...story.places]);
    const ttlMs = 1 + random.int(story.maxTtlMs);
    const renewsItself = random.chance(0.3) ? { renewOn: clock } : {};
    const lease = await told(story, 'acquire', () =>
      acquireLease(context, place, { ttlMs, ...renewsItself }),
    );
    if (lease === null) {
      const patient = random.chance(0.5) ? story.msUntilSomethingEnds() : null;
      await clock.sleep(patient ?? random.int(20_000));
      continue;
    }
    const tell = () => ledger.accepted(name, place.version, lease.id, lease.expiresAt);
    tell();
    await hold(process, story, lease, ttlMs, tell);
    ledger.releasing(name);
    await told(story, 'release', () => lease.release());
  }
}

async function hold(
  { clock, random }: SimProcess,
  story: ReaderStory,
  lease: LeaseHandle,
  ttlMs: number,
  tell: () => void,
): Promise<void> {
  for (let renewals = random.int(4); renewals > 0; renewals -= 1) {
    // Well in time, or in the last moment: the second that coarse clocks hide still counts.
    await clock.sleep(random.chance(0.6) ? random.int(ttlMs) : ttlMs + random.int(2_000));
    const renewed = await told(story, 'renew', async () => {
      await lease.renew();
      return 'renewed' as const;
    });
    if (renewed === null && random.chance(0.7)) return;
    if (renewed !== null) tell();
  }
  await clock.sleep(random.int(ttlMs));
}

/** Runs a verb and counts how it ended; only errors that callers are told to expect are caught. */
async function told<T>(story: ReaderStory, verb: string, work: () => Promise<T>): Promise<T | null> {
  try {
    const result = await work();
    story.hit(`${verb}: done`);
    return result;
  } catch (error) {
    const expected = ['unavailable', 'refused', 'not_found', 'invalid_input'];
    if (!isVamplateError(error) || !expected.includes(error.kind)) throw error;
    story.hit(`${verb}: ${error.kind}`);
    if (verb === 'renew' && error.details.reason === 'gone') story.hit('H.2 own file missing');
    return null;
  }
}
