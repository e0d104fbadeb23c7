/** What befalls requests and machines in one schedule: losses, stalls, late effects, spells without reads, stops, freezes, deaths. */
import { claimName, lockKey } from '@/lib/engine/lock/lock-names';
import type { SeededRandom } from '@/lib/testing/seeded-random';
import { type LockLedger, workFolder } from './lock-ledger';
import type { LockScheduleConfig } from './schedule-config';
import type { Passage, SentCall } from './virtual-network';
import type { VirtualProcess, VirtualWorld } from './virtual-world';

export class Weather {
  private calm = false;
  private died: (one: VirtualProcess) => void = () => {};
  /** Reads of a process that have no answer for a while: all of them, or those of claims alone. */
  private readonly spells = new Map<VirtualProcess, { until: number; claimsOnly: boolean }>();

  constructor(
    private readonly world: VirtualWorld,
    private readonly config: LockScheduleConfig,
    private readonly random: SeededRandom,
    private readonly ledger: LockLedger,
  ) {}

  readonly route = (sent: SentCall): Passage => {
    const passage = this.passageOf(sent);
    this.claiming(sent);
    const { sendMs = 0, answerMs = 0, fate = 'answered' } = passage;
    const slow = fate !== 'answered' || sendMs + answerMs > this.config.leaseMs / 30;
    if (slow && !sent.call.key.startsWith(workFolder)) this.ledger.noteTrouble(sent.process);
    if (fate !== 'answered') this.ledger.noteFault(`${fate} ${sent.call.verb} ${sent.call.key}`);
    return passage;
  };

  /** F11: the claim lands, and whoever wrote it takes nothing over. */
  private claiming({ call, process }: SentCall): void {
    if (this.calm || call.verb !== 'create' || !call.key.endsWith(`/${claimName}`)) return;
    if (!this.random.chance(this.config.diesClaiming)) return;
    this.world.after(0, () => {
      if (process.mode === 'dead') return;
      this.ledger.noteFault(`kill ${process.name}`);
      process.kill();
      this.died(process);
    });
  }

  private passageOf({ call, process }: SentCall): Passage {
    const { random, config } = this;
    const { leaseMs } = config;
    const quick = { sendMs: 1 + random.int(leaseMs / 100), answerMs: 1 + random.int(leaseMs / 100) };
    if (this.calm) return quick;
    const spell = this.spells.get(process);
    const inSpell = spell !== undefined && this.world.now < spell.until && !call.mutates;
    if (inSpell && (!spell.claimsOnly || call.key.endsWith(`/${claimName}`)))
      return { ...quick, fate: 'lost' };
    const some = random.int(1_000) / 1_000;
    // Creates of the record are rare; that one of them lands late is what matters most about it.
    const rare = call.verb === 'create' && call.key === lockKey('') ? 10 : 1;
    const { lost, answerLost, late, silent, slow } = config;
    const steps: readonly (readonly [number, Passage])[] = [
      [lost, { ...quick, fate: 'lost' }],
      [answerLost, { ...quick, fate: 'answer_lost' }],
      [
        call.mutates ? rare * late : 0,
        { answerMs: quick.answerMs, sendMs: random.int(3 * leaseMs), fate: 'late' },
      ],
      [silent, { ...quick, fate: random.chance(0.5) ? 'silent' : 'unheard' }],
      [slow, { sendMs: random.int(leaseMs / 2), answerMs: random.int(2 * leaseMs) }],
    ];
    let sum = 0;
    for (const [chance, passage] of steps) {
      sum += chance;
      if (some < sum) return passage;
    }
    return quick;
  }

  /** From now on until the calm, something befalls one of the processes now and then. */
  begin(processes: () => readonly VirtualProcess[], died: (one: VirtualProcess) => void): void {
    this.died = died;
    const { leaseMs, eventEvery } = this.config;
    this.world.after(this.random.int(2 * eventEvery * leaseMs), () => {
      if (this.calm) return;
      const [first, ...rest] = processes().filter(({ mode }) => mode === 'running');
      if (first !== undefined) this.befall(this.random.pick([first, ...rest]), died);
      this.begin(processes, died);
    });
  }

  private befall(process: VirtualProcess, died: (one: VirtualProcess) => void): void {
    const { random, config, world, ledger } = this;
    const what = random.pick(['pause', 'freeze', 'freeze', 'kill', 'spell'] as const);
    ledger.noteFault(`${what} ${process.name}`);
    if (what === 'spell') {
      this.castSpell(process);
      return;
    }
    if (what === 'kill') {
      process.kill();
      died(process);
      return;
    }
    process.answersFirst = random.chance(0.5);
    // A stopped clock is no trouble by itself: that is what F1 is about.
    if (what === 'pause') ledger.noteTrouble(process);
    if (what === 'pause') process.pause();
    else process.freeze();
    world.after(random.int(4 * config.leaseMs), () => {
      if (process.mode !== 'paused' && process.mode !== 'frozen') return;
      if (what === 'pause') ledger.noteTrouble(process);
      if (random.chance(0.3)) this.castSpell(process);
      ledger.noteFault(`resume ${process.name}`);
      process.resume();
    });
  }

  private castSpell(process: VirtualProcess): void {
    const until = this.world.now + this.random.int(2 * this.config.leaseMs);
    this.spells.set(process, { until, claimsOnly: this.random.chance(0.5) });
  }

  /** Everything answers, and whoever stands still goes on. */
  clear(processes: readonly VirtualProcess[]): void {
    this.calm = true;
    for (const process of processes) {
      if (process.mode !== 'paused' && process.mode !== 'frozen') continue;
      if (process.mode === 'paused') this.ledger.noteTrouble(process);
      process.resume();
    }
  }
}
