/** One schedule of locks from one seed: its processes, what befalls them, and what became of it. The same seed gives the same trace. */
import type { HeldLock } from '@/lib/engine/lock/hold-lock';
import { clusterPlace } from '@/lib/engine/lock/lock-place';
import type { LockSnapshot } from '@/lib/engine/lock/lock-snapshot-rules';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { SeededRandom } from '@/lib/testing/seeded-random';
import { observe, type Part, serve, spoil, unlock, unlockAsStock } from './lock-actors';
import { LockLedger, type Role } from './lock-ledger';
import { claimOnly, protocolOf } from './lock-mutants';
import { Meetings } from './meetings';
import { ObserverInvariants } from './observer-invariants';
import { calmLeases, drawLockConfig, stormyLeases } from './schedule-config';
import { VirtualNetwork } from './virtual-network';
import { type VirtualProcess, VirtualWorld } from './virtual-world';
import { Weather } from './weather';

export interface LockScheduleResult {
  readonly seed: number;
  /** What broke, or null. */
  readonly violation: string | null;
  readonly calls: number;
  readonly faults: number;
  /** At least four processes, 200 calls and one fault: only such a schedule proves anything. */
  readonly counts: boolean;
  readonly trace: readonly string[];
  readonly hits: ReadonlyMap<string, number>;
  /** Longest time an owner acted after its loss, in leases of its own clock, by the window of section F. */
  readonly longest: ReadonlyMap<string, number>;
}

/** @param mutant name of a changed rule, null for the protocol as it is */
export async function runLockSchedule(
  seed: number,
  mutant: string | null = null,
): Promise<LockScheduleResult> {
  const random = new SeededRandom(seed);
  const config = drawLockConfig(random);
  const protocol = protocolOf(mutant);
  const { leaseMs } = config;
  const world = new VirtualWorld();
  const store = openMemoryStore({ now: () => Date.UTC(2026, 10, 17, 9) + world.now });
  const ledger = new LockLedger(world, leaseMs);
  const network = new VirtualNetwork(world, store);
  const weather = new Weather(world, config, random.fork(), ledger);
  const place = clusterPlace(store, '', 'ours');
  let calls = 0;
  network.route = weather.route;
  const count = () => {
    calls += 1;
  };
  const meetings = new Meetings(ledger, leaseMs);
  network.observers.push(ledger, meetings, { sent: count });
  let calm = false;
  const locks = new Map<VirtualProcess, HeldLock>();
  const processes: VirtualProcess[] = [];

  function part(name: string, role: Role): Part {
    const process = world.process(name, random.int(7_200_000) - 3_600_000);
    processes.push(process);
    ledger.roles.set(process, role);
    const rules = role === 'old owner' ? claimOnly(protocol.rules) : protocol.rules;
    const seen = protocol.store(network.storeOf(process));
    const context = { store: seen, clock: process.clock, random: random.fork(), rules };
    return {
      who: { process, context },
      place,
      config,
      protocol,
      random: random.fork(),
      ledger,
      meetings,
      calm: () => calm,
    };
  }

  function server(name: string, role: Role): void {
    const one = part(name, role);
    void serve(one, (lock) => locks.set(one.who.process, lock));
  }

  let snapshot: LockSnapshot | null = null;
  function startObserver(name: string): void {
    const observer = part(name, 'observer');
    const invariants = new ObserverInvariants(observer.who.process, ledger);
    network.observers.push({
      sent: (sent) => invariants.sent(sent),
      landed: (sent) => invariants.landed(sent),
      answered: (sent) => invariants.answered(sent),
    });
    void observe(observer, (told) => {
      snapshot = told;
      ledger.note(`${name} says ${told.state}`);
      invariants.check(told, world.now);
    });
  }

  /** A machine that dies comes back as a new process, sooner or later. */
  function reborn({ name }: VirtualProcess): void {
    const role = ledger.roles.get(processes.find((one) => one.name === name) as VirtualProcess);
    world.after(random.int(3 * leaseMs), () => start(`${name}'`, role ?? 'server'));
  }

  function start(name: string, role: Role): void {
    if (role === 'observer') startObserver(name);
    else if (role === 'operator') void unlock(part(name, role), () => snapshot);
    else if (role === 'stock operator') void unlockAsStock(part(name, role));
    else if (role === 'spoiler') void spoil(part(name, role));
    else server(name, role);
  }

  start('a', config.oldOwner ? 'old owner' : 'server');
  start('observer', 'observer');
  world.after(random.int(2 * leaseMs), () => start('b', config.oldSuccessor ? 'old successor' : 'server'));
  world.after(random.int(3 * leaseMs), () => start('c', 'server'));
  if (config.operator === 'stock') start('stock', 'stock operator');
  if (config.operator !== 'none') start('operator', 'operator');
  if (config.spoiler) start('spoiler', 'spoiler');
  weather.begin(() => processes, reborn);

  const ended = () => ledger.violation !== null;
  await world.run(stormyLeases * leaseMs, ended);
  calm = true;
  weather.clear(processes);
  if (config.operator === 'none') start('operator', 'operator');
  await world.run(calmLeases * leaseMs, ended);
  if (!ended()) checkEnd(ledger, locks);
  const { violation, faults, trace, windows } = ledger;
  const counts = processes.length >= 4 && calls >= 200 && faults >= 1;
  return { seed, violation, calls, faults, counts, trace, hits: windows.hits, longest: windows.longest };
}

/** Once everything has answered for long enough, the record names exactly one owner, and that one alone holds. */
function checkEnd(ledger: LockLedger, locks: ReadonlyMap<VirtualProcess, HeldLock>): void {
  const holding = [...locks]
    .filter(([{ mode }, lock]) => mode === 'running' && holds(lock))
    .map(([, { record }]) => record.lockId)
    .filter((lockId) => !ledger.owners.get(lockId)?.old);
  const named = ledger.holder;
  const old = named !== null && ledger.owners.get(named)?.old;
  if (named === null) ledger.violate('nobody is named in the end');
  else if (!old && (holding.length !== 1 || holding[0] !== named))
    ledger.violate(`in the end ${named} is named, and ${holding.join(', ') || 'nobody'} holds`);
}

function holds(lock: HeldLock): boolean {
  try {
    lock.assertHeld();
    return true;
  } catch {
    return false;
  }
}
