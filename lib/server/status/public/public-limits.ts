/** Lets a bounded number of requests for public forms through: one bucket per address that was asked for, one for all. */
import type { Clock } from '@/lib/base/clock';
import type { Runtime } from '../../runtime';
import {
  addressPace,
  filled,
  fullBucket,
  globalPace,
  type TokenBucket,
  taken,
  waitMs,
} from './token-bucket-rules';

/** Addresses remembered at once; beyond it the longest untouched starts afresh, and the bucket for all still holds. */
const maxAddresses = 5_000;

export class PublicLimits {
  private readonly addresses = new Map<string, TokenBucket>();
  private all: TokenBucket;

  constructor(private readonly clock: Clock) {
    this.all = fullBucket(clock.monotonic(), globalPace);
  }

  /**
   * Takes a token of both buckets, or of neither. What names no page is counted as what names one, so that nobody can
   * tell them apart. @param address short, such as a digest. @returns milliseconds to wait; 0 when let through
   */
  take(address: string): number {
    const now = this.clock.monotonic();
    const one = filled(this.addresses.get(address) ?? fullBucket(now, addressPace), now, addressPace);
    this.all = filled(this.all, now, globalPace);
    const wait = Math.max(waitMs(one, addressPace), waitMs(this.all, globalPace));
    this.remember(address, wait === 0 ? taken(one) : one);
    if (wait === 0) this.all = taken(this.all);
    return wait;
  }

  /** How many addresses are remembered. */
  get size(): number {
    return this.addresses.size;
  }

  private remember(address: string, bucket: TokenBucket): void {
    this.addresses.delete(address);
    this.addresses.set(address, bucket);
    const oldest = this.addresses.keys().next().value;
    if (this.addresses.size > maxAddresses && oldest !== undefined) this.addresses.delete(oldest);
  }
}

export function publicLimits(runtime: Runtime): PublicLimits {
  return runtime.once('public limits', () => new PublicLimits(runtime.clock));
}
