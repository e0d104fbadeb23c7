/** Limits how many objects a run deletes in a second, by a clock that is passed in. */
import type { Clock } from '@/lib/base/clock';

export class Pace {
  /** @param perSecond null: as fast as the store answers */
  constructor(
    private readonly clock: Clock,
    private perSecond: number | null,
  ) {}

  /** May be changed while the run works. */
  set limit(perSecond: number | null) {
    this.perSecond = perSecond;
  }

  /** How many objects the next batch may have. */
  batchSize(most: number): number {
    return this.perSecond === null ? most : Math.max(1, Math.min(most, Math.floor(this.perSecond)));
  }

  /** Waits for as long as `count` objects may take. */
  async after(count: number, signal: AbortSignal | undefined): Promise<void> {
    if (this.perSecond === null || count === 0) return;
    await this.clock.sleep((count / this.perSecond) * 1_000, signal).catch(() => undefined);
  }
}
