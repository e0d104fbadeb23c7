/** Who takes part in a schedule of locks: servers that hold the lock and work, an operator who unlocks, an observer who watches. */
import { acquireLock } from '@/lib/engine/lock/acquire-lock';
import { forceUnlock } from '@/lib/engine/lock/force-unlock';
import { guardedStore } from '@/lib/engine/lock/guarded-store';
import type { HeldLock } from '@/lib/engine/lock/hold-lock';
import { leaseFolder, lockKey, lockRecordMaxBytes } from '@/lib/engine/lock/lock-names';
import type { LockPlace } from '@/lib/engine/lock/lock-place';
import type { LockSnapshot } from '@/lib/engine/lock/lock-snapshot-rules';
import { readLock } from '@/lib/engine/lock/read-lock';
import { withinTime } from '@/lib/engine/lock/request-limit';
import type { ProbedConditions } from '@/lib/engine/lock/unlock-rules';
import { watchLock } from '@/lib/engine/lock/watch-lock';
import type { SeededRandom } from '@/lib/testing/seeded-random';
import { type LockLedger, workFolder } from './lock-ledger';
import type { LockProtocol } from './lock-mutants';
import type { StageProcess } from './lock-stage';
import type { Meetings } from './meetings';
import type { LockScheduleConfig } from './schedule-config';

export interface Part {
  readonly who: StageProcess;
  readonly place: LockPlace;
  readonly config: LockScheduleConfig;
  readonly protocol: LockProtocol;
  readonly random: SeededRandom;
  readonly ledger: LockLedger;
  readonly meetings: Meetings;
  /** Faults are over: nobody lets a lock go any more. */
  readonly calm: () => boolean;
}

/** Acquires, works until it is fenced or lets go, and begins again under another id, as a restarted process does. */
export async function serve(part: Part, held: (lock: HeldLock) => void): Promise<never> {
  const { who, place, config, random, ledger, protocol } = part;
  const { context } = who;
  const { leaseMs } = config;
  for (;;) {
    const request = { operation: 'serve', pid: 1, leaseMs, giveUpMs: 20 * leaseMs } as const;
    const outcome = await acquireLock(context, place, { ...request, takeOver: 'after_silence' });
    if (outcome.kind === 'held') {
      ledger.holds(who.process, outcome.lock.record.lockId, outcome.tookOverFrom);
      held(outcome.lock);
      const old = ledger.roles.get(who.process) === 'old successor';
      if (outcome.tookOverFrom !== null && (old || protocol.clearsFolder))
        void clearFolder(part, outcome.tookOverFrom);
      await work(part, outcome.lock);
    } else {
      ledger.windows.hit(outcome.code);
    }
    await context.clock.sleep(random.int(leaseMs));
  }
}

async function work(part: Part, lock: HeldLock): Promise<void> {
  const { who, config, random, ledger, meetings, protocol } = part;
  const { store, clock } = who.context;
  const { leaseMs } = config;
  const { lockId } = lock.record;
  const guard = protocol.guarded
    ? lock
    : { assertHeld: () => (lock.fence === null ? undefined : throwFenced()) };
  const guarded = guardedStore(store, guard);
  let refused = false;
  for (let done = 0; lock.fence === null; done += 1) {
    await clock.sleep(1 + random.int(leaseMs / 8));
    const unfenced = lock.fence === null;
    // What it writes is of no account; whether it is sent is.
    const sent = guarded.put(`${workFolder}${lockId}`, new Uint8Array([done & 0xff]));
    if (!(await wasAllowed(sent, clock, leaseMs))) {
      refused = unfenced;
      break;
    }
    if (!part.calm() && done > 16 && random.chance(config.releases)) {
      const outcome = await lock.release();
      ledger.windows.hit(`release ${outcome.kind}`);
      return;
    }
  }
  const owner = ledger.owners.get(lockId);
  if (owner !== undefined && lock.fence !== null) {
    ledger.fenced(owner, lock.fence.reason);
    meetings.ended(owner, lock.fence.reason, refused);
  }
  await lock.drop();
}

