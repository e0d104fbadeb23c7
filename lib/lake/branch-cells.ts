/** One shared reading per branch, for as many branches as somebody looks at, bounded: the longest unasked goes first. */
import type { Clock, MonotonicInstant } from '@/lib/base/clock';
import { lakeLimits } from './lake-settings';

export class BranchCells<Cell> {
  private readonly cells = new Map<string | null, { readonly cell: Cell; asked: MonotonicInstant }>();

  constructor(
    private readonly clock: Clock,
    private readonly make: (branch: string | null) => Cell,
  ) {}

  /** The branch's cell for somebody who looks at it; null is main. */
  of(branch: string | null): Cell {
    const known = this.cells.get(branch);
    const entry = known ?? { cell: this.make(branch), asked: this.clock.monotonic() };
    entry.asked = this.clock.monotonic();
    this.cells.delete(branch);
    this.cells.set(branch, entry);
    for (const oldest of this.cells.keys()) {
      if (this.cells.size <= lakeLimits.branches) break;
      this.cells.delete(oldest);
    }
    return entry.cell;
  }

  /** The cell if there is one, without counting as a look. */
  peek(branch: string | null): Cell | undefined {
    return this.cells.get(branch)?.cell;
  }

  /** The cell for the reader's own work: it does not count as a look. */
  peekOrMake(branch: string | null): Cell {
    return this.peek(branch) ?? this.of(branch);
  }

  /** The branches somebody looked at within so long. */
  askedWithin(ms: number): (string | null)[] {
    const since = this.clock.monotonic() - ms;
    return [...this.cells].flatMap(([branch, { asked }]) => (asked >= since ? [branch] : []));
  }
}
