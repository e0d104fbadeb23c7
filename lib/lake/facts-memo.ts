/** The facts of one branch, kept while the readings behind them are the same: a crowd shares one assembly, not only one read. */
import { assembleFacts, type DatasetFacts } from './dataset-facts';
import type { DatasetReader } from './dataset-reader';
import type { Gathered } from './gather-readings';

export class FactsMemo {
  private readonly known = new Map<string | null, { gathered: Gathered; facts: DatasetFacts }>();

  constructor(
    private readonly reader: DatasetReader,
    private readonly bound: number,
  ) {}

  of(gathered: Gathered): DatasetFacts {
    const before = this.known.get(gathered.branch);
    if (before !== undefined && sameReadings(before.gathered, gathered)) return before.facts;
    const facts = assembleFacts(this.reader, gathered);
    this.known.delete(gathered.branch);
    this.known.set(gathered.branch, { gathered, facts });
    for (const oldest of this.known.keys()) {
      if (this.known.size <= this.bound) break;
      this.known.delete(oldest);
    }
    return facts;
  }
}

function sameReadings(a: Gathered, b: Gathered): boolean {
  return (
    a.control === b.control &&
    a.head?.finding === b.head?.finding &&
    a.lists.length === b.lists.length &&
    a.lists.every(({ reading, names }, index) => {
      const other = b.lists[index];
      return reading === other?.reading && names === other.names;
    }) &&
    a.notes.join('\n') === b.notes.join('\n')
  );
}