/** Does not wait long for its answer: work goes on beside the lease. */
async function wasAllowed(
  sent: Promise<unknown>,
  clock: StageProcess['context']['clock'],
  leaseMs: number,
): Promise<boolean> {
  const over = new AbortController();
  const late = clock.sleep(leaseMs / 10, over.signal).then(
    () => true,
    () => true,
  );
  const answer = await Promise.race([
    sent.then(
      () => true,
      () => false,
    ),
    late,
  ]);
  over.abort();
  return answer;
}

function throwFenced(): never {
  throw new Error('fenced');
}

/** As successors of 0.14.0 do, claim and all. */
async function clearFolder({ who, place }: Part, lockId: string): Promise<void> {
  const { store } = who.context;
  const prefix = leaseFolder(place.root, lockId) ?? '?/';
  try {
    const { objects } = await store.list({ prefix, delimiter: '/' });
    for (const { key } of objects) await store.delete(key);
  } catch {
    // Not tried again.
  }
}

const yes = { answer: 'yes', evidence: 'simulated' } as const;
const proven: ProbedConditions = { createIfAbsent: yes, replaceIfMatch: yes, deleteIfMatch: yes };
const attestation = { processStopped: true, ioQuiescent: true, nothingElseRuns: true };

/** Breaks locks that the observer calls silent or unleased; a rash one also live ones. @param seen what the observer last said */
export async function unlock(part: Part, seen: () => LockSnapshot | null): Promise<never> {
  const { who, place, config, random, ledger, calm } = part;
  const rash = config.operator === 'rash';
  for (;;) {
    await who.context.clock.sleep(random.int(3 * config.leaseMs));
    const snapshot = seen();
    const lockId = snapshot?.record?.content?.lockId;
    if (snapshot === null || lockId === undefined) continue;
    // In the calm it only frees what no server can.
    if (calm() && snapshot.state !== 'held-unleased') continue;
    ledger.meant.set(who.process, lockId);
    const request = { lockId, reason: 'simulated', attestation, observed: snapshot.state, stopLive: rash };
    const outcome = await forceUnlock(who.context, place, request, proven);
    ledger.windows.hit(
      outcome.kind === 'unlocked' ? `unlocked ${snapshot.state}` : `unlock refused ${outcome.code}`,
    );
  }
}

/** The stock tool: reads, waits for somebody to say yes, deletes whatever is there. */
export async function unlockAsStock(part: Part): Promise<void> {
  const { who, place, config, random, ledger } = part;
  const { store, clock } = who.context;
  while (!part.calm()) {
    await clock.sleep(random.int(4 * config.leaseMs));
    const reading = await readLock({ store }, place).catch(() => null);
    if (reading?.kind !== 'held') continue;
    ledger.meant.set(who.process, reading.record.lockId);
    await clock.sleep(random.int(2 * config.leaseMs));
    if (!part.calm()) await store.delete(lockKey(place.root));
  }
}

/** Spoils the record of a live owner now and then (F15), and later moves the spoiled one aside, as an operator does by hand. */
export async function spoil({ who, place, config, random, calm }: Part): Promise<never> {
  const { store, clock } = who.context;
  const key = lockKey(place.root);
  const soon = <T>(ask: () => Promise<T>) => withinTime(clock, config.leaseMs / 3, ask).catch(() => null);
  for (;;) {
    await clock.sleep(random.int(2 * config.leaseMs));
    const reading = await soon(() => readLock({ store }, place));
    if (reading === null || reading.kind === 'absent') continue;
    if (reading.kind === 'oversize' || reading.kind === 'corrupt') {
      await soon(() => store.deleteIfMatch(key, reading.etag));
    } else if (!calm() && reading.kind === 'held' && random.chance(0.5)) {
      const body = random.chance(0.5) ? new Uint8Array(lockRecordMaxBytes + 1) : torn;
      await soon(() => store.replace(key, body, reading.etag));
    }
  }
}

const torn = new TextEncoder().encode('{"version":1');

/** @param see every snapshot, at the moment it is made */
export async function observe(part: Part, see: (snapshot: LockSnapshot) => void): Promise<void> {
  const { who, place } = part;
  const options = { configuredMs: part.config.leaseMs, signal: new AbortController().signal };
  for await (const snapshot of watchLock(who.context, place, options)) see(snapshot);
}
