/** One look at an environment: what lies below its prefix and what its addresses answer; each part fails alone. */
import pLimit from 'p-limit';
import type { Clock, MonotonicInstant } from '@/lib/base/clock';
import { isVamplateError } from '@/lib/base/errors';
import { type Discovery, discoverReplicas } from '@/lib/engine/serving/discover-replicas';
import { type FetchedReport, fetchReport } from '@/lib/engine/serving/fetch-report';
import { listRetired, type RetiredReplica, readRecord } from '@/lib/engine/serving/retire-replica';
import type { ObjectStore } from '@/lib/engine/store/object-store';

export interface ServingSettings {
  readonly env: string;
  readonly lake: string;
  /** Folder below the lake, '' for the lake itself; absent: nothing is listed. */
  readonly state?: string | undefined;
  readonly urls: readonly string[];
}

export interface ListedLook {
  readonly discovery: Discovery;
  /** When the listing began: what it says is of then, whatever came after. */
  readonly at: MonotonicInstant;
}

export interface AddressLook {
  readonly url: string;
  readonly reading: FetchedReport;
}

export interface ServingLook {
  /** The last listing that ended; null before one did, and where no prefix is configured. */
  readonly listed: ListedLook | null;
  /** Why the newest listing did not end; null when it did. */
  readonly problem: string | null;
  readonly addresses: readonly AddressLook[];
  /**
   * By each key that is listed: what admins stated of replicas that are gone; null for one that was not read, which
   * retires nobody and is there all the same. Null: nothing could be listed, and then none of it counts.
   */
  readonly retired: ReadonlyMap<string, RetiredReplica | null> | null;
}

export interface LookOptions {
  readonly settings: ServingSettings;
  /** Opens the lake's store; may throw where that cannot be opened. */
  readonly store: () => ObjectStore;
  readonly clock: Clock;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/** For one address, its redirects and its body. */
const addressTimeoutMs = 5_000;
const addressesAtOnce = 8;

/** Never throws for what lies outside: a listing that failed leaves the one before, which grows old by itself. */
export async function lookAtServing(
  options: LookOptions,
  before: ServingLook | undefined,
): Promise<ServingLook> {
  const [listing, addresses, retired] = await Promise.all([
    list(options),
    askAll(options),
    readRetired(options, before?.retired ?? new Map()),
  ]);
  const { listed = before?.listed ?? null, problem } = listing;
  return { listed, problem, addresses, retired };
}

/** Most records read in one look; the next ones go on. */
const recordsAtOnce = 50;

/** Records never change, so each is read once. */
async function readRetired(
  { settings, store }: LookOptions,
  known: ReadonlyMap<string, RetiredReplica | null>,
): Promise<ServingLook['retired']> {
  try {
    const opened = store();
    const keys = await listRetired(opened, settings.env);
    const retired = new Map([...keys].map((key) => [key, known.get(key) ?? null]));
    const missing = [...keys].filter((key) => retired.get(key) === null).slice(0, recordsAtOnce);
    // One that is no record retires nobody.
    const read = await Promise.allSettled(missing.map((key) => readRecord(opened, key)));
    read.forEach((one, index) => {
      const key = missing[index];
      if (one.status === 'fulfilled' && key !== undefined) retired.set(key, one.value);
    });
    return retired;
  } catch (error) {
    if (!isVamplateError(error)) throw error;
    return null;
  }
}

interface Listing {
  /** Absent when it did not end. */
  readonly listed?: ListedLook | null;
  readonly problem: string | null;
}

async function list({ settings, store, clock }: LookOptions): Promise<Listing> {
  const { state, env } = settings;
  if (state === undefined) return { listed: null, problem: null };
  const at = clock.monotonic();
  try {
    const discovery = await discoverReplicas({ store: store(), state, env, nowMs: clock.wall() });
    return { listed: { discovery, at }, problem: null };
  } catch (error) {
    if (!isVamplateError(error)) throw error;
    return { problem: error.message };
  }
}

async function askAll({ settings, clock, fetch }: LookOptions): Promise<readonly AddressLook[]> {
  const limit = pLimit(addressesAtOnce);
  const { urls } = settings;
  const options = { fetch, clock, configured: urls, timeoutMs: addressTimeoutMs };
  return Promise.all(
    urls.map((url) => limit(async () => ({ url, reading: await fetchReport(url, options) }))),
  );
}
