/** Who holds leases, where somebody wrote it down: each record read at most once a minute, however many look (D23). */
import type { Clock, MonotonicInstant } from '@/lib/base/clock';
import { type HolderFinding, readHolders } from '@/lib/engine/leases/read-holders';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { lakeLimits } from './lake-settings';

interface KnownHolder {
  readonly finding: HolderFinding;
  readonly readAt: MonotonicInstant;
  /** How often it was looked for and not found. */
  readonly misses: number;
}

export class KnownHolders {
  private readonly records = new Map<string, KnownHolder>();
  private readonly inFlight = new Map<string, Promise<unknown>>();
  private changes = 0;

  /** @param store the lake's own store, opened on first use */
  constructor(
    private readonly clock: Clock,
    private readonly store: () => ObjectStore,
  ) {}

  /** Grows when a label becomes known or another one. */
  get generation(): number {
    return this.changes;
  }

  /** The label without asking the store; null where none is recorded or nobody has looked. */
  labelOf(leaseId: string): string | null {
    const finding = this.records.get(leaseId)?.finding;
    return finding?.kind === 'recorded' ? finding.record.label : null;
  }

  peek(leaseId: string): HolderFinding | undefined {
    return this.records.get(leaseId)?.finding;
  }

  /** At most the first 1,000 ids; a record that cannot be read is a finding, never an error. */
  async read(leaseIds: readonly string[]): Promise<ReadonlyMap<string, HolderFinding>> {
    const wanted = leaseIds.slice(0, 1_000);
    const due = wanted.filter((id) => !this.inFlight.has(id) && this.isDue(id));
    if (due.length > 0) this.begin(due);
    await Promise.all(new Set(wanted.flatMap((id) => this.inFlight.get(id) ?? [])));
    return new Map(
      wanted.flatMap((id) => {
        const known = this.records.get(id);
        return known === undefined ? [] : [[id, known.finding] as const];
      }),
    );
  }

  /** Whether a record for it was read, or found to be none, lately enough. */
  isKnown(id: string): boolean {
    return !this.isDue(id);
  }

  private isDue(id: string): boolean {
    const known = this.records.get(id);
    if (known === undefined) return true;
    // The record is written just after the lease: what the first looks miss is looked for again soon.
    const fresh = known.finding.kind !== 'recorded' && known.misses < 3;
    const age = fresh ? lakeLimits.holderRetryMs : lakeLimits.holderAgeMs;
    return this.clock.monotonic() - known.readAt > age;
  }

  private begin(ids: readonly string[]): void {
    const reading = (async () => {
      try {
        for (const [id, finding] of await readHolders(this.store(), ids)) this.keep(id, finding);
      } finally {
        for (const id of ids) this.inFlight.delete(id);
      }
    })();
    for (const id of ids) this.inFlight.set(id, reading);
  }

  private keep(id: string, finding: HolderFinding): void {
    const before = this.labelOf(id);
    const misses = finding.kind === 'recorded' ? 0 : (this.records.get(id)?.misses ?? 0) + 1;
    this.records.delete(id);
    this.records.set(id, { finding, readAt: this.clock.monotonic(), misses });
    if (this.labelOf(id) !== before) this.changes += 1;
    for (const oldest of this.records.keys()) {
      if (this.records.size <= lakeLimits.holders) break;
      this.records.delete(oldest);
    }
  }
}
