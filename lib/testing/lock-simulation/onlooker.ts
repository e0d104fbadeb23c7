/** An observer that looks when a test tells it to, and remembers as a watch does. */
import type { LockSnapshot } from '@/lib/engine/lock/lock-snapshot-rules';
import { nothingSeen } from '@/lib/engine/lock/observation-rules';
import { pollLock } from '@/lib/engine/lock/poll-lock';
import type { LockStage, StageProcess } from './lock-stage';
import type { VirtualProcess } from './virtual-world';

export class Onlooker {
  private seen = nothingSeen;
  private readonly who: StageProcess;

  constructor(
    private readonly stage: LockStage,
    /** L by configuration, in milliseconds. */
    private readonly configuredMs: number | null,
  ) {
    this.who = stage.process('onlooker');
  }

  get process(): VirtualProcess {
    return this.who.process;
  }

  async look(): Promise<LockSnapshot> {
    const { configuredMs, stage, who } = this;
    const look = await stage.until(pollLock(who.context, stage.place, this.seen, { configuredMs }));
    this.seen = look.seen;
    return look.snapshot;
  }
}
