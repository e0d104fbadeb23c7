/** Runs processes one store call at a time in virtual time: every choice comes from the seed, and nothing else moves. */
import type { Clock, MonotonicInstant, WallInstant } from '@/lib/base/clock';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { type Dispatch, faultyStore, type StoreCall } from '@/lib/testing/faulty-store';
import type { SeededRandom } from '@/lib/testing/seeded-random';
import { type Fault, whatHappens } from './faults';
import { longestWaitMs, type Observer, type Wait } from './observer';
import type { ScheduleConfig } from './schedule-config';
import { Trouble } from './trouble';

/** One process of the simulated world, with everything it may touch. */
export interface SimProcess {
  readonly name: string;
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly random: SeededRandom;
}

interface Actor extends SimProcess {
  alive: boolean;
  /** Stopped like by SIGSTOP: nothing of it happens before this instant. */
  stoppedUntil: number;
  /** The same until others have made this many calls, or have nothing to do. */
  stoppedUntilCall: number;
  /** Held for others at the call it wants to make; null when it is not. */
  waits: Wait | null;
  running: boolean;
}

interface Pending {
  readonly actor: Actor;
  readonly call: StoreCall;
  readonly settle: (answer: Promise<unknown>) => void;
}

interface Sleeper {
  readonly actor: Actor;
  readonly at: number;
  readonly wake: () => void;
}

const [twentyMinutes, day] = [20 * 60_000, 86_400_000];
const maxSteps = 20_000;

export class Scheduler {
  readonly trace: string[] = [];
  calls = 0;
  faults = 0;
  violation: string | null = null;
  /** True time in milliseconds since the epoch. */
  now = Date.UTC(2030, 0, 1);
  private trouble: Trouble;
  private ahead = 0;
  private latest: Actor | null = null;
  private readonly actors: Actor[] = [];
  private pending: Pending[] = [];
  private sleepers: Sleeper[] = [];
  private late: { readonly process: string; readonly call: StoreCall; readonly fromCall: number }[] = [];

  constructor(
    private config: ScheduleConfig,
    private readonly random: SeededRandom,
    private readonly observer: Observer,
  ) {
    this.trouble = new Trouble(config, random);
  }

  get actorCount(): number {
    return this.actors.length;
  }

  /** How long until about the time at which one of the things that end does; null when nothing ends. */
  msUntilSomethingEnds(): number | null {
    const [first, ...others] = this.nearDeadlines();
    return first === undefined ? null : this.random.pick([first, ...others]) - this.now;
  }

  /** What the store's clock says to the call that is being carried out: the clock of its gateway. */
  storeNow(): number {
    return Math.floor(this.now + this.ahead);
  }

  /** Starts a process. An error that `main` lets through is a violation: expected ones are the actor's to catch. */
  start(name: string, inner: ObjectStore, main: (process: SimProcess) => Promise<void>): void {
    const startedAt = this.now;
    const hostAhead = (this.random.int(21) - 10) * day;
    const dispatch: Dispatch = (call) => this.ask(actor, call);
    const actor: Actor = {
      name,
      store: faultyStore(inner, dispatch, this.config.pageLimit),
      random: this.random.fork(),
      clock: {
        wall: () => (this.now + hostAhead) as WallInstant,
        monotonic: () => (this.now - startedAt) as MonotonicInstant,
        sleep: (ms, signal) => this.sleep(actor, ms, signal),
      },
      alive: true,
      stoppedUntil: 0,
      stoppedUntilCall: 0,
      waits: null,
      running: true,
    };
    this.actors.push(actor);
    main(actor).then(
      () => {
        actor.running = false;
      },
      (error: unknown) => {
        actor.running = false;
        if (actor.alive) this.violation ??= `${name} met an error nobody expects: ${String(error)}`;
      },
    );
  }

  /** From here on nothing fails and nobody is stopped. */
  calm(): void {
    this.config = { ...this.config, faultRate: 0, jumpRate: 0 };
    this.trouble = new Trouble(this.config, this.random);
  }

  async run(): Promise<void> {
    for (let step = 0; step < maxSteps; step += 1) {
      await settled();
      this.violation ??= this.observer.check(this.now);
      if (this.violation !== null || !(await this.step())) return;
    }
  }

  /** @returns false when nothing is left to happen */
  private async step(): Promise<boolean> {
    const awake = this.pending.filter(({ actor }) => actor.stoppedUntil <= this.now && !this.waits(actor));
    const running = awake.filter(({ actor }) => actor.stoppedUntilCall <= this.calls);
    const ready = running.length > 0 ? running : awake;
    const due = this.sleepers.filter(({ at, actor }) => Math.max(at, actor.stoppedUntil) <= this.now);
    const busy = this.actors.some((actor) => actor.alive && actor.running);
    if (ready.length + due.length === 0 || (busy && this.random.chance(this.config.jumpRate))) {
      if (busy && this.jump(ready.length + due.length === 0)) return true;
    }
    const landing = this.late.filter(
      ({ fromCall }) => fromCall <= this.calls || ready.length + due.length === 0,
    );
    const choices = ready.length + due.length + landing.length;
    if (choices === 0) return false;
    // Bursts: between two calls of one process another often makes several.
    const again = ready.findIndex(({ actor }) => actor === this.latest);
    const choice = again >= 0 && this.random.chance(0.5) ? again : this.random.int(choices);
    const sleeper = due[choice - ready.length];
    const pending = ready[choice];
    if (pending !== undefined) await this.carryOut(pending);
    else if (sleeper !== undefined) this.wake(sleeper);
    else await this.landLate(landing[choice - ready.length - due.length]);
    this.now += this.random.int(this.config.stepMs);
    return true;
  }

