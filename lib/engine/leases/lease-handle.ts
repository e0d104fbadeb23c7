/** A held lease: knows when it ends by the store's clock, renews, and is released exactly once, also by `await using` (D). */
import type { Clock, MonotonicInstant, StorageInstant } from '@/lib/base/clock';
import { keepRenewed, type Renewal } from './keep-renewed';
import type { HeldLease, LeaseContext } from './lease-context';
import { leaseReleased } from './lease-errors';
import { ttlMicrosOf } from './lease-rules';
import type { RecordedHolder } from './record-holder';
import { releaseLease } from './release-lease';
import { renewLease } from './renew-lease';
import { leftBehindBy } from './start-lease';

export class LeaseHandle implements AsyncDisposable {
  private renewal: Renewal | null = null;
  private released = false;
  /** Own files that uncertain answers may have left; they go with the release. */
  private readonly leftovers = new Set<string>();
  /** Renewals and the release follow one another. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly context: LeaseContext,
    private held: HeldLease,
    private readonly holder: RecordedHolder | null,
  ) {}

  get version(): bigint {
    return this.held.place.version;
  }

  get id(): string {
    return this.held.id;
  }

  /** E by the store's clock: the version is kept at every instant before it. */
  get expiresAt(): StorageInstant {
    return this.held.expiresAt;
  }

  /** Aborted when the lease can no longer be renewed; null unless it renews itself. */
  get lost(): AbortSignal | null {
    return this.renewal?.lost ?? null;
  }

  /**
   * Starts the duration anew, from the store's time of a successor.
   * @param ttlMs default: as long as before
   * @throws as `renewLease`; `invalid_input` after release
   */
  renew(ttlMs?: number): Promise<void> {
    return this.inTurn(async () => {
      const ttlMicros = ttlMs === undefined ? this.held.ttlMicros : ttlMicrosOf(ttlMs);
      if (this.released) throw leaseReleased(this.version);
      const from = this.held.id;
      try {
        const renewed = await renewLease(this.context, this.held, ttlMicros);
        this.held = renewed.lease;
        if (renewed.left !== null) this.leftovers.add(renewed.left);
      } catch (error) {
        const left = leftBehindBy(error);
        if (left !== null) this.leftovers.add(left);
        throw error;
      }
      await this.holder?.follow(from, this.held.id);
    });
  }

  /** Idempotent once it succeeded; after an error it may be called again. */
  async release(): Promise<void> {
    await this.renewal?.stop();
    return this.inTurn(async () => {
      const first = !this.released;
      this.released = true;
      if (!first && this.leftovers.size === 0) return;
      this.leftovers.add(this.held.key);
      await releaseLease(this.context.store, [...this.leftovers]);
      this.leftovers.clear();
      await this.holder?.follow(this.held.id, null);
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.release();
  }

  /** @param since this process's clock before the lease was written */
  keepRenewed(clock: Clock, since: MonotonicInstant): void {
    const ttlMs = Number(this.held.ttlMicros) / 1000;
    this.renewal ??= keepRenewed(clock, since, ttlMs, () => this.renew());
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(work, work);
    this.last = turn.catch(() => undefined);
    return turn;
  }
}
