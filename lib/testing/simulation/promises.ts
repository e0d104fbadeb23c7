/** What verbs have told their callers, which from then on may rely on it: leases and published references. */

import type { StorageInstant } from '@/lib/base/clock';
import type { LeaseHandle } from '@/lib/engine/leases/lease-handle';
import type { Facts } from './facts';
import type { ScheduleConfig } from './schedule-config';

interface AcceptedLease {
  readonly version: bigint;
  /** Stored time plus duration, in true time. */
  readonly ttlEndsAt: number;
  /** The last true instant at which some clock of the store still reads before the expiry that was reported. */
  readonly reportedEndsAt: number;
}

export class Promises {
  private readonly leases = new Map<string, AcceptedLease>();
  /** By reference key: the versions that success was reported for and nobody has since begun to take away. */
  private readonly reported = new Map<string, Set<bigint>>();

  /** By reference key: who was asked to delete it and has not surely ended. */
  private readonly deletions = new Map<string, Set<string>>();

  /** Keys of references that somebody was asked to delete, or deleted, after they were last written. */
  private readonly unwanted = new Set<string>();

  constructor(
    private readonly facts: Facts,
    private readonly config: ScheduleConfig,
  ) {}

  /**
   * `process` was told that it holds `id` until `expiresAt`; what it was told before no longer counts.
   * @returns what is wrong with that already
   */
  leaseAccepted(process: string, { version, id, expiresAt }: LeaseHandle, now: number): string | null {
    const stored = [...this.facts.leases.values()].find((one) => one.id === id);
    const ttlEndsAt = stored?.endsAt ?? Number.NEGATIVE_INFINITY;
    const lease = { version, ttlEndsAt, reportedEndsAt: this.whenEveryClockReads(expiresAt) };
    this.leases.set(process, lease);
    // One that was over before it was told of promises nothing.
    if (now >= endOf(lease)) return null;
    const committed = this.facts
      .markersOf(version)
      .some(({ marker, sealTakenInRun }) => marker === 'committed' && sealTakenInRun === null);
    return committed ? `${process} was given a lease on version ${version}, which is committed` : null;
  }

  /** What it was last told that it holds, and until when; null when it holds nothing. */
  leaseOf(process: string): { readonly version: bigint; readonly endsAt: number } | null {
    const lease = this.leases.get(process);
    return lease === undefined ? null : { version: lease.version, endsAt: endOf(lease) };
  }

  /** It has begun to give its lease back, or a released cleaner has taken what it held. */
  leaseOver(process: string): void {
    this.leases.delete(process);
  }

  /** Somebody was asked to delete it: from here on it may go at any time, until that has surely ended. */
  deletionBegins(process: string, key: string): void {
    this.deletions.set(key, (this.deletions.get(key) ?? new Set()).add(process));
    this.reported.delete(key);
    this.unwanted.add(key);
  }

  /** A released client deleted it, and asked nobody. */
  takenAway(key: string): void {
    this.unwanted.add(key);
  }

  /** Something was written there. */
  referenceWritten(key: string): void {
    if ((this.deletions.get(key)?.size ?? 0) === 0) this.unwanted.delete(key);
  }

  /** Whether it went because somebody asked for that. */
  wasDeleted(key: string): boolean {
    return this.unwanted.has(key) && !this.facts.references.has(key);
  }

  deletionEnded(process: string, key: string): void {
    this.deletions.get(key)?.delete(process);
  }

  referenceReported(key: string, version: bigint): void {
    if ((this.deletions.get(key)?.size ?? 0) > 0) return;
    const some = this.reported.get(key) ?? new Set();
    this.reported.set(key, some.add(version));
  }

  referenceGivenUp(key: string): void {
    this.reported.delete(key);
  }

  wasReported(key: string, version: bigint): boolean {
    return this.reported.get(key)?.has(version) ?? false;
  }

  /** Who relies on a version at this instant, in words; null for nobody. */
  reliedOn(version: bigint, now: number): string | null {
    for (const [process, lease] of this.leases) {
      if (lease.version === version && now < endOf(lease)) return `${process} holds a lease on it`;
    }
    for (const [key, versions] of this.reported) {
      const stands = this.facts.references.get(key)?.version === version;
      if (stands && versions.has(version)) return `success of ${key} was reported`;
    }
    return null;
  }

  /** An accepted duration that the store no longer backs: the lease was removed by somebody else. */
  brokenLease(now: number): string | null {
    for (const [process, lease] of this.leases) {
      const { version, ttlEndsAt } = lease;
      if (now >= endOf(lease)) continue;
      const held = [...this.facts.leases.values()].some(
        (one) => one.by === process && one.version === version && one.endsAt >= ttlEndsAt,
      );
      if (!held) return `the lease that ${process} holds on version ${version} was removed before its end`;
    }
    return null;
  }

  /** Never earlier than what the margin covers: without one, clocks that differ leave only the duration itself. */
  private whenEveryClockReads(expiresAt: StorageInstant): number {
    const { gateways, clockMarginMs } = this.config;
    const apart = Math.max(...gateways) - Math.min(...gateways);
    return apart > clockMarginMs ? Number.NEGATIVE_INFINITY : expiresAt - Math.min(...gateways);
  }
}

function endOf({ ttlEndsAt, reportedEndsAt }: AcceptedLease): number {
  return Math.max(ttlEndsAt, reportedEndsAt);
}