  private waits(actor: Actor): boolean {
    if (actor.waits === null) return false;
    if (actor.waits.atMostUntil > this.now && !actor.waits.isOver()) return true;
    actor.waits = null;
    return false;
  }

  /** Moves time: to the next event, a little, or close to something that ends. */
  private jump(must: boolean): boolean {
    const events = [
      ...this.sleepers.map(({ at, actor }) => Math.max(at, actor.stoppedUntil)),
      ...this.pending.map(({ actor }) => Math.max(actor.stoppedUntil, actor.waits?.atMostUntil ?? 0)),
    ].filter((at) => at > this.now);
    const next = Math.min(...events);
    if (must && events.length === 0) return false;
    const near = this.random.chance(0.25) ? this.msUntilSomethingEnds() : null;
    if (near !== null) this.now += near;
    else if (must || (events.length > 0 && this.random.chance(0.6))) this.now = next;
    else this.now += this.random.int(1_000);
    this.note('', `time ${this.now}`);
    return true;
  }

  /** Instants within two seconds of something that ends, where the order of events matters most. */
  private nearDeadlines(): readonly number[] {
    return this.observer
      .deadlines()
      .map((at) => at + this.random.int(4_001) - 2_000)
      .filter((at) => at > this.now);
  }

  private ask<T>(actor: Actor, call: StoreCall<T>): Promise<T> {
    return new Promise<T>((resolve) => {
      // What a dead process asks for is never done.
      if (!actor.alive) return;
      this.observer.asked(actor.name, call);
      this.pending.push({ actor, call, settle: (answer) => resolve(answer as Promise<T>) });
    });
  }

  private async carryOut(pending: Pending): Promise<void> {
    const { actor, call, settle } = pending;
    this.latest = actor;
    const isOver = this.observer.worthWaitingFor(actor.name, call);
    const fault = this.trouble.of(actor.name, call, isOver !== null);
    if (fault !== null) this.faults += 1;
    if (fault === 'wait') {
      if (isOver !== null) actor.waits = { isOver, atMostUntil: this.now + longestWaitMs };
      this.note(actor.name, `waits at ${call.verb} ${call.key}`);
      return;
    }
    if (fault === 'hold') {
      actor.stoppedUntilCall = this.calls + 1 + this.random.int(400);
      this.note(actor.name, `is held until call ${actor.stoppedUntilCall}`);
      return;
    }
    if (fault === 'stop') {
      const ms = (this.random.chance(0.6) ? this.msUntilSomethingEnds() : null) ?? twentyMinutes;
      actor.stoppedUntil = this.now + ms;
      this.note(actor.name, `stops for ${ms} ms`);
      return;
    }
    this.pending = this.pending.filter((one) => one !== pending);
    this.calls += 1;
    const { effect, answer, dies } = whatHappens(fault);
    const result = effect === 'now' ? await this.land(actor.name, call, fault) : null;
    if (effect !== 'now') this.note(actor.name, `${call.verb} ${call.key} ${fault}`);
    if (effect === 'late') {
      // Some land at once, some only after others have done a lot.
      const fromCall = this.calls + (this.random.chance(0.5) ? 0 : this.random.int(80));
      this.late.push({ process: actor.name, call, fromCall });
    }
    if (dies) this.kill(actor);
    else if (answer === 'given' && result !== null) settle(result.answer);
    else settle(answer === 'refused' ? call.refused() : call.lost());
  }

  private async land(process: string, call: StoreCall, fault: Fault | 'late lands' | null) {
    this.ahead = this.gatewayOf(call);
    const answer = call.effect();
    // Errors of the store itself (a key that is no key) are the caller's to see.
    const told = await answer.catch(() => null);
    this.note(process, `${call.verb} ${call.key} ${fault ?? ''} -> ${kindOf(told)}`);
    this.observer.landed(process, call, told, this.now);
    return { answer };
  }

  /** In the last moments of leases often the one that makes a lease seem young and a marker late. */
  private gatewayOf({ key }: StoreCall): number {
    const { gateways, tight } = this.config;
    if (!tight || this.random.chance(0.4)) return this.random.pick([...gateways]);
    return key.endsWith('.lease') ? Math.min(...gateways) : Math.max(...gateways);
  }

  private async landLate(effect: (typeof this.late)[number] | undefined): Promise<void> {
    if (effect === undefined) return;
    this.late = this.late.filter((one) => one !== effect);
    await this.land(effect.process, effect.call, 'late lands');
  }

  private kill(actor: Actor): void {
    actor.alive = false;
    this.pending = this.pending.filter((one) => one.actor !== actor);
    this.sleepers = this.sleepers.filter((one) => one.actor !== actor);
    this.note(actor.name, 'dies');
  }

  private sleep(actor: Actor, ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const stop = () => {
        this.sleepers = this.sleepers.filter((one) => one !== sleeper);
        reject(signal?.reason);
      };
      const wake = () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      };
      const sleeper = { actor, at: this.now + ms, wake };
      if (actor.alive) this.sleepers.push(sleeper);
      signal?.addEventListener('abort', stop, { once: true });
    });
  }

  private wake(sleeper: Sleeper): void {
    this.sleepers = this.sleepers.filter((one) => one !== sleeper);
    this.note(sleeper.actor.name, 'wakes');
    sleeper.wake();
  }

  private note(process: string, what: string): void {
    this.trace.push(`${this.now} ${process} ${what}`);
  }
}

/** Lets every process run until it waits for the scheduler again: all else in this world is microtasks. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function kindOf(answer: unknown): string {
  if (Array.isArray(answer)) return answer.map(kindOf).join(',');
  if (typeof answer !== 'object' || answer === null) return 'error';
  return 'kind' in answer ? String(answer.kind) : 'page';
}
