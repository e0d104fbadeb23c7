/** Time as a queue of events: processes run in it with clocks of their own, which can be paused, frozen or killed. */
import type { Clock, MonotonicInstant, WallInstant } from '@/lib/base/clock';

interface WorldEvent {
  readonly at: number;
  /** What comes first of what happens at one instant. */
  readonly rank: number;
  readonly run: () => void;
}

const asUsual = 0;
const afterTimers = 2;
const timers = 1;
const maxEvents = 400_000;

export class VirtualWorld {
  /** True time in milliseconds. */
  now = 0;
  readonly processes: VirtualProcess[] = [];
  private events: WorldEvent[] = [];
  private count = 0;

  /** @param ms from now */
  after(ms: number, run: () => void, rank: number = asUsual): void {
    this.events.push({ at: this.now + ms, rank, run });
  }

  /** @param hostAheadMs how far the host's wall clock is ahead of true time */
  process(name: string, hostAheadMs = 0): VirtualProcess {
    const process = new VirtualProcess(this, name, hostAheadMs);
    this.processes.push(process);
    return process;
  }

  /** Everything that happens in the next `ms`, and whatever follows from it without time passing. */
  async run(ms: number, ended: () => boolean = () => false): Promise<void> {
    const until = this.now + ms;
    await settled();
    while (!ended()) {
      const next = this.next();
      if (next === null || next.at > until) {
        this.now = until;
        return;
      }
      this.count += 1;
      if (this.count > maxEvents) throw new Error(`nothing comes to an end within ${maxEvents} events`);
      this.now = Math.max(this.now, next.at);
      next.run();
      await settled();
    }
  }

  private next(): WorldEvent | null {
    let first: WorldEvent | null = null;
    for (const event of this.events) if (first === null || precedes(event, first)) first = event;
    const event = first;
    for (const process of this.processes) {
      const due = process.nextTimer();
      if (due !== null && (first === null || precedes(due, first))) first = due;
    }
    if (first !== null && first === event) this.events.splice(this.events.indexOf(first), 1);
    return first;
  }

  /** @internal of processes */
  timer(at: number, run: () => void): WorldEvent {
    return { at: Math.max(at, this.now), rank: timers, run };
  }
}

function precedes(a: WorldEvent, b: WorldEvent): boolean {
  return a.at < b.at || (a.at === b.at && a.rank < b.rank);
}

interface Timer {
  readonly due: number;
  readonly wake: () => void;
}

export type ProcessMode = 'running' | 'paused' | 'frozen' | 'dead';

/** One process on one machine. */
export class VirtualProcess {
  mode: ProcessMode = 'running';
  /** Milliseconds for which its clock has stood still so far. */
  frozenMs = 0;
  /** True time at which its clock last began to run again. */
  frozenUntil = Number.NEGATIVE_INFINITY;
  /** On resuming, whether answers that waited are processed before timers that are due. */
  answersFirst = true;
  private stoppedAt = 0;
  private timers: Timer[] = [];
  private inbox: (() => void)[] = [];
  private readonly startedAt: number;

  constructor(
    private readonly world: VirtualWorld,
    readonly name: string,
    public hostAheadMs: number,
  ) {
    this.startedAt = world.now;
  }

  /** Milliseconds of its own clock since it started. */
  get elapsed(): number {
    const standing = this.mode === 'frozen' ? this.world.now - this.stoppedAt : 0;
    return this.world.now - this.startedAt - this.frozenMs - standing;
  }

  readonly clock: Clock = {
    wall: () => (Date.UTC(2026, 10, 17, 9) + this.world.now + this.hostAheadMs) as WallInstant,
    monotonic: () => this.elapsed as MonotonicInstant,
    sleep: (ms, signal) => this.sleep(ms, signal),
  };

  /** SIGSTOP: nothing of it happens, its clock runs on. */
  pause(): void {
    this.stop('paused');
  }

  /** A suspended machine: its clock stands still too. */
  freeze(): void {
    this.stop('frozen');
  }

  resume(): void {
    if (this.mode === 'frozen') {
      this.frozenMs += this.world.now - this.stoppedAt;
      this.frozenUntil = this.world.now;
    }
    if (this.mode !== 'paused' && this.mode !== 'frozen') return;
    this.mode = 'running';
    const waiting = this.inbox.splice(0);
    for (const run of waiting) {
      this.world.after(0, () => this.deliver(run), this.answersFirst ? asUsual : afterTimers);
    }
  }

  kill(): void {
    this.mode = 'dead';
    this.timers = [];
    this.inbox = [];
  }

  /** An answer reaches it when it runs. */
  deliver(run: () => void): void {
    if (this.mode === 'running') run();
    else if (this.mode !== 'dead') this.inbox.push(run);
  }

  nextTimer(): WorldEvent | null {
    if (this.mode !== 'running') return null;
    let first: Timer | null = null;
    for (const timer of this.timers) if (first === null || timer.due < first.due) first = timer;
    if (first === null) return null;
    const timer = first;
    return this.world.timer(this.startedAt + this.frozenMs + timer.due, () => {
      this.timers = this.timers.filter((one) => one !== timer);
      timer.wake();
    });
  }

  private stop(mode: 'paused' | 'frozen'): void {
    if (this.mode !== 'running') return;
    this.mode = mode;
    this.stoppedAt = this.world.now;
  }

  private sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const stop = () => {
        this.timers = this.timers.filter((one) => one !== timer);
        reject(signal?.reason);
      };
      const wake = () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      };
      const timer: Timer = { due: Math.ceil(this.elapsed + ms), wake };
      if (this.mode !== 'dead') this.timers.push(timer);
      signal?.addEventListener('abort', stop, { once: true });
    });
  }
}

/**
 * Lets every process run until it waits for time or for an answer: all else is microtasks, and Node begins its next
 * tick only when none of them is left.
 */
function settled(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}
