/**
 * What stands between a run and each of its effects: the lock's deadline, the freeze, and the register. It asks before
 * every batch, and answers synchronously before every single change (D19).
 */
import { VamplateError } from '@/lib/base/errors';
import type { Pace } from '@/lib/engine/cleanup/pace';
import type { HeldLock } from '@/lib/engine/lock/hold-lock';
import type { RunChange } from '@/lib/engine/operations/change-run';
import type { FreezeReading } from '@/lib/engine/operations/freeze-record';
import type { Operations } from '@/lib/engine/operations/operations';
import type { RunRecord } from '@/lib/engine/operations/run-record';

/** Why an owner sends nothing more. */
export type Halt =
  /** Somebody asked for it: the run is over. */
  | 'stopped'
  /** The lake is frozen, or whether it is cannot be read: the run is over. */
  | 'frozen'
  /** Another process has the run. */
  | 'lost'
  /** The lock of the dataset is no longer this process's: whoever takes it next goes on. */
  | 'unlocked'
  /** This server stops: the next owner goes on. */
  | 'leaving';

export class RunGuard {
  private halted: { readonly halt: Halt; readonly error: VamplateError } | null = null;

  constructor(
    private readonly operations: Operations,
    private readonly lock: HeldLock,
    private readonly pace: Pace,
    private readonly run: string,
    private readonly ownerId: string,
  ) {}

  get halt(): Halt | null {
    return this.halted?.halt ?? (this.lock.fence === null ? null : 'unlocked');
  }

  /** The first reason stands. */
  stop(halt: Halt, sentence: string): void {
    this.halted ??= { halt, error: new VamplateError(halt === 'frozen' ? 'refused' : 'conflict', sentence) };
  }

  /** Right before every change, in the same turn. Being asked to stop lets the batch under way be tidied up. */
  readonly mayProceed = (): void => {
    this.lock.assertHeld();
    if (this.halted !== null && this.halted.halt !== 'stopped' && this.halted.halt !== 'leaving')
      throw this.halted.error;
  };

  /** Reads lock, freeze and register at once. */
  readonly beforeBatch = async (): Promise<void> => {
    const [, freeze, run] = await Promise.all([
      this.lock.confirm(),
      this.operations.readFreeze(),
      this.operations.findRun(this.run),
    ]);
    this.see(run);
    const frozen = this.operations.isFrozen(freeze);
    if (frozen) this.stop('frozen', sentenceOf(freeze));
    if (this.halted !== null) throw this.halted.error;
  };

  /** What a beat was answered with. */
  told(change: RunChange): void {
    if (change.kind === 'refused' && change.because !== 'not_begun') this.lose();
    else this.see(change.run);
  }

  private see(run: RunRecord | null): void {
    if (run?.owner?.id !== this.ownerId) {
      this.lose();
      return;
    }
    this.pace.limit = run.rate;
    if (run.state === 'stopping') this.stop('stopped', `${run.stop?.actor ?? 'Somebody'} asked it to stop.`);
  }

  private lose(): void {
    this.stop('lost', 'Another process has this run.');
  }
}

function sentenceOf(freeze: FreezeReading): string {
  if (freeze.kind === 'frozen')
    return `${freeze.record.actor} froze the lake: ${freeze.record.reason}`.slice(0, 300);
  return 'Whether the lake is frozen could not be read, which counts as frozen.';
}
