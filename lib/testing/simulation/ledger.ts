/** What really happened, in true time, and the invariants asked of it after every step. */
import type { StorageInstant } from '@/lib/base/clock';
import { parseLeaseName } from '@/lib/engine/leases/lease-names';
import { leasesFolder, markersFolder } from '@/lib/engine/retirement/lifecycle-names';
import { parseMarkerName } from '@/lib/engine/retirement/marker-names';
import { ownedUntil } from '@/lib/engine/retirement/ownership-rules';
import type { StoreCall } from '@/lib/testing/faulty-store';
import type { ScheduleConfig } from './schedule-config';
import type { Observer } from './scheduler';

interface StoredLease {
  readonly process: string;
  readonly version: bigint;
  readonly endsAt: number;
}

/** What a reader was told and may rely on. */
interface Promised {
  readonly version: bigint;
  /** Stored time plus duration, in true time. */
  readonly ttlEndsAt: number;
  /** The last true instant at which some clock of the store still reads before the expiry that was reported. */
  readonly reportedEndsAt: number;
}

export class Ledger implements Observer {
  private readonly leases = new Map<string, StoredLease>();
  private readonly drains = new Map<string, number>();
  private readonly committed = new Map<string, bigint>();
  private readonly promises = new Map<string, Promised>();
  private broken: string | null = null;

  constructor(
    private readonly rootKey: string,
    private readonly config: ScheduleConfig,
  ) {}

  /** Whether every store that states `version` as committed really does. */
  isCommitted(version: bigint): boolean {
    return [...this.committed.values()].includes(version);
  }

  /** A reader was told that it holds `id` until `expiresAt`; what it was told before no longer counts. */
  accepted(process: string, version: bigint, id: string, expiresAt: StorageInstant): void {
    const stored = [...this.leases].find(([key]) => key.includes(id))?.[1];
    const ttlEndsAt = stored?.endsAt ?? Number.NEGATIVE_INFINITY;
    this.promises.set(process, { version, ttlEndsAt, reportedEndsAt: this.whenEveryClockReads(expiresAt) });
  }

  /** A reader has begun to give its lease back. */
  releasing(process: string): void {
    this.promises.delete(process);
  }

  landed(process: string, call: StoreCall, answer: unknown, now: number): void {
    if (!call.mutates) return;
    for (const key of call.keys) {
      if (!key.startsWith(`${this.rootKey}/`)) this.broken ??= `${key} lies outside the dataset`;
      const entry = key.slice(this.rootKey.length + 1);
      if (call.verb === 'create') {
        if (isWritten(answer)) this.created(process, key, entry, now);
      } else if (call.verb !== 'put') this.deleted(key);
    }
  }

  deadlines(): readonly number[] {
    const leases = [...this.leases.values()].map(({ endsAt }) => endsAt + 1_000);
    return [...leases, ...this.drains.values()];
  }

  check(now: number): string | null {
    if (this.broken !== null) return this.broken;
    for (const [process, promised] of this.promises) {
      const { version, ttlEndsAt, reportedEndsAt } = promised;
      if (now >= Math.max(ttlEndsAt, reportedEndsAt)) continue;
      if (this.isCommitted(version)) return `version ${version} is committed while ${process} holds it`;
      const held = [...this.leases.values()].some(
        (lease) => lease.process === process && lease.version === version && lease.endsAt >= ttlEndsAt,
      );
      if (!held) return `the lease that ${process} holds on version ${version} was removed before its end`;
    }
    return null;
  }

  private created(process: string, key: string, entry: string, now: number): void {
    if (entry.startsWith(leasesFolder)) {
      const name = parseLeaseName(entry.slice(leasesFolder.length));
      if (name.kind === 'corrupt') this.breaks(`${key} is no lease`);
      else {
        const { version, ttlMicros } = name.value;
        this.leases.set(key, { process, version, endsAt: now + Number(ttlMicros) / 1_000 });
      }
    } else if (entry.startsWith(markersFolder)) {
      const name = parseMarkerName(entry.slice(markersFolder.length));
      if (name.kind === 'corrupt') this.breaks(`${key} is no marker`);
      else if (name.value.marker === 'draining') this.drains.set(key, ownedUntil(now as StorageInstant));
      else if (name.value.marker === 'committed') this.committed.set(key, name.value.version);
    }
  }

  private deleted(key: string): void {
    this.leases.delete(key);
    this.drains.delete(key);
    if (this.committed.has(key)) this.breaks(`the commit ${key} was undone`);
  }

  private breaks(what: string): void {
    this.broken ??= what;
  }

  /** Never earlier than what the margin covers: without one, clocks that differ leave only the duration itself. */
  private whenEveryClockReads(expiresAt: StorageInstant): number {
    const { gateways, clockMarginMs } = this.config;
    const apart = Math.max(...gateways) - Math.min(...gateways);
    return apart > clockMarginMs ? Number.NEGATIVE_INFINITY : expiresAt - Math.min(...gateways);
  }
}

function isWritten(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'kind' in answer && answer.kind === 'written';
}
